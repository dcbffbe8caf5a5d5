package io.github.freestep.render;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.nio.FloatBuffer;

/** What a frame does, as a whole and loop by loop, for benchmarks to call. */
public final class KernelAccess {
    private final Interpolator interpolator = new Interpolator();
    private final SlerpCurve curve = new SlerpCurve();
    private final Packing packing = new Packing();
    private final Poses out;
    private final Poses error;
    private final int bodies;

    public KernelAccess(StateLayout layout) {
        out = new Poses(layout);
        error = new Poses(layout);
        bodies = layout.capacity();
    }

    /** The result, for a benchmark to hand to the black hole. */
    public float[] interpolate(State older, State newer, double t) {
        interpolator.interpolate(older, newer, out, 0, bodies, t);
        return out.qw;
    }

    public float[] correct() {
        Interpolator.correct(out, error, 0, bodies, 0.5f);
        return out.qw;
    }

    public float[] snap(State older, State newer) {
        Discontinuities.apply(older, newer, newer, out, 0, bodies);
        return out.qw;
    }

    public void interleaved(float[] target) {
        packing.interleaved(out, 0, bodies, target, 0);
    }

    public void interleaved(FloatBuffer target) {
        packing.interleaved(out, 0, bodies, target);
    }

    public void matrices(float[] target) {
        packing.matrices(out, 0, bodies, target, 0);
    }

    public void matrices(FloatBuffer target) {
        packing.matrices(out, 0, bodies, target);
    }

    public float curve(double t) {
        curve.set(t);
        return curve.c4;
    }

    public float[] lerp(State older, State newer, float t) {
        Kernels.lerp(older.x(), newer.x(), out.x, 0, bodies, t);
        return out.x;
    }

    public float[] extrapolate(State older, State newer, float t) {
        Kernels.extrapolate(older.x(), newer.x(), out.x, 0, bodies, t);
        return out.x;
    }

    public float[] addBounded() {
        Kernels.addBounded(out.x, error.x, 0, bodies, 0.5f);
        return out.x;
    }

    public float[] add() {
        Kernels.add(out.x, error.x, 0, bodies, 0.5f);
        return out.x;
    }

    public float[] products(State older, State newer) {
        Kernels.products(older.qx(), newer.qx(), older.qy(), newer.qy(), out.x, 0, bodies);
        return out.x;
    }

    /** In place, again and again: the curve is at t = 1/2, so that what comes out of one call is fit for the next. */
    public float[] weights(State older, State newer) {
        Kernels.weights(older.qz(), newer.qz(), older.qw(), newer.qw(), out.x, 0, bodies, curve);
        return out.x;
    }

    public float[] mix(State older, State newer) {
        Kernels.mix(older.qx(), newer.qx(), out.x, out.qx, 0, bodies);
        return out.qx;
    }

    public float[] normalise() {
        Kernels.normalise(out.qx, out.qy, out.qz, out.qw, 0, bodies);
        return out.qw;
    }

    public float[] normaliseAndTell() {
        Kernels.normalise(out.qx, out.qy, out.qz, out.qw, out.x, 0, bodies);
        return out.qw;
    }

    public float[] twice(State older, State newer) {
        Kernels.twice(older.qz(), newer.qz(), older.qw(), newer.qw(), out.x, out.y, 0, bodies);
        return out.y;
    }

    public float[] reflect(State older, State newer) {
        Kernels.reflect(older.qx(), newer.qx(), out.y, out.qx, 0, bodies);
        return out.qx;
    }
}
