package io.github.freestep.render;

/**
 * The loops that a frame is made of, over a range of bodies, {@code from} included, {@code to} not. Stateless; they
 * allocate nothing, and take the same time whatever the values.
 *
 * <p>C2 turns each into SIMD code, on JDK 17 and on 25, and that is why they look as they do:
 *
 * <ul>
 *   <li>A loop is short, or it is neither unrolled nor vectorised. All four products of two quaternions in one loop: 0.14 ns
 *       a body on 25, and 1.0 on 17; in two loops 0.19 on both.
 *   <li>All arrays of a loop are indexed alike. So what one loop leaves for the next lies in an array of full length too.
 *   <li>No branch, no {@code copySign}, no {@code Math.fma}, which is done in software where the processor has none.
 *   <li>{@code mix} takes one component. With two a call, on 17, it is vectorised in one caller and not in another.
 * </ul>
 *
 * <p>Each has a row of its own in the benchmarks.
 */
final class Kernels {
    /** Added to the square of a length. Lost in that of an orientation, and keeps zero from becoming NaN. */
    private static final float TINY = 1e-30f;

    private Kernels() {}

    /**
     * From {@code a} at t = 0 to {@code b} at t = 1, bit by bit at both ends, and {@code a} wherever the two are equal,
     * so that what rests does not tremble. The value moves one way as t grows, and is finite if both ends are.
     *
     * <p>{@code a + (b - a) * t} is infinite where the difference is. Halves are exact and cannot overflow, and the two
     * additions take no longer than the loads. What lost: {@code a * (1 - t) + b * t}, which trembles at rest;
     * {@code a + (b * t - a * t)}, which goes back and forth between close values; {@link #bounded}, at twice the time.
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

    /** Replaces {@code b} by how much {@code a} is above it, within a limit. */
    static void difference(float[] a, float[] b, int from, int to, float limit) {
        for (int i = from; i < to; i++) {
            b[i] = bounded(a[i] - b[i], limit);
        }
    }

    /** In a loop it takes 0.05 ns a value, so it is only where a sum can overflow. */
    private static float bounded(float value, float limit) {
        return Math.max(-limit, Math.min(limit, value));
    }

    static void add(float[] out, float[] error, int from, int to, float weight) {
        for (int i = from; i < to; i++) {
            out[i] += error[i] * weight;
        }
    }

    /** Half of a dot product. */
    static void products(float[] a, float[] b, float[] c, float[] d, float[] sum, int from, int to) {
        for (int i = from; i < to; i++) {
            sum[i] = a[i] * b[i] + c[i] * d[i];
        }
    }

    /** The other half, and what the curve makes of the whole. */
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

    /** {@link #lerp} with a weight for each body. */
    static void mix(float[] a, float[] b, float[] weights, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] + (b[i] - a[i]) * weights[i];
        }
    }

    /** The other half of a dot product, and twice the whole. */
    static void twice(float[] a, float[] b, float[] c, float[] d, float[] sum, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = 2 * (sum[i] + a[i] * b[i] + c[i] * d[i]);
        }
    }

    /** With twice their dot product, what is to {@code b} as {@code b} is to {@code a}: the same rotation, once more. */
    static void reflect(float[] a, float[] b, float[] twice, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = twice[i] * b[i] - a[i];
        }
    }

    /**
     * To length one, in one loop: as two, with the factors stored in between, it takes 0.25 ns a body in place of 0.18. The
     * square root and the division are not what it waits for.
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

    /** The same, and a zero for each body whose length was finite; NaN for the others. */
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
