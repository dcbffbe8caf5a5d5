package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    void theMapFollowsScaleChangesAndKeepsEightAnchors() {
        add();
        for (int i = 1; i <= 9; i++) {
            physics.scale(100 * i * MILLI, Ratio.of(1 + i));
            add();
        }
        for (int i = 2; i <= 9; i++) {
            long begins = 50L * i * (i + 1);
            assertEquals(begins, millisAt(100 * i));
            assertEquals(begins + 99 * (i + 1), millisAt(100 * i + 99));
        }
        assertEquals(300 - 3 * 50, millisAt(150), "extrapolated from the oldest kept anchor");
    }

    @Test
    void anAnchorSharedByManyStatesIsStoredOnce() {
        add();
        physics.scale(100 * MILLI, Ratio.of(3));
        for (int i = 0; i < 20; i++) {
            physics.runTo((100 + 10 * i) * MILLI);
            add();
        }
        assertEquals(50, millisAt(50));
        assertEquals(130, millisAt(110));
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
    }

    private void drop(long wallMillis, long simulationMillis) {
        physics.timeline.drop(wallMillis * MILLI, simulationMillis * MILLI);
        physics.scale(wallMillis * MILLI, Ratio.ONE);
        add();
    }

    @Test
    void spansAreConvertedAtTheScaleThatRanLast() {
        physics.ticksCost(0);
        physics.pause(0);
        add();
        assertEquals(7, map.wall(7), "nothing has run");
        physics.resume(10 * MILLI);
        physics.scale(10 * MILLI, Ratio.of(5, 2));
        add();
        assertEquals(4 * MILLI, map.wall(10 * MILLI));
        physics.pause(30 * MILLI);
        add();
        assertEquals(4 * MILLI, map.wall(10 * MILLI));
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
