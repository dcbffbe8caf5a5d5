package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StateLoadTest {
    private static final long MILLI = 1_000_000;

    private final StateLoad load = new StateLoad();
    private long nowNanos = -5_000 * MILLI;

    private StateLoad states(int count, long millis) {
        for (int i = 0; i < count; i++) {
            nowNanos += millis * MILLI;
            load.add(nowNanos, 100, 0, 50, 10);
        }
        return load;
    }

    private static void assertLoad(int states, StateLoad load) {
        assertEquals(states, load.states(), 1);
        assertEquals(100 * states, load.single(), 100);
        assertEquals(150 * states, load.full(), 150);
        assertEquals(10 * states, load.others(), 10);
    }

    @Test
    void statesCountFromTheFirstSecondOn() {
        assertLoad(100, states(100, 10));
        assertLoad(100, states(1_000, 10));
        assertLoad(25, states(300, 40));
    }

    @Test
    void aPauseChangesNothing() {
        states(50, 10);
        assertLoad(100, states(1, 60_000));
        assertLoad(100, states(50, 10));
        assertLoad(100, states(1_000, 1_000));
    }

    @Test
    void theBytesOfAStateAreAveraged() {
        assertEquals(100, states(100, 10).bytes, 1e-9);
        double states = load.states();
        nowNanos += 10 * MILLI;
        load.add(nowNanos, 100 + 32, 0, 50 + 64, 10);
        assertEquals(101, load.bytes, 1e-9);
        assertEquals(101 * load.states(), load.single(), 1e-6);
        assertEquals((101 + 52) * load.states(), load.full(), 1e-6);
        assertEquals(states, load.states(), 0.1);
        load.add(nowNanos, 10);
        load.add(nowNanos, 101 + 32, 0, 0, 10);
        assertEquals(103, load.bytes, 1e-9, "it stands for two");
        double lasting = load.lasting();
        load.expect(2);
        assertEquals(2 * lasting, load.lasting(), 1e-6);
    }

    @Test
    void aGapOfHalfASecondIsNoPause() {
        assertEquals(2, states(20, 500).states(), 0.3);
        assertEquals(2, states(20, 501).states(), 0.3, "a longer one changes nothing");
        assertEquals(2, states(1, 500).states(), 0.3);
    }
}
