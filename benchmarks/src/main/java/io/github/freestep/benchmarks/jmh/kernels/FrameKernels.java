package io.github.freestep.benchmarks.jmh.kernels;

import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.benchmarks.jmh.MovingSlots;
import io.github.freestep.benchmarks.jmh.Poses;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.VirtualClock;
import java.lang.invoke.MethodHandle;

/** The hidden work of a frame, on two adjacent states of moving bodies. */
final class FrameKernels {
    private static final MethodHandle INTERPOLATE = Internals.method("render.picture.Interpolator", "interpolate", 6);

    /** The number of different values of t. None is 0 or 1, because interpolation would only copy a state. */
    private static final int FRAMES = 97;

    final MovingSlots slots;
    final State newer;
    private final State older;
    private final Poses states;
    private final Object interpolator = Internals.call(Internals.constructor("render.picture.Interpolator", 0));
    private final io.github.freestep.render.picture.Poses out;
    private final int bodies;
    private int frame;

    FrameKernels(int bodies) {
        this.bodies = bodies;
        slots = new MovingSlots(bodies);
        StateLayout layout = StateLayout.of(bodies);
        out = Internals.call(Internals.constructor("render.picture.Poses", 1), layout);
        states = new Poses(layout, 2, new VirtualClock(0));
        StateReader reader = states.publisher.states().reader();
        for (int tick = 0; tick < 2; tick++) {
            slots.write(states.begin(tick), tick);
            states.publish();
            reader.acquire();
        }
        older = reader.state(1);
        newer = reader.state(0);
    }

    /** Interpolates between the two states, or extrapolates if t is above 1. Returns the object that it wrote to. */
    Object interpolate(double t) throws Throwable {
        INTERPOLATE.invokeExact(interpolator, older, newer, out, 0, bodies, t);
        return out;
    }

    /** Returns a frame that shows the newer state. Benchmarks pack its poses. */
    Frame frame() {
        return FrameSampler.open(states.publisher.states()).sample();
    }

    double t() {
        frame = frame + 1 == FRAMES ? 0 : frame + 1;
        return (frame + 1.0) / (FRAMES + 1);
    }
}
