package io.github.freestep.physics.lockstep.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

/**
 * Frames each 10 ms over a link on which the first one takes no time. So as long as the speed is 1, the match time of
 * the fastest frame is the local time.
 */
class SequencerTimeTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final long TICK = 10 * MILLI;

    private final SequencerTime time = time(100);
    private long tick;

    private static SequencerTime time(int rate) {
        SequencerTime time = new SequencerTime(
                Rules.of(MatchSettings.of("time", StateLayout.of(1), 2).rate(rate)));
        time.speed(1, 0, 0);
        return time;
    }

    /** A frame that comes two ticks after the last one, after a delay. */
    private long arrive(long delayNanos) {
        tick += 2;
        long now = tick * TICK + delayNanos;
        time.frame(tick, tick * TICK, now, false, false);
        return now;
    }

    /** Returns the margin after it. */
    private long arriveAll(int frames) {
        for (int i = 0; i < frames; i++) {
            arrive(0);
        }
        return margin();
    }

    /** How much later than the fastest frame almost no frame is. */
    private long margin() {
        long now = tick * TICK + 7 * MILLI;
        return now - time.safeNanos(now);
    }

    @Test
    void theSlowestFrameOfAFewCountsAndOfManyTheHundredth() {
        arrive(0);
        assertEquals(10 * MILLI, arriveAll(4_000 / 20), "those of the first seconds are few");
        arrive(30 * MILLI);
        tick += 4;
        assertEquals(30 * MILLI, arriveAll(66), "99 samples");
        assertEquals(0, arriveAll(1), "100 samples");
        arrive(20 * MILLI);
        assertEquals(20 * MILLI, margin());
        assertEquals(0, arriveAll(256));
    }

    @Test
    void aShortWaitOfTheSequencerIsADelayAndALongOneIsNot() {
        long[][] stampsAndMargins = {{-1, 11}, {0, 10}, {3, 10}, {4, 10}, {20, -6}};
        for (long[] each : stampsAndMargins) {
            SequencerTime one = time(100);
            one.frame(2, 2 * TICK + each[0] * MILLI, 2 * TICK, false, false);
            assertEquals(2 * TICK - each[1] * MILLI, one.safeNanos(2 * TICK), "stamp " + each[0]);
        }
        SequencerTime quick = time(1_000);
        quick.frame(20, 2 * TICK + 4 * MILLI, 2 * TICK, false, false);
        assertEquals(2 * TICK + 4 * MILLI - MILLI / 2 - 10 * MILLI, quick.safeNanos(2 * TICK));
    }

    @Test
    void keepsTheSpreadOverAWaitOfTheSequencer() {
        arriveAll(204);
        arrive(30 * MILLI);
        arrive(30 * MILLI);
        assertEquals(30 * MILLI, arriveAll(66), "two of a hundred are as late");
        time.restart();
        tick += 1_000;
        long now = arrive(500 * MILLI);
        assertEquals(now - 500 * MILLI - 30 * MILLI, time.safeNanos(now));
        // Too few samples to say otherwise.
        time.restart();
        now = arrive(0);
        assertEquals(now - 30 * MILLI, time.safeNanos(now));
    }

    @Test
    void aNewSpeedHoldsFromItsStampOn() {
        long now = arrive(0) + 100 * MILLI;
        time.speed(1, 0, now);
        assertEquals(now - 10 * MILLI, time.safeNanos(now), "the same speed");
        time.speed(0.5, now - 20 * MILLI, now);
        assertEquals(now - 10 * MILLI - 5 * MILLI, time.safeNanos(now), "delays take half the match time");
        assertEquals(now + 35 * MILLI, time.safeNanos(now + 100 * MILLI));
        long base = now + 40 * MILLI;
        time.speed(0, base - 30 * MILLI, now + 100 * MILLI);
        assertEquals(base - 30 * MILLI - 5 * MILLI, time.safeNanos(now + 100 * MILLI));
        assertEquals(base - 30 * MILLI - 5 * MILLI, time.safeNanos(now + 9 * SECOND));
    }
}
