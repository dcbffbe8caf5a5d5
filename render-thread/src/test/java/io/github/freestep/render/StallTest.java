package io.github.freestep.render;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.delay.AllowedLateness;
import io.github.freestep.render.delay.PresentationClock;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Checks what a picture shows after random stalls of the simulation, beside a picture of the newest state. */
class StallTest {
    private static final int RUNS = Thorough.of(200, 1_000);
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;

    /** When the stall begins: the reader knows the usual lateness by then. */
    private static final double STALL_NANOS = 12 * SECOND;

    private static final int[] RATES = {30, 50, 60, 100, 128, 250};
    private static final double[] FPS = {24, 30, 60, 75, 120, 144, 240, 360};

    /** One stall. */
    private static final class Run {
        private final FrameMode mode;
        private final double gap;
        private final double frame;
        private final double cost;
        private final double stall;
        private final String context;
        private final SimulatedPhysics physics;
        private final PresentationClock clock;
        private final StateReader window;

        private double now;
        private long shown;
        private long newest;

        /** The frames of the 3 s around the stall. */
        private int frames;

        private double squares;
        private double squaresOfNewest;
        private double most;
        private double mostOfNewest;

        /** When the picture last stood still: moved at less than a tenth of the clock's rate. */
        private double stillUntil;

        /** When the picture last was behind by more than usual, and when the newest state was. */
        private double behindUntil;

        private double lateUntil;

        Run(long seed) {
            Random random = Seeds.random(seed);
            int rate = RATES[random.nextInt(RATES.length)];
            double fps = FPS[random.nextInt(FPS.length)];
            int size = 3 + random.nextInt(6);
            mode = random.nextInt(4) == 0 ? FrameMode.EXTRAPOLATE : FrameMode.INTERPOLATE;
            gap = SECOND / rate;
            frame = SECOND / fps;
            cost = gap * (0.01 + 0.94 * random.nextDouble());
            stall = 20 * MILLI * Math.pow(150, random.nextDouble());
            physics = new SimulatedPhysics(rate, size);
            physics.ticksCost((long) cost);
            boolean drops = random.nextBoolean();
            if (drops) {
                physics.dropsBacklog();
            }
            clock = new PresentationClock(mode.motion, AllowedLateness.ADAPTIVE, false);
            window = physics.publisher.states().reader();
            now = frame * random.nextDouble();
            context = "seed " + seed + ": " + rate + " Hz, " + size + " states, steps of " + cost / MILLI
                    + " ms, a stall of " + stall / MILLI + " ms, " + fps + " fps, " + mode
                    + (drops ? ", drops backlog" : "");
            showUntil(STALL_NANOS + gap * random.nextDouble());
            double usual = clock.delayNanos();
            physics.stall((long) now, (long) stall);
            double begin = now;
            while (now < begin + 2.8 * SECOND || now < lateUntil + 1.2 * SECOND) {
                frame(now < begin + 2.8 * SECOND);
                behindUntil = clock.delayNanos() > usual + Math.max(2 * MILLI, usual / 10) ? now : behindUntil;
                boolean isLate = physics.timeline.simulationAt((long) now) - newest > gap + cost + MILLI;
                lateUntil = now < begin + stall || isLate ? now : lateUntil;
            }
        }

        private void showUntil(double nanos) {
            while (now < nanos) {
                frame(now > nanos - 0.2 * SECOND);
            }
        }

        private void frame(boolean counts) {
            now += frame;
            physics.runTo((long) now);
            long next = clock.chooseTime((long) now, (long) now, window, window.acquire());
            long state = window.state(0).simulationNanos();
            assertTrue(next >= shown, () -> context + ": goes back by " + (shown - next) / MILLI + " ms");
            double step = next - shown;
            double stepOfNewest = state - newest;
            stillUntil = step < 0.1 * frame ? now : stillUntil;
            if (counts && newest > 0) {
                frames++;
                squares += (step / frame - 1) * (step / frame - 1);
                squaresOfNewest += (stepOfNewest / frame - 1) * (stepOfNewest / frame - 1);
                most = Math.max(most, step);
                mostOfNewest = Math.max(mostOfNewest, stepOfNewest);
            }
            shown = next;
            newest = state;
        }

        double judder() {
            return 100 * Math.sqrt(squares / frames);
        }

        double judderOfNewest() {
            return 100 * Math.sqrt(squaresOfNewest / frames);
        }
    }

    @Test
    void afterAStallThePictureIsBetterThanTheNewestState() {
        double[] shares = new double[RUNS];
        int slow = 0;
        for (int i = 0; i < RUNS; i++) {
            Run run = new Run(i);
            shares[i] = run.judder() / run.judderOfNewest();
            String judder =
                    run.context + ": judder " + run.judder() + " %, newest state " + run.judderOfNewest() + " %";
            // A stall that no frame shows leaves errors of rounding only, in millionths of a percent.
            assertTrue(run.judder() <= run.judderOfNewest() + 1e-5, judder);
            double fast = run.most - run.mostOfNewest - run.gap;
            assertTrue(
                    fast <= 1,
                    () -> run.context + ": moves by " + run.most / MILLI + " ms in a frame, newest state "
                            + run.mostOfNewest / MILLI + " ms");
            // The frame that sees the first state after the stall comes at most one frame after it.
            double firstState = STALL_NANOS + run.stall + run.gap + run.cost;
            assertTrue(
                    run.stillUntil <= firstState + 2 * run.gap + run.frame,
                    () -> run.context + ": stands still until " + (run.stillUntil - firstState) / MILLI
                            + " ms after the first state");
            slow += run.behindUntil <= run.lateUntil + SECOND ? 0 : 1;
        }
        Arrays.sort(shares);
        // The usual delay is back within a second, but for some runs that drop backlog or extrapolate, in which D falls
        // at its usual rates.
        assertTrue(slow <= RUNS / 100, slow + " of " + RUNS + " runs have their usual delay only after a second");
        assertTrue(shares[RUNS / 2] <= 0.75, "median " + shares[RUNS / 2]);
    }
}
