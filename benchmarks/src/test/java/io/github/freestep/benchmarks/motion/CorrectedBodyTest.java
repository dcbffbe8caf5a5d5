package io.github.freestep.benchmarks.motion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.prediction.ShownStates;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Checks that frames never show a body moving backwards that moves at a constant speed, and is set back by at most
 * 1.27 times its way in a half-life of the error.
 */
class CorrectedBodyTest {
    private static final StateLayout LAYOUT = StateLayout.of(1);
    private static final int SEEDS = Thorough.of(60, 2_000);
    private static final int CORRECTIONS = 5;

    /** The promised bound, in ways of a half-life. */
    private static final double BOUND = 1.27;

    /** The rounding of positions of tens of metres by floats. */
    private static final double ROUNDING_METRES = 2e-5;

    @Test
    void neverGoesBack() {
        int corrections = 0;
        for (long seed : Seeds.first(SEEDS).toArray()) {
            Show show = new Show(seed, BOUND);
            show.play();
            assertEquals(0, show.back, "seed " + seed + ", by up to " + show.most + " m");
            corrections += (int) show.shown.corrections();
        }
        assertTrue(corrections >= CORRECTIONS * Seeds.first(SEEDS).count(), corrections + " corrections");
    }

    /** A run of corrections, each after the error of the last one has ended. */
    private static final class Show {
        final ShownStates shown;
        int back;
        double most;

        private final Random random;
        private final long gap;
        private final long frameGap;
        private final long halfLife;
        private final double speed;
        private final double largest;
        private final VirtualClock clock = new VirtualClock(0);
        private final StatePublisher truth = StatePublisher.of(LAYOUT, 2);
        private final StateReader reader = truth.states().reader();
        private final TimeAnchor anchor = new TimeAnchor();
        private final FrameSampler sampler;
        private double x;
        private double shownX = -1;
        private long nextFrame;

        /** Sets the body back by up to this multiple of its way in a half-life. */
        Show(long seed, double times) {
            random = Seeds.random(seed);
            gap = 1_000_000L * (5 + random.nextInt(30));
            frameGap = 1_000_000L * (4 + random.nextInt(30));
            halfLife = 1_000_000L * (20 + random.nextInt(200));
            speed = 1e-9 * (0.2 + random.nextDouble());
            largest = times * speed * halfLife;
            shown = new ShownStates(LAYOUT, 2 + random.nextInt(4), clock, false, halfLife, 100);
            sampler = FrameSampler.builder(shown.states()).clock(clock).open();
            truth.bodies().spawn(0);
        }

        void play() {
            // An error ends after 10 half-lives.
            long between = 11 * halfLife / gap;
            for (long tick = 0; tick < between * (CORRECTIONS + 1); tick++) {
                framesUntil(tick * gap + random.nextInt(3_000_000));
                boolean corrects = tick % between == between - 1;
                if (corrects) {
                    x -= largest * random.nextDouble();
                    truth.replace(anchor, tick * gap).position(0, x, 0, 0);
                    truth.publish(clock.nanoTime());
                }
                x += speed * gap;
                truth.begin(tick, tick * gap, anchor, tick * gap).position(0, x, 0, 0);
                truth.publish(clock.nanoTime());
                reader.acquire();
                if (corrects) {
                    shown.correct(reader.state(1));
                }
                shown.follow(reader.state(0));
            }
            sampler.close();
        }

        private void framesUntil(long nanos) {
            for (; nextFrame < nanos; nextFrame += frameGap) {
                clock.advance(nextFrame - clock.nanoTime());
                Frame frame = sampler.sample(clock.nanoTime());
                if (frame.hasState()) {
                    double step = frame.x()[0] - shownX;
                    back += step < -ROUNDING_METRES ? 1 : 0;
                    most = Math.max(most, -step);
                    shownX = frame.x()[0];
                }
            }
            clock.advance(nanos - clock.nanoTime());
        }
    }
}
