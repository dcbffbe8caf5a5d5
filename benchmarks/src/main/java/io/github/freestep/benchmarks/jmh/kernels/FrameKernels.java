package io.github.freestep.benchmarks.jmh.kernels;

import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.lang.invoke.MethodHandle;

/**
 * Gives benchmarks access to the work of a frame, as a whole and loop by loop. Each method returns the object it
 * wrote to.
 */
final class FrameKernels {
    static final MethodHandle LERP = loop("lerp", 6);
    static final MethodHandle EXTRAPOLATE = loop("extrapolate", 6);
    static final MethodHandle ADD_BOUNDED = loop("addBounded", 5);
    static final MethodHandle ADD = loop("add", 5);
    static final MethodHandle PRODUCTS = loop("products", 7);
    static final MethodHandle WEIGHTS = loop("weights", 8);
    static final MethodHandle MIX = loop("mix", 6);
    static final MethodHandle NORMALISE = loop("normalise", 6);
    static final MethodHandle NORMALISE_AND_REPORT = loop("normalise", 7);
    static final MethodHandle TWICE = loop("twice", 8);
    static final MethodHandle REFLECT = loop("reflect", 6);
    static final MethodHandle SET_CURVE = Internals.method("render.SlerpCurve", "set", 1);

    private static final MethodHandle NEW_CURVE = Internals.constructor("render.SlerpCurve", 0);
    private static final MethodHandle NEW_POSES = Internals.constructor("render.Poses", 1);
    private static final MethodHandle NEW_INTERPOLATOR = Internals.constructor("render.Interpolator", 0);
    private static final MethodHandle INTERPOLATE = Internals.method("render.Interpolator", "interpolate", 6);
    private static final MethodHandle CORRECT = Internals.method("render.Interpolator", "correct", 5);
    private static final MethodHandle SNAP = Internals.method("render.Discontinuities", "apply", 6);

    private final Object interpolator = Internals.call(NEW_INTERPOLATOR);
    private final Object out;
    private final Object error;
    private final int bodies;

    FrameKernels(StateLayout layout) {
        out = Internals.call(NEW_POSES, layout);
        error = Internals.call(NEW_POSES, layout);
        bodies = layout.capacity();
    }

    private static MethodHandle loop(String name, int parameters) {
        return Internals.method("render.Kernels", name, parameters);
    }

    /**
     * Makes a curve, which {@link #SET_CURVE} sets to a t, and from which {@link #WEIGHTS} computes weights for slerp.
     */
    static Object newCurve() {
        return Internals.call(NEW_CURVE);
    }

    Object interpolate(State older, State newer, double t) throws Throwable {
        INTERPOLATE.invokeExact(interpolator, older, newer, out, 0, bodies, t);
        return out;
    }

    Object correct() throws Throwable {
        CORRECT.invokeExact(out, error, 0, bodies, 0.5f);
        return out;
    }

    Object snap(State older, State newer) throws Throwable {
        SNAP.invokeExact(older, newer, newer, out, 0, bodies);
        return out;
    }
}
