package io.github.freestep.render.picture;

import io.github.freestep.state.State;
import io.github.freestep.state.content.StateInside;
import java.util.Arrays;

/**
 * Computes poses between two adjacent states, and up to two gaps beyond. One instance belongs to one thread; allocates
 * nothing, never blocks, and takes one to two nanoseconds for a body whose values are in the cache.
 *
 * <p>Guarantees, for states whose orientations have length one, each in the hemisphere of the one before:
 *
 * <ol>
 *   <li>At t = 0 the result is the older state, bit for bit. At t = 1 it is the newer state.
 *   <li>In between, an orientation has length one within 1e-6, even if the lengths in the states are off by a
 *       thousandth. It differs from the exact slerp by at most 1e-6 if the rotation between the states is at most 90
 *       degrees, and by at most 5e-5 up to 180 degrees. The rotation takes the short way.
 *   <li>Beyond t = 1, and up to 3, the motion continues, with the same accuracy up to 2 and half of it at 3. Positions
 *       and channels stop at the largest finite value.
 *   <li>A resting body stays as it is for every t: its position bit for bit, and its orientation except for the length,
 *       which becomes one.
 *   <li>Finite states give finite poses: no value becomes NaN or infinite. If both orientations are all zeros, so
 *       is the result. A quaternion of length a hundred or more is not a valid orientation, and can make the
 *       polynomial of {@link SlerpCurve} overflow. The result is then the orientation at which the interpolation
 *       begins, at length one.
 * </ol>
 *
 * <p>Bodies are processed in blocks, so that the values that one loop has read are still in the
 * cache for the next loop.
 *
 * <p>Rejected: arrays longer than the capacity, so that all begin at the same offset in a cache line and at different
 * offsets in a page. That saves up to 12 % for 1,000, 8,192 and 16,384 bodies, and at most 6 % for 10,000, 30,000 and
 * 100,000. In return, no user could rely on the length of an array. A capacity of 12 more than a multiple of 16, and
 * not close to a multiple of 1,024, has the same effect.
 */
final class Interpolator {
    /**
     * The number of bodies in a block, in a range of at most {@value #MANY} bodies. It is large enough to make up for
     * the scalar ends of every loop. It is small enough to keep most of a block's values, 50 KB, in the first-level
     * cache of a core. Blocks of {@value #BLOCK} take up to 8 % longer for 10,000 bodies, and 9 to 10 % for 100,000.
     * Blocks of 512 fit into that cache entirely, but take up to 10 % longer for 10,000 bodies on JDK 25.
     */
    static final int SMALL_BLOCK = 1024;

    /**
     * The number of bodies in a block of a larger range. A block takes 200 KB, which fits into the second-level cache
     * of a core. For a million bodies, blocks of 2048 take 15 % longer on a Zen 4 processor. On a Xeon, the difference
     * between 1024, 2048 and 4096 is less than the noise of such a measurement.
     */
    static final int BLOCK = 4096;

    /** The greatest number of bodies that are processed in small blocks. */
    static final int MANY = 1 << 17;

    /** The components of an orientation, in the order of {@link Poses#all}. */
    private static final int QX = Poses.ORIENTATION;

    private static final int QY = QX + 1;
    private static final int QZ = QX + 2;
    private static final int QW = QX + 3;

    private static final float[] ZEROS = new float[BLOCK];

    private final SlerpCurve curve = new SlerpCurve();

    /** The t that the curve is set for. */
    private double curveOf = Double.NaN;

    /** Interpolates positions, orientations and linear channels of a range of slots. */
    void interpolate(State older, State newer, Poses out, int from, int to, double t) {
        take(t);
        float[][] a = StateInside.values(older);
        float[][] b = StateInside.values(newer);
        int block = to - from > MANY ? BLOCK : SMALL_BLOCK;
        for (int start = from; start < to; start += block) {
            int end = Math.min(start + block, to);
            poses(a, b, out, start, end);
            if (out.relative != null) {
                out.relative.interpolate(older, newer, out, start, end, t);
            }
        }
        linear(a, b, out, Poses.LINEAR, out.all.length, from, to, (float) t);
    }

    /** Interpolates only positions, with the result of {@link #interpolate}. */
    static void positions(State older, State newer, Poses out, int from, int to, double t) {
        if (out.relative != null) {
            out.relative.interpolate(older, newer, out, from, to, t);
        } else {
            float[][] a = StateInside.values(older);
            linear(a, StateInside.values(newer), out, 0, Poses.ORIENTATION, from, to, (float) t);
        }
    }

    /** Sets the t for {@link #poses}, from 0 to 3. A frame has one, and may have many ranges. */
    void take(double t) {
        if (t != curveOf) {
            // Beyond the newer state, every gap has the curve of the first one.
            curve.set(t - Math.max(0, Math.ceil(t) - 1));
            curveOf = t;
        }
    }

    /** Bends the positions of motion that continues beyond the newest state: see {@link Bracket#bend(int)}. */
    void bend(Bracket states, Poses out, int from, int to) {
        for (int i = from; states.first != null && i < to; i++) {
            states.bend(i);
            out.x[i] = Kernels.bounded((float) (out.x[i] + states.bend[0]), Float.MAX_VALUE);
            out.y[i] = Kernels.bounded((float) (out.y[i] + states.bend[1]), Float.MAX_VALUE);
            out.z[i] = Kernels.bounded((float) (out.z[i] + states.bend[2]), Float.MAX_VALUE);
        }
    }

