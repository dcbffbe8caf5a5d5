package io.github.freestep.benchmarks.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import io.github.freestep.tools.Walkers;
import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that a body moving at 1 m/s is never shown moving backwards, while time is scaled, paused and
 * slowed by overload.
 */
class SteadyBodyTest {
    private static final long MILLI = 1_000_000;
    private static final int SEEDS = Thorough.of(12, 120);
    private static final List<Ratio> SCALES =
            List.of(Ratio.ONE, Ratio.of(1, 10), Ratio.of(10), Ratio.of(1, 3), Ratio.of(2));

    /** The rounding of positions of tens of metres by floats. */
    private static final double ROUNDING_METRES = 2e-5;

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @CsvSource({
        "2, 60, INTERPOLATE",
        "3, 144, INTERPOLATE",
        "4, 60, INTERPOLATE",
        "8, 144, INTERPOLATE",
        "2, 144, EXTRAPOLATE",
        "4, 60, EXTRAPOLATE",
        "8, 144, EXTRAPOLATE"
    })
    void neverGoesBack(int window, double fps, FrameMode mode) {
        int back = 0;
        int bridged = 0;
        int frames = 0;
        double most = 0;
        String first = "";
        for (int seed = 0; seed < SEEDS; seed++) {
            Show show = new Show(seed, window, mode);
            show.play(fps);
            show.both.close();
            if (back == 0 && show.back > 0) {
                first = "first in seed " + seed + show.where;
            }
            back += show.back;
            bridged += show.bridged;
            frames += show.frames;
            most = Math.max(most, show.most);
        }
        assertTrue(bridged > 100, bridged + " frames were bridged");
        assertEquals(0, back, "of " + frames + " frames, by up to " + most + " m, " + first);
    }

    private static final class Show implements LongConsumer {
        int frames;
        int bridged;
        int back;
        double most;
        String where = "";
        private final Random random;
        private final OneThread both;
        private final FrameSampler sampler;
        private long stallNanos;
        private double x;

        Show(int seed, int window, FrameMode mode) {
            random = Seeds.random(seed);
            both = new OneThread(new Steady(), OverloadPolicy.neverSlip(), this::cost, window);
            sampler = FrameSampler.builder(both.states()).mode(mode).open();
        }

        private long cost() {
            long nanos = stallNanos + (random.nextInt(20) == 0 ? 300_000 : 50_000);
            stallNanos = 0;
            return nanos;
        }

        void play(double fps) {
            for (int i = 0; i < 30; i++) {
                switch (random.nextInt(5)) {
                    case 0 -> both.physics().pause();
                    case 1, 2 -> stallNanos = random.nextInt(90) * MILLI;
                    default -> both.physics().timeScale(SCALES.get(random.nextInt(SCALES.size())));
                }
                both.run(0.002 + random.nextDouble() * (random.nextInt(4) > 0 ? 0.06 : 0.5), fps, this);
                both.physics().resume();
            }
        }

        @Override
        public void accept(long nanos) {
            Frame frame = sampler.sample(nanos);
            frames++;
            bridged += frame.isBridged() ? 1 : 0;
            double by = x - frame.x()[0];
            if (by > ROUNDING_METRES) {
                where = back == 0 ? " at " + nanos / 1e9 + " s, x " + x : where;
                back++;
                most = Math.max(most, by);
            }
            x = frame.x()[0];
        }
    }

    private static final class Steady extends Walkers {
        private long ticks;

        Steady() {
            super(1);
        }

        @Override
        public void step(Tick tick) {
            x = ++ticks / 100f;
        }
    }
}
