package io.github.freestep.state;

import java.util.Arrays;

/**
 * Flips quaternions into the hemisphere of the state before, as they are written.
 *
 * <p>The sign is computed as v / |v|, since neither a comparison of floats nor {@code Math.copySign} becomes SIMD code;
 * all loops are short, and index every array alike, for the same reason. Where that gives no sign (a product of nearly
 * zero, or of values that are no longer finite), the block is done again one by one.
 */
final class Hemisphere {
    /** Bodies: sixteen kilobytes of quaternions, which stay in the first-level cache from loop to loop. */
    private static final int BLOCK = 1024;

    /** Added to a product, to give an unused body, whose quaternion is zero, a sign. */
    private static final float BIAS = 1e-20f;

    private static final float[] ONES = new float[BLOCK];

    static {
        Arrays.fill(ONES, 1);
    }

    private Hemisphere() {}

    /** 1 or -1, whatever the values. */
    static float sign(State previous, int body, float qx, float qy, float qz, float qw) {
        float product =
                previous.qx[body] * qx + previous.qy[body] * qy + previous.qz[body] * qz + previous.qw[body] * qw;
        return product < 0 ? -1 : 1;
    }

    static void write(float[] qx, float[] qy, float[] qz, float[] qw, State previous, State into, int from, int to) {
        for (int start = from; start < to; start += BLOCK) {
            int end = Math.min(start + BLOCK, to);
            // The target's own arrays serve as scratch, so that nothing else comes through the cache.
            multiply(qx, previous.qx, qy, previous.qy, into.qw, start, end);
            multiplyAdd(qz, previous.qz, qw, previous.qw, into.qw, start, end);
            signs(into.qw, into.qx, start, end);
            if (Arrays.mismatch(into.qx, start, end, ONES, 0, end - start) < 0) {
                flip(qx, into.qw, into.qx, start, end);
                flip(qy, into.qw, into.qy, start, end);
                flip(qz, into.qw, into.qz, start, end);
                flip(qw, into.qw, into.qw, start, end);
            } else {
                oneByOne(qx, qy, qz, qw, previous, into, start, end);
            }
        }
    }

    private static void multiply(float[] a, float[] b, float[] c, float[] d, float[] product, int start, int end) {
        for (int i = start; i < end; i++) {
            product[i] = a[i] * b[i] + c[i] * d[i];
        }
    }

    private static void multiplyAdd(float[] a, float[] b, float[] c, float[] d, float[] product, int start, int end) {
        for (int i = start; i < end; i++) {
            product[i] = product[i] + a[i] * b[i] + c[i] * d[i];
        }
    }

    /** The magnitude of a sign is exactly one, or it is not a number. */
    private static void signs(float[] sign, float[] magnitude, int start, int end) {
        for (int i = start; i < end; i++) {
            float biased = sign[i] + BIAS;
            float quotient = biased / Math.abs(biased);
            sign[i] = quotient;
            magnitude[i] = Math.abs(quotient);
        }
    }

    private static void flip(float[] source, float[] sign, float[] target, int start, int end) {
        for (int i = start; i < end; i++) {
            target[i] = source[i] * sign[i];
        }
    }

    private static void oneByOne(
            float[] qx, float[] qy, float[] qz, float[] qw, State previous, State into, int start, int end) {
        for (int i = start; i < end; i++) {
            float sign = sign(previous, i, qx[i], qy[i], qz[i], qw[i]);
            into.qx[i] = qx[i] * sign;
            into.qy[i] = qy[i] * sign;
            into.qz[i] = qz[i] * sign;
            into.qw[i] = qw[i] * sign;
        }
    }
}
