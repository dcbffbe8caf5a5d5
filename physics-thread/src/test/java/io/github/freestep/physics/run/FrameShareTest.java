package io.github.freestep.physics.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Simulates the frame loop of a host, in which each frame steps the time that the one before took. */
class FrameShareTest {
    private static final long MILLI = 1_000_000;
    private static final long TICK = 10 * MILLI;

    private final FrameShare share = new FrameShare(true);
    private long otherNanos;
    private LongSupplier stepNanos;
    private double backlogNanos;
    private long frameNanos;
    private int changes;

    /** Sets what a step takes, and the rest of a frame. */
    private void work(double stepMillis, double otherMillis) {
        stepNanos = () -> (long) (stepMillis * MILLI);
        otherNanos = (long) (otherMillis * MILLI);
    }

    /** Runs frames for a wall time. Returns the mean length of the last ten, in milliseconds. */
    private double run(long millis) {
        double[] last = new double[10];
        int frames = 0;
        for (long left = millis * MILLI; left > 0; left -= frameNanos) {
            frame();
            last[frames++ % last.length] = (double) frameNanos / MILLI;
        }
        return Arrays.stream(last).average().getAsDouble();
    }

    private void frame() {
        changes += share.frame(frameNanos, TICK) ? 1 : 0;
        backlogNanos += frameNanos * share.share();
        long spent = 0;
        long longest = 0;
        long ticks = 0;
        for (; backlogNanos >= TICK; backlogNanos -= TICK) {
            if (spent - longest > share.callLimitNanos()) {
                // The policy drops the rest.
                backlogNanos = 0;
                break;
            }
            long step = stepNanos.getAsLong();
            spent += step;
            longest = Math.max(longest, step);
            ticks++;
        }
        share.noteCall(spent, longest, ticks);
        frameNanos = otherNanos + spent;
    }

    /** The last frames are long, but no longer than twice the host's own work. */
    @ParameterizedTest
    @CsvSource({"0.1, 16", "5, 16", "7, 10", "7.7, 10", "9.4, 2", "0.1, 200", "4.9, 60"})
    void stepsThatFitAreNotSlowed(double stepMillis, double otherMillis) {
        work(stepMillis, otherMillis);
        run(20_000);
        assertEquals(1, share.share());
        assertEquals(0, changes);
    }

    /** Steps get at most 85 % of a frame, and at least half of it. In between, frames take 36 ms. */
    @ParameterizedTest
    @CsvSource({
        "15, 2, 0.85, 13.3",
        "9.7, 1, 0.85, 6.7",
        "15, 9, 0.75, 36",
        "9.7, 9, 0.75, 36",
        "15, 12, 0.667, 36",
        "40, 16, 0.556, 36",
        "15, 30, 0.5, 60",
        "8, 30, 0.5, 60",
        "40, 100, 0.5, 200"
    })
    void longFramesSlowTimeUntilStepsTakeTheirPart(double step, double other, double part, double frame) {
        work(step, other);
        double mean = run(20_000);
        assertEquals(part / (step / 10), share.share(), 0.08 * part / (step / 10));
        assertEquals(frame, mean, 0.2 * frame);
        assertTrue(changes <= 3, () -> changes + " changes");
        int before = changes;
        run(60_000);
        assertEquals(before, changes, "the share does not oscillate");
    }

    @Test
    void timeIsSlowedSoonAndRunsAtFullSpeedAgainAsSoonAsStepsFit() {
        work(40, 16);
        run(600);
        assertTrue(share.share() < 0.2, () -> share.share() + "");
        work(1, 16);
        run(1_400);
        assertEquals(1, share.share());
    }

    @Test
    void oneLongStepOfAMeasurementIsAStall() {
        work(1, 5);
        for (int i = 0; i < 50; i++) {
            run(1_000);
            // The first is longer than all others of a measurement together.
            stepNanos = LongStream.iterate(400 * MILLI, stall -> MILLI).iterator()::nextLong;
        }
        assertEquals(0, changes);
    }

    @Test
    void measurementsThatDoNotApplyAreDiscarded() {
        work(40, 16);
        run(200);
        share.noteCall(20_000 * MILLI, 0, 1_000);
        share.forget();
        work(1, 16);
        frameNanos = otherNanos;
        run(3_000);
        assertEquals(0, changes, "the steps before took too long");
        work(40, 16);
        run(2_000);
        assertTrue(share.share() < 0.2);
        share.reset();
        assertEquals(1, share.share());
        work(1, 16);
        frameNanos = otherNanos;
        int before = changes;
        run(3_000);
        assertEquals(before, changes);
    }
}
