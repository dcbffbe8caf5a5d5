package io.github.freestep.benchmarks.shown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.motion.OneThread;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The player's own body in first person, with a service in this process whose steps take up to half of a tick, beside
 * the same body in the delayed picture of a sampler.
 */
class OwnBodyTest {
    private static final long MILLI = 1_000_000;
    private static final int FPS = 60;
    private static final double STEP = Walk.SPEED / FPS;
    private static final double FAR = 1e9;

    private final Random random = Seeds.random(1);
    private final WalkServer world = new WalkServer(FAR);
    private OneThread both;
    private FrameSampler plain;
    private OwnBody own;
    private FrameSampler mine;
    private FrameSampler newest;
    private double plainX;
    private double ownX;
    private double newestX;
    private double longestStep;

    private interface Player {
        void play();
    }

    @BeforeEach
    void open() {
        both = new OneThread(world, OverloadPolicy.slip(), () -> MILLI + random.nextInt(4_000_000));
        plain = FrameSampler.open(both.states());
        own = OwnBody.builder(new Walk(0, FAR), both.states(), both.physics().input())
                .rate(100)
                .open();
        mine = FrameSampler.open(own.states());
        newest = FrameSampler.builder(own.states()).mode(FrameMode.EXTRAPOLATE).open();
        run(2, () -> {});
    }

    @AfterEach
    void close() {
        both.close();
    }

    private void run(double seconds, Player player) {
        longestStep = 0;
        both.run(seconds, FPS, nanos -> {
            Frame frame = plain.sample(nanos);
            plainX = frame.slots() > 0 ? frame.x()[0] : 0;
            own.advance();
            double before = ownX;
            Frame me = mine.sample();
            ownX = me.slots() > 0 ? me.x()[0] : 0;
            Frame now = newest.sample();
            newestX = now.slots() > 0 ? now.x()[0] : 0;
            longestStep = Math.max(longestStep, Math.abs(ownX - before));
            player.play();
        });
    }

    @Test
    void theOwnBodyIsShownBeforeThePlainPicture() {
        run(0.2, () -> own.axis(Walk.AXIS, 1));
        double[] late = new double[2];
        int[] count = {0};
        run(2, () -> {
            late[0] += (ownX - plainX) / Walk.SPEED * 1e3;
            late[1] += (newestX - plainX) / Walk.SPEED * 1e3;
            count[0]++;
        });
        assertEquals(6, late[0] / count[0], 2, "ms before the plain picture");
        assertEquals(15, late[1] / count[0], 2, "ms before the plain picture, if it is extrapolated");
    }

    @Test
    void thePredictionIsWhatTheWorldDoesForAnyInput() {
        run(20, () -> {
            if (random.nextInt(10) == 0) {
                own.axis(Walk.AXIS, random.nextInt(3) - 1);
            }
            if (random.nextInt(30) == 0) {
                own.action(Walk.JUMP, 1);
            }
            assertEquals(0, own.correctionDistance(), 2e-6);
        });
        // The first frame of a run comes later.
        assertTrue(longestStep < 1.5 * STEP, () -> "a step of " + longestStep);
    }
}
