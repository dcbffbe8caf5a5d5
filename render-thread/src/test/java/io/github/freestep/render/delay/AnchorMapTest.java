package io.github.freestep.render.delay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.SimulatedPhysics;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.Ratio;
import org.junit.jupiter.api.Test;

class AnchorMapTest {
    private static final long MILLI = SimulatedPhysics.MILLI;

    private final SimulatedPhysics physics = new SimulatedPhysics();
    private final StateReader window = physics.publisher.states().reader();
    private final AnchorMap map = new AnchorMap();

    private void add() {
        window.acquire();
        map.add(window.state(0));
    }

    private long millisAt(long wallMillis) {
        return map.at(wallMillis * MILLI) / MILLI;
    }

    @Test
    void theMapNeverDecreasesAfterDrops() {
        physics.stall(0, 10_000 * MILLI);
        add();
        drop(500, 200);
        drop(800, 150);
        long before = 0;
        for (long wall = 0; wall < 1_000; wall++) {
            assertTrue(millisAt(wall) >= before, "at " + wall);
            before = millisAt(wall);
        }
        assertEquals(100, millisAt(100));
        assertEquals(150, millisAt(499), "time before a drop never exceeds the target of the drop");
        assertEquals(250, millisAt(900));
        assertEquals(850, map.regainedNanos(200 * MILLI) / MILLI);
        physics.scale(900 * MILLI, Ratio.of(2));
        add();
        assertEquals(Long.MAX_VALUE, map.regainedNanos(200 * MILLI), "a change of scale loses nothing");
    }

    private void drop(long wallMillis, long simulationMillis) {
        physics.timeline.drop(wallMillis * MILLI, simulationMillis * MILLI);
        physics.scale(wallMillis * MILLI, Ratio.ONE);
        add();
    }

    @Test
    void theNewestRunningAnchorIsKeptThroughAPause() {
        physics.ticksCost(0);
        physics.pause(0);
        add();
        assertNull(map.newestRunning());
        physics.resume(10 * MILLI);
        add();
        physics.scale(20 * MILLI, Ratio.of(5));
        add();
        assertFalse(map.stepped());
        physics.pause(30 * MILLI);
        add();
        assertFalse(map.stepped());
        for (int i = 0; i < 12; i++) {
            physics.step((40 + i) * MILLI);
            add();
            assertTrue(map.stepped());
        }
        assertTrue(map.newest().isPaused());
        assertEquals(5, map.newestRunning().scaleNumerator());
        assertEquals(20 * MILLI, map.newestRunning().wallNanos());
        physics.resume(60 * MILLI);
        add();
        assertFalse(map.stepped());
    }
}