    /** Interpolates the poses of at most {@value #BLOCK} slots. Leaves positions relative to an origin out. */
    void poses(float[][] older, float[][] newer, Poses out, int start, int end) {
        // Orientations come first, because they use the arrays of positions as scratch.
        orientations(older, newer, out, start, end, curveOf);
        if (out.relative == null) {
            linear(older, newer, out, 0, Poses.ORIENTATION, start, end, (float) curveOf);
        }
    }

    /** Interpolates some components, each by itself. */
    static void linear(float[][] older, float[][] newer, Poses out, int first, int last, int start, int end, float t) {
        for (int i = first; i < last; i++) {
            if (t > 1) {
                Kernels.extrapolate(older[i], newer[i], out.all[i], start, end, t);
            } else {
                Kernels.lerp(older[i], newer[i], out.all[i], start, end, t);
            }
        }
    }

    /** Adds a part of an error to poses and channels, and brings the orientations back to length one. */
    static void correct(Poses out, Poses error, int from, int to, float weight) {
        for (int i = 0; i < out.all.length; i++) {
            if (!Poses.isOrientation(i)) {
                Kernels.addBounded(out.all[i], error.all[i], from, to, weight);
            }
        }
        for (int start = from; start < to; start += BLOCK) {
            int end = Math.min(start + BLOCK, to);
            for (int i = QX; i <= QW; i++) {
                Kernels.add(out.all[i], error.all[i], start, end, weight);
            }
            Kernels.normalise(out.qx, out.qy, out.qz, out.qw, start, end);
        }
    }

    private void orientations(float[][] older, float[][] newer, Poses out, int start, int end, double t) {
        if (t == 0 || t == 1) {
            float[][] state = t == 0 ? older : newer;
            for (int i = QX; i <= QW; i++) {
                System.arraycopy(state[i], start, out.all[i], start, end - start);
            }
            return;
        }
        float[] weights = out.x;
        Kernels.products(older[QX], newer[QX], older[QY], newer[QY], weights, start, end);
        if (t > 1) {
            reflect(older, newer, out, weights, start, end);
        }
        Kernels.weights(older[QZ], newer[QZ], older[QW], newer[QW], weights, start, end, curve);
        if (t > 2) {
            for (int i = QX; i <= QW; i++) {
                Kernels.secondReflection(older[i], newer[i], out.y, weights, out.all[i], start, end);
            }
            normalise(newer, out, start, end);
        } else if (t > 1) {
            mix(newer, out.all, weights, out, start, end);
            normalise(newer, out, start, end);
        } else {
            mix(older, newer, weights, out, start, end);
            normalise(older, out, start, end);
        }
    }

    private static void mix(float[][] first, float[][] second, float[] weights, Poses out, int start, int end) {
        for (int i = QX; i <= QW; i++) {
            Kernels.mix(first[i], second[i], weights, out.all[i], start, end);
        }
    }

    /**
     * Computes the next orientations, as they are if the rotation continues. Beyond t = 1, this class interpolates
     * between the newer state and these. The angle between the two is the same as between the states, so the weights
     * are the same, too. Rejected: passing t above 1 to the curve. That works for 30 degrees a tick, but for 120
     * degrees the tangent has a pole.
     */
    private static void reflect(float[][] older, float[][] newer, Poses out, float[] half, int start, int end) {
        float[] twice = out.y;
        Kernels.twice(older[QZ], newer[QZ], older[QW], newer[QW], half, twice, start, end);
        for (int i = QX; i <= QW; i++) {
            Kernels.reflect(older[i], newer[i], twice, out.all[i], start, end);
        }
    }

    /**
     * Brings orientations to length one, and replaces those whose length is not finite. If a product overflows, the
     * length becomes infinite or NaN, and {@code Arrays.mismatch} finds that in 0.05 ns per body. Rejected: clamping
     * all components of both states, which takes two more operations on each of eight arrays.
     */
    private static void normalise(float[][] first, Poses out, int start, int end) {
        float[] finite = out.x;
        Kernels.normalise(out.qx, out.qy, out.qz, out.qw, finite, start, end);
        int unlike = Arrays.mismatch(finite, start, end, ZEROS, 0, end - start);
        if (unlike >= 0) {
            replace(first, out, finite, start + unlike, end);
        }
    }

    private static void replace(float[][] first, Poses out, float[] finite, int start, int end) {
        for (int i = start; i < end; i++) {
            if (finite[i] != 0) {
                double x = first[QX][i];
                double y = first[QY][i];
                double z = first[QZ][i];
                double w = first[QW][i];
                double length = Math.max(Math.sqrt(x * x + y * y + z * z + w * w), Double.MIN_NORMAL);
                out.qx[i] = (float) (x / length);
                out.qy[i] = (float) (y / length);
                out.qz[i] = (float) (z / length);
                out.qw[i] = (float) (w / length);
            }
        }
    }
}
