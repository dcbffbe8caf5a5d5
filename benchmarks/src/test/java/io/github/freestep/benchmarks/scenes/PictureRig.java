package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.State;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.Arrays;

/** A scene at 100 Hz with frames between two ticks. A test plants a flaw by changing their arrays. */
final class PictureRig {
    static final int BODIES = 200;
    private static final long TICK_NANOS = 10_000_000;

    final Scene scene;
    final InlineStepper stepper;
    private final FrameSampler frames;

    PictureRig(String name) {
        scene = Scenes.of(name, BODIES, Seeds.of(7), StepCost.NONE);
        stepper = PhysicsService.builder(scene).clock(new VirtualClock(0)).inline();
        frames = FrameSampler.builder(stepper.states())
                .clock(stepper.clock())
                .allowedLateness(Duration.ZERO)
                .open();
        for (int i = 0; i < 50; i++) {
            next();
        }
    }

    /** Samples one tick later, at 0.4 of the way between two states. */
    Frame next() {
        stepper.advance(TICK_NANOS);
        return frames.sample(stepper.clock().nanoTime() + 4 * TICK_NANOS / 10);
    }

    /** Returns what a frame interpolates: the position, the orientation and the linear channel. */
    static float[][] values(Frame frame) {
        return new float[][] {
            frame.x(), frame.y(), frame.z(), frame.qx(), frame.qy(), frame.qz(), frame.qw(), frame.linear(0)
        };
    }

    /** Returns all arrays of a state: position, orientation and channels. */
    static float[][] values(State state) {
        return new float[][] {
            state.x(),
            state.y(),
            state.z(),
            state.qx(),
            state.qy(),
            state.qz(),
            state.qw(),
            state.linear(0),
            state.stepped(0),
            state.stepped(1)
        };
    }

    static float[][] copy(float[][] values) {
        return Arrays.stream(values).map(float[]::clone).toArray(float[][]::new);
    }

    static void paste(float[][] from, float[][] to, int first, int end) {
        for (int i = 0; i < from.length; i++) {
            System.arraycopy(from[i], first, to[i], first, end - first);
        }
    }
}
