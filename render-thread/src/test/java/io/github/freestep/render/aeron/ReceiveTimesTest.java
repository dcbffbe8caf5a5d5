package io.github.freestep.render.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ReceiveTimesTest {
    private static final long MILLI = 1_000_000;

    private final ReceiveTimes times = new ReceiveTimes();
    private long now = 1_000 * MILLI;
    private long tick;

    /** Lets states come at even times, until the shortest time between two is known. */
    private void learn() {
        for (int i = 0; i < 200; i++) {
            now += 10 * MILLI;
            tick++;
            times.waitNanos(now, tick, tick);
        }
    }

    private long waitAfter(long nanos) {
        return times.waitNanos(now + nanos, tick, tick);
    }

    @Test
    void itLooksOftenOnlyWhenTheNextStateMayCome() {
        assertEquals(MILLI, waitAfter(0), "nothing is known yet");
        learn();
        assertEquals(3 * MILLI, waitAfter(0));
        assertEquals(3 * MILLI, waitAfter(5 * MILLI));
        assertEquals(2 * MILLI, waitAfter(7 * MILLI), 10);
        assertEquals(MILLI, waitAfter(9 * MILLI));
        assertEquals(MILLI, waitAfter(50 * MILLI), "the state is late");
    }

    @Test
    void oneEarlyStateCounts() {
        learn();
        now += 2 * MILLI;
        tick++;
        assertEquals(MILLI, waitAfter(0), "the next one may come as early");
        learn();
        assertEquals(3 * MILLI, waitAfter(0), "none came as early for long");
    }

    @Test
    void itLooksOftenWhileAPartOfAStateIsMissing() {
        learn();
        assertEquals(MILLI, times.waitNanos(now + MILLI, tick, tick + 1));
    }
}
