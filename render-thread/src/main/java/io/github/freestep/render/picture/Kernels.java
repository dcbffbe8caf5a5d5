package io.github.freestep.render.picture;

/**
 * The inner loops that compute a frame. Each runs over a range of slots, from {@code from} inclusive to {@code to}
 * exclusive. Stateless; allocates nothing; the time does not depend on the values.
 *
 * <p>HotSpot's compiler C2 turns each loop into SIMD code, on JDK 17 and on 25. The loops are written so that it can:
 *
 * <ul>
 *   <li>Every loop is short, because C2 neither unrolls nor vectorises a long one. For example, the dot product of two
 *       quaternions has four products. In one loop they take 0.14 ns for a body on JDK 25 and 1.0 ns on 17. In two
 *       loops they take 0.19 ns on both.
 *   <li>All arrays of a loop use the same index, the slot. So even an array that only passes a result from one loop to
 *       the next is as long as the others.
 *   <li>No loop has a branch, {@code copySign}, or {@code Math.fma}, which is emulated if the processor lacks it.
 *   <li>{@code mix} handles one component. If it handled two, JDK 17 would vectorise it in some callers and not
 *       in others.
 * </ul>
 *
 * <p>The benchmarks measure each loop by itself.
 */
final class Kernels {
    /**
     * Added to the square of an orientation's length. It is too small to change the square of a valid orientation. It
     * keeps an orientation of all zeros from becoming NaN.
     */
    private static final float TINY = 1e-30f;

    private Kernels() {}

    /**
     * Interpolates from {@code a} at t = 0 to {@code b} at t = 1. Both ends are exact to the last bit. Where the two
     * are equal, the result is {@code a}, so that a resting body does not tremble. The result is monotonic in t, and
     * finite if both ends are.
     *
     * <p>This method computes half of {@code (b - a) * t} and adds it twice. Halving is exact, and the difference of
     * two halves cannot overflow. The second addition costs nothing, because the loop waits for its loads anyway.
     *
     * <p>Rejected:
     *
     * <ul>
     *   <li>{@code a + (b - a) * t}, which is infinite if {@code b - a} overflows.
     *   <li>{@code a * (1 - t) + b * t}, which trembles at rest.
     *   <li>{@code a + (b * t - a * t)}, which is not monotonic between close values.
     *   <li>A limit as in {@link #bounded}, which takes twice as long.
     * </ul>
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

    /** Continues {@link #lerp} beyond t = 1. The result stops at the largest finite value. */
    static void extrapolate(float[] a, float[] b, float[] out, int from, int to, float t) {
        for (int i = from; i < to; i++) {
            out[i] = bounded(a[i] + (b[i] - a[i]) * t, Float.MAX_VALUE);
        }
    }

    /** Adds {@code weight} times an error. The result stops at the largest finite value. */
    static void addBounded(float[] out, float[] error, int from, int to, float weight) {
        for (int i = from; i < to; i++) {
            out[i] = bounded(out[i] + error[i] * weight, Float.MAX_VALUE);
        }
    }

    /** Replaces {@code b} by {@code a - b}, clamped to {@code -limit} and {@code limit}. */
    static void difference(float[] a, float[] b, int from, int to, float limit) {
        for (int i = from; i < to; i++) {
            b[i] = bounded(a[i] - b[i], limit);
        }
    }

    /** Clamps a value. In a loop this costs 0.05 ns for each value, so it is used only where a sum can overflow. */
    static float bounded(float value, float limit) {
        return Math.max(-limit, Math.min(limit, value));
    }

    static void add(float[] out, float[] error, int from, int to, float weight) {
        for (int i = from; i < to; i++) {
            out[i] += error[i] * weight;
        }
    }

    /** Computes the first two of the four products of a dot product, and adds them. */
    static void products(float[] a, float[] b, float[] c, float[] d, float[] sum, int from, int to) {
        for (int i = from; i < to; i++) {
            sum[i] = a[i] * b[i] + c[i] * d[i];
        }
    }

    /**
     * Completes the dot product that {@link #products} began, and computes each body's weight from it. The weight is
     * how far the body's orientation is from {@code a} to {@code b}.
     */
    static void weights(float[] a, float[] b, float[] c, float[] d, float[] sum, int from, int to, SlerpCurve curve) {
        float t = curve.t;
        float c1 = (float) curve.terms[0];
        float c2 = (float) curve.terms[1];
        float c3 = (float) curve.terms[2];
        float c4 = (float) curve.terms[3];
        for (int i = from; i < to; i++) {
            float x = sum[i] + a[i] * b[i] + c[i] * d[i] - 1;
            sum[i] = t + x * (c1 + x * (c2 + x * (c3 + x * c4)));
        }
    }

    /** Interpolates with a weight for each body: from {@code a} at weight 0 to {@code b} at weight 1. */
    static void mix(float[] a, float[] b, float[] weights, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] + (b[i] - a[i]) * weights[i];
        }
    }

    /** Completes the dot product that {@link #products} began, and doubles it. */
    static void twice(float[] a, float[] b, float[] c, float[] d, float[] sum, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = 2 * (sum[i] + a[i] * b[i] + c[i] * d[i]);
        }
    }

    /**
     * Applies the rotation from {@code a} to {@code b} once more, to {@code b}. The result is {@code twice * b - a},
     * where {@code twice} is twice the dot product of {@code a} and {@code b}.
     */
    static void reflect(float[] a, float[] b, float[] twice, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = twice[i] * b[i] - a[i];
        }
    }

    /**
     * Interpolates from the first to the second repetition of the rotation from {@code a} to {@code b}. These are
     * {@code c = twice * b - a} and {@code twice * c - b}.
     */
    static void secondReflection(float[] a, float[] b, float[] twice, float[] weights, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            float t = twice[i];
            float w = weights[i];
            out[i] = b[i] * (t + (t * t - 1 - t) * w) - a[i] * (1 + (t - 1) * w);
        }
    }

    /**
     * Brings quaternions to length one, in 0.18 ns for a body. Rejected: a first loop that stores the factors and a
     * second that applies them, which take 0.25 ns. They gain nothing, because the single loop does not wait for the
     * square root or the division.
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

    /**
     * Brings quaternions to length one, and reports overflow in {@code finite}: zero for each body whose length was
     * finite, and NaN for the others.
     */
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
