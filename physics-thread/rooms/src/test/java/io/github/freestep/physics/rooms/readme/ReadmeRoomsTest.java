package io.github.freestep.physics.rooms.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the server of the page about rooms. */
@Timeout(60)
class ReadmeRoomsTest {
    private static final int ROOMS = 50;

    @Test
    void itRuns() throws Exception {
        Map<Integer, Long> ticks = new HashMap<>();
        try (GameServer server = new GameServer(ROOMS, MovingRoomsTest.Counter::new)) {
            while (ticks.size() < ROOMS || ticks.values().stream().anyMatch(tick -> tick < 3)) {
                server.sendAll((room, tick, body, x, y) -> {
                    assertEquals(tick, y);
                    ticks.put(room, tick);
                });
                TimeUnit.MILLISECONDS.sleep(5);
            }
            assertEquals("room-7", server.room(7).metrics().service());
            assertTrue(server.room(7).metrics().worker().startsWith("freestep-rooms-"));
            assertEquals(Status.RUNNING, server.room(7).status());
        }
    }
}
