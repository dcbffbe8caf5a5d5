package io.github.freestep.benchmarks.shown;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.physics.recording.Replay;
import io.github.freestep.physics.recording.ReplaySimulation;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.ShaderModel;
import io.github.freestep.render.server.past.StateHistory;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.testing.Seeds;
import java.nio.file.Path;
import java.util.Random;
import org.joml.Quaterniond;
import org.joml.Vector3d;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A shader that blends two states shows the frames of every source of states. */
class BlendedSourcesTest {
    private static final long MILLI = 1_000_000;
    private static final long FRAME = 7 * MILLI;
    private static final int FRAMES = 1_000;
    private static final double FAR = 1e9;

    @TempDir
    Path folder;

    private final Random random = Seeds.random(3);
    private ShaderModel shader = new ShaderModel(Walk.LAYOUT.capacity());
    private int compared;
    private double distance;

    /** Compares what a shader shows with the poses of another frame. */
    private void compare(Frame blended, Frame expected) {
        if (!expected.hasState()) {
            return;
        }
        shader.upload(blended);
        Vector3d at = new Vector3d();
        Vector3d shown = new Vector3d();
        for (int slot = 0; slot < expected.slots(); slot++) {
            if (expected.isAlive(slot)) {
                shader.pose(slot, shown, new Quaterniond());
                assertEquals(0, shown.distance(expected.position(slot, at)), 1e-5, expected::toString);
                compared++;
                distance = Math.max(distance, at.x);
            }
        }
    }

    /** Samples the states twice in each frame, and checks that something moves and each state is uploaded once. */
    private void watch(StateBuffer states, Runnable frame) {
        shader = new ShaderModel(Walk.LAYOUT.capacity());
        compared = 0;
        distance = 0;
        try (FrameSampler lazy = FrameSampler.builder(states).lazy(true).open();
                FrameSampler eager = FrameSampler.open(states)) {
            for (int i = 0; i < FRAMES; i++) {
                frame.run();
                long now = states.clock().nanoTime();
                compare(lazy.sample(now), eager.sample(now));
            }
        }
        assertTrue(compared > FRAMES / 2 && distance > 1, () -> compared + " bodies, up to " + distance);
        assertTrue(
                shader.uploadedStates <= FRAMES * FRAME / (10 * MILLI) + 2, () -> shader.uploadedStates + " uploads");
    }

    private InlineStepper local() {
        return PhysicsService.builder(new WalkServer(FAR))
                .rate(100)
                .axes(WalkServer.PLAYERS * WalkServer.AXES)
                .inline();
    }

    private void walk(InlineStepper physics) {
        if (random.nextInt(10) == 0) {
            physics.input().axis(Walk.AXIS, random.nextFloat() + 0.1f);
        }
        physics.advance(FRAME);
    }

    @Test
    void localAndRecordedStates() throws Exception {
        Path file = folder.resolve("run");
        try (InlineStepper physics = local();
                Recorder recorder = Recorder.open(physics, file, "walk", "", 0)) {
            watch(physics.states(), () -> walk(physics));
            assertNull(recorder.failure());
        }
        try (Replay replay = Replay.open(file, () -> new WalkServer(FAR), CommandReader.NONE);
                InlineStepper player = PhysicsService.builder(new ReplaySimulation(replay))
                        .rate(100)
                        .inline()) {
            watch(player.states(), () -> player.advance(FRAME));
        }
    }

    @Test
    void pastStates() {
        try (InlineStepper physics = local();
                StateHistory history = StateHistory.builder(physics.states()).open()) {
            for (int i = 0; i < FRAMES; i++) {
                walk(physics);
                history.update();
                Frame then = history.at((long) (random.nextDouble() * history.newestNanos()));
                compare(then, then);
            }
            assertTrue(compared > FRAMES && distance > 1);
            Frame then = history.at(history.newestNanos() - FRAME);
            history.update();
            refused("upload them before the next update()", IllegalStateException.class, then::older);
        }
    }

    /** The predicted body is in a buffer of its own, whose states have the correction already. */
    @Test
    void remoteAndPredictedStates() {
        try (WalkLink net = new WalkLink(1, new WalkServer(FAR));
                OwnBody own = OwnBody.builder(new Walk(0, FAR), net.remote.states(), net.remote.input())
                        .rate(100)
                        .confirmedBy(Walk.NUMBER, Walk.LAYOUT.steppedChannel("number"))
                        .open()) {
            Runnable frame = () -> {
                net.run(FRAME);
                own.axis(Walk.AXIS, random.nextFloat());
                own.advance();
            };
            watch(own.states(), frame);
            watch(net.remote.states(), frame);
        }
    }
}
