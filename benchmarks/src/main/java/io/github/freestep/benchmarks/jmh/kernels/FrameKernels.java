package io.github.freestep.benchmarks.jmh.kernels;

import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.lang.invoke.MethodHandle;

/**
 * Gives benchmarks access to the work of a frame. Each method returns the object it wrote to.
 */
final class FrameKernels {
    private static final MethodHandle INTERPOLATE = Internals.method("render.Interpolator", "interpolate", 6);

    private final Object interpolator = Internals.call(Internals.constructor("render.Interpolator", 0));
    private final Object out;
    private final int bodies;

    FrameKernels(StateLayout layout) {
        out = Internals.call(Internals.constructor("render.Poses", 1), layout);
        bodies = layout.capacity();
    }

    Object interpolate(State older, State newer, double t) throws Throwable {
        INTERPOLATE.invokeExact(interpolator, older, newer, out, 0, bodies, t);
        return out;
    }
}
