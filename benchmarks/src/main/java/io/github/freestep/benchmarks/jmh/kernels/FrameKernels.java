package io.github.freestep.benchmarks.jmh.kernels;

import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.lang.invoke.MethodHandle;

/**
 * Gives benchmarks access to the work of a frame. Each method returns the object it wrote to.
 */
final class FrameKernels {
    private static final MethodHandle NEW_POSES = Internals.constructor("render.Poses", 1);
    private static final MethodHandle NEW_INTERPOLATOR = Internals.constructor("render.Interpolator", 0);
    private static final MethodHandle INTERPOLATE = Internals.method("render.Interpolator", "interpolate", 6);

    private final Object interpolator = Internals.call(NEW_INTERPOLATOR);
    private final Object out;
    private final int bodies;

    FrameKernels(StateLayout layout) {
        out = Internals.call(NEW_POSES, layout);
        bodies = layout.capacity();
    }

    Object interpolate(State older, State newer, double t) throws Throwable {
        INTERPOLATE.invokeExact(interpolator, older, newer, out, 0, bodies, t);
        return out;
    }
}
