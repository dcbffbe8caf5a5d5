package io.github.freestep.benchmarks.scenes;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.motion.OneThread;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenesTest {
    private static final long TICK_NANOS = 10_000_000;

    @ParameterizedTest
    @ValueSource(strings = {"swarm", "resting swarm", "springs"})
    void noPictureOfARandomRunHasAFlaw(String name) {
        int bridged = 0;
        int bursts = 0;
        // Each seed has its own rate, window, overload policy and mode; together they reach every case of the check.
        for (long seed = 1; seed <= Thorough.of(8, 30); seed++) {
            SceneRun run = new SceneRun(name, seed, 300);
            run.run(1_000);
            bridged += run.bridged();
            bursts += run.bursts();
        }
        assertTrue(bridged > 100 && bursts > 30, bridged + " frames bridged, " + bursts + " bursts");
    }

    /** The physics thread catches up, drops time, or merges several ticks into one. */
    @ParameterizedTest
    @ValueSource(strings = {"swarm", "resting swarm", "springs"})
    void noPictureWithLateTicksHasAFlaw(String name) {
        int bridged = 0;
        for (long seed = 0; seed < Thorough.of(4, 12); seed++) {
            bridged += late(name, seed);
        }
        assertTrue(bridged > 100, bridged + " frames bridged");
    }

    private static int late(String name, long seed) {
        Random random = Seeds.random(seed);
        OverloadPolicy[] overloads = {OverloadPolicy.slip(), OverloadPolicy.merge(4), OverloadPolicy.slipAfter(20)};
        FrameMode[] modes = {FrameMode.INTERPOLATE, FrameMode.INTERPOLATE, FrameMode.EXTRAPOLATE};
        Scene scene = RestingSwarmTest.scene(name, 100, seed);
        // Now and then late by a few ticks; 1 tick in 100 stalls.
        LongSupplier cost = () -> random.nextInt(10) > 0
                ? random.nextLong(TICK_NANOS / 2)
                : random.nextLong((random.nextInt(10) > 0 ? 4 : 40) * TICK_NANOS);
        FrameMode mode = modes[random.nextInt(modes.length)];
        OverloadPolicy overload = overloads[random.nextInt(overloads.length)];
        try (OneThread both = new OneThread(scene, overload, cost)) {
            return late(both, mode, 30 + random.nextInt(270), scene, name + ", seed " + seed);
        }
    }

    private static int late(OneThread both, FrameMode mode, int fps, Scene scene, String where) {
        FrameSampler frames = FrameSampler.builder(both.states()).mode(mode).open();
        int[] bridged = new int[1];
        both.run(10, fps, nanos -> {
            Frame frame = frames.sample(nanos);
            assertNull(scene.flaw(frame), () -> where);
            bridged[0] += frame.isBridged() ? 1 : 0;
        });
        return bridged[0];
    }
}
