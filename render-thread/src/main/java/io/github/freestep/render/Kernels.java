package io.github.freestep.render;

/**
 * The loops that make a frame, over a range of slots, {@code from} inclusive, {@code to} exclusive. Stateless; they
 * allocate nothing, and take the same time for all values.
 *
 * <p>C2 turns each into SIMD code, on JDK 17 and on 25, and that is why they look as they do:
 *
 * <ul>
 *   <li>Every loop is short, because C2 neither unrolls nor vectorises a long one. All four products of two quaternions
 *       take 0.14 ns for a body in one loop on JDK 25, and 1.0 on 17; in two loops they take 0.19 on both.
 *   <li>All arrays of a loop use the same index. So even a result that one loop only passes on to the next is an array
 *       of full length.
 *   <li>No branch, no {@code copySign}, and no {@code Math.fma}, which is emulated if the processor has none.
 *   <li>{@code mix} handles one component. If a call handled two, JDK 17 would vectorise it in one caller and not in
 *       another.
 * </ul>
 *
 * <p>Each has a row of its own in the benchmarks.
 */
final class Kernels {
    /**
     * Added to the square of an orientation's length. It is too small to change the square of a valid orientation. It
     * keeps an orientation of all zeros from becoming NaN.
     */
    private static final float TINY = 1e-30f;

    private Kernels() {}

    /**
     * Interpolates from {@code a} at t = 0 to {@code b} at t = 1. Both ends are exact bit by bit, and the result is
     * {@code a} wherever the two are equal, so that a resting body does not tremble. The value moves one way as t
     * grows, and is finite if both ends are.
     *
     * <p>{@code a + (b - a) * t} is infinite if {@code b - a} overflows. This method therefore computes half of
     * {@code (b - a) * t} and adds it twice. Halving is exact, the difference of halves cannot overflow, and the two
     * additions take no longer than the loads. Rejected: {@code a * (1 - t) + b * t}, which trembles at rest;
     * {@code a + (b * t - a * t)}, which goes back and forth between close values; and {@link #bounded}, which takes
     * twice the time.
     */
    static void lerp(float[] a, float[] b, float[] out, int from, int to, float t) {
        if (t == 0 || t == 1) {
            System.arraycopy(t == 0 ? a : b, from, out, from, to - from);
            return;
        }
        for (int i = from; i < to; i++) {
            float half = (b[i] * 0.5f - a[i] * 0.5f) * t;
            out[i] = a[i] + half + half;
        }
    }

    /** Continues {@link #lerp} beyond t = 1, up to the largest finite value. */
    static void extrapolate(float[] a, float[] b, float[] out, int from, int to, float t) {
        for (int i = from; i < to; i++) {
            out[i] = bounded(a[i] + (b[i] - a[i]) * t, Float.MAX_VALUE);
        }
    }

    /** Adds a part of an error, up to the largest finite value. */
    static void addBounded(float[] out, float[] error, int from, int to, float weight) {
        for (int i = from; i < to; i++) {
            out[i] = bounded(out[i] + error[i] * weight, Float.MAX_VALUE);
        }
    }

    /** Replaces {@code b} by {@code a - b}, within a limit. */
    static void difference(float[] a, float[] b, int from, int to, float limit) {
        for (int i = from; i < to; i++) {
            b[i] = bounded(a[i] - b[i], limit);
        }
    }

    /** Takes 0.05 ns for a value in a loop, so it is used only where a sum can overflow. */
    private static float bounded(float value, float limit) {
        return Math.max(-limit, Math.min(limit, value));
    }

    static void add(float[] out, float[] error, int from, int to, float weight) {
        for (int i = from; i < to; i++) {
            out[i] += error[i] * weight;
        }
    }

    /** Computes half of a dot product. */
    static void products(float[] a, float[] b, float[] c, float[] d, float[] sum, int from, int to) {
        for (int i = from; i < to; i++) {
            sum[i] = a[i] * b[i] + c[i] * d[i];
        }
    }

    /** Adds the other half, and applies the curve to the whole. */
    static void weights(float[] a, float[] b, float[] c, float[] d, float[] sum, int from, int to, SlerpCurve curve) {
        float t = curve.t;
        float c1 = curve.c1;
        float c2 = curve.c2;
        float c3 = curve.c3;
        float c4 = curve.c4;
        for (int i = from; i < to; i++) {
            float x = sum[i] + a[i] * b[i] + c[i] * d[i] - 1;
            sum[i] = t + x * (c1 + x * (c2 + x * (c3 + x * c4)));
        }
    }

    /** Does {@link #lerp} with a weight for each body. */
    static void mix(float[] a, float[] b, float[] weights, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] + (b[i] - a[i]) * weights[i];
        }
    }

    /** Adds the other half of a dot product, and doubles the whole. */
    static void twice(float[] a, float[] b, float[] c, float[] d, float[] sum, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = 2 * (sum[i] + a[i] * b[i] + c[i] * d[i]);
        }
    }

    /**
     * Repeats the rotation from {@code a} to {@code b} once more, beginning at {@code b}: {@code out = twice * b - a}.
     * {@code twice} is twice the dot product of {@code a} and {@code b}.
     */
    static void reflect(float[] a, float[] b, float[] twice, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = twice[i] * b[i] - a[i];
        }
    }

    /**
     * Normalises in one loop, which takes 0.18 ns for a body. Two loops, with the factors stored in between, take 0.25
     * ns. Splitting gains nothing, because the one loop does not wait for the square root or the division.
     */
    static void normalise(float[] x, float[] y, float[] z, float[] w, int from, int to) {
        for (int i = from; i < to; i++) {
            float a = x[i];
            float b = y[i];
            float c = z[i];
            float d = w[i];
            float factor = 1 / (float) Math.sqrt(a * a + b * b + c * c + d * d + TINY);
            x[i] = a * factor;
            y[i] = b * factor;
            z[i] = c * factor;
            w[i] = d * factor;
        }
    }

    /** Normalises too, and stores zero for each body whose length was finite, and NaN for the others. */
    static void normalise(float[] x, float[] y, float[] z, float[] w, float[] finite, int from, int to) {
        for (int i = from; i < to; i++) {
            float a = x[i];
            float b = y[i];
            float c = z[i];
            float d = w[i];
            float square = a * a + b * b + c * c + d * d + TINY;
            finite[i] = square * 0;
            float factor = 1 / (float) Math.sqrt(square);
            x[i] = a * factor;
            y[i] = b * factor;
            z[i] = c * factor;
            w[i] = d * factor;
        }
    }
}
