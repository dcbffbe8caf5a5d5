package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;
import org.junit.jupiter.api.Test;

class SendTimesTest {
    private static final long MILLI = 1_000_000;
    private static final long TICK = 100_000;

    private final StatePublisher publisher = StatePublisher.of(StateLayout.of(1), 2);
    private final StateReader reader = publisher.states().reader();
    private final SendTimes times = new SendTimes();
    private final TimeAnchor anchor = new TimeAnchor();

    /** Ticks are due at every 10 ms, and their states are there 0.1 ms later. */
    @Test
    void itLooksJustBeforeATickAndWhenItsStateIsThere() {
        states(1, 100, TICK);
        long now = 1_000 * MILLI + TICK;
        assertEquals(10 * MILLI - TICK - 150_000, times.waitNanos(now), "150 us before the tick at 1,010 ms");
        assertEquals(250_000, times.waitNanos(1_009 * MILLI + 850_000), 1_000, "the state comes 0.1 ms after it");
        assertEquals(100_000, times.waitNanos(1_010 * MILLI + TICK + 1_000), "it is late");
        assertEquals(250_000, times.waitNanos(1_011 * MILLI + TICK), 1_000, "it is later");
        assertEquals(5 * MILLI, times.waitNanos(1_200 * MILLI), "it is missing");
    }

    @Test
    void aLongTickIsAwaitedToItsEnd() {
        states(1, 200, 6 * MILLI);
        assertEquals(3_850_000, times.waitNanos(2_006 * MILLI), "150 us before the tick at 2,010 ms");
        assertEquals(6_100_000, times.waitNanos(2_009 * MILLI + 900_000), 1_000, "until 2,016 ms");
    }

    @Test
    void duringALongWaitItStillAnswersReceivers() {
        for (long tick = 1; tick <= 100; tick++) {
            published(publisher, tick, tick * 100 * MILLI, tick * 100 * MILLI + TICK);
        }
        assertEquals(10 * MILLI, times.waitNanos(10_001 * MILLI));
    }

    @Test
    void oneLateStateHardlyChangesWhatIsExpected() {
        states(1, 100, TICK);
        states(101, 101, 8 * MILLI);
        assertEquals(150_000 + TICK + 50_000, times.waitNanos(1_019 * MILLI + 850_000), 1_000);
        states(102, 104, TICK);
        assertEquals(150_000 + TICK, times.waitNanos(1_049 * MILLI + 850_000), 10_000);
    }

    @Test
    void inAPauseItStillTakesInput() {
        states(1, 10, TICK);
        anchor.set(100 * MILLI, 100 * MILLI, 0, 1);
        amended(101 * MILLI);
        assertEquals(5 * MILLI, times.waitNanos(101 * MILLI));
        anchor.set(3_000 * MILLI, 100 * MILLI, 1, 1);
        amended(3_000 * MILLI);
        assertEquals(9 * MILLI - 150_000, times.waitNanos(3_001 * MILLI), "the next tick is at 3,010 ms");
    }

    @Test
    void theTimeScaleCounts() {
        anchor.set(0, 0, 1, 4);
        for (long tick = 1; tick <= 100; tick++) {
            published(publisher, tick, tick * 10 * MILLI, tick * 40 * MILLI + TICK);
        }
        assertEquals(10 * MILLI, times.waitNanos(4_020 * MILLI));
        assertEquals(2 * MILLI - 150_000, times.waitNanos(4_038 * MILLI), "the next tick is at 4,040 ms");
    }

    @Test
    void aStateThatIsCenturiesAheadIsNotAwaited() {
        anchor.set(0, 0, 1, 1_000_000_000);
        published(publisher, 1, 1_000_000 * MILLI, TICK);
        published(publisher, 2, 2_000_000 * MILLI, 2 * TICK);
        assertTrue(times.waitNanos(2 * TICK) <= 10 * MILLI);
        anchor.set(5_000 * MILLI, 2_000_000 * MILLI, 1, 1);
        published(publisher, 3, 2_000_010 * MILLI, 5_010 * MILLI + TICK);
        assertEquals(200_000, times.waitNanos(5_019 * MILLI + 850_000), 50_000, "the state at 5,020 ms");
    }

    private void states(long first, long last, long takenNanos) {
        for (long tick = first; tick <= last; tick++) {
            published(publisher, tick, tick * 10 * MILLI, tick * 10 * MILLI + takenNanos);
        }
    }

    private void amended(long nowNanos) {
        publisher.amend(anchor);
        publisher.publish(nowNanos);
        reader.acquire();
        times.acquired(reader);
    }

    private void published(StatePublisher to, long tick, long simulationNanos, long publishedNanos) {
        to.begin(tick, simulationNanos, anchor, publishedNanos);
        to.publish(publishedNanos);
        reader.acquire();
        times.acquired(reader);
    }
}
