package io.github.freestep.physics.rooms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
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
        try (GameServer server = new GameServer(ROOMS, Rising::new)) {
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

    /** One body, which rises by 1 per tick. */
    private static final class Rising implements Simulation {
        private long tick;

        @Override
        public StateLayout layout() {
            return StateLayout.of(1);
        }

        @Override
        public void setUp(PhysicsContext context) {
            context.bodies().spawn(0);
        }

        @Override
        public void step(Tick next) {
            tick = next.number();
        }

        @Override
        public void write(StateWriter state) {
            state.position(0, 0, tick, 0);
            state.orientation(0, 0, 0, 0, 1);
        }
    }
}
