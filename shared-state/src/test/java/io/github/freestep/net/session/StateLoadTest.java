package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StateLoadTest {
    private static final long MILLI = 1_000_000;

    private final StateLoad load = new StateLoad();
    private long nowNanos = -5_000 * MILLI;

    private void states(int count, long millis) {
        for (int i = 0; i < count; i++) {
            nowNanos += millis * MILLI;
            load.add(nowNanos, 100, 50, 10);
        }
    }

    private void assertLoad(int states) {
        assertEquals(states, load.states(), 1);
        assertEquals(100 * states, load.single(), 100);
        assertEquals(150 * states, load.full(), 150);
        assertEquals(10 * states, load.others(), 10);
    }

    @Test
    void statesCountFromTheFirstSecondOn() {
        states(100, 10);
        assertLoad(100);
        states(1_000, 10);
        assertLoad(100);
        states(300, 40);
        assertLoad(25);
    }

    @Test
    void aPauseChangesNothing() {
        states(50, 10);
        states(1, 60_000);
        assertLoad(100);
        states(50, 10);
        assertLoad(100);
        states(1_000, 1_000);
        assertLoad(100);
    }
}
