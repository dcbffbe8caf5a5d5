package io.github.freestep.benchmarks.scenes;

/**
 * What a body of an engine carries in channels, so that pictures of it can be checked without a closed form. Stateless.
 *
 * <p>The linear one is a sum of its coordinates and the tick: linear interpolation keeps that, whatever the motion, so in each
 * frame it must be the sum of what is shown. The stepped one is a sum of the bits of its pose and the tick, and below zero for a
 * body that is gone.
 */
final class Marks {
    static final String PLACE_CHANNEL = "place";
    static final String SUM_CHANNEL = "sum";

    static final float GONE = -1;

    /** Ticks are counted modulo this in the linear one: few, for a float to tell a thousandth of one. */
    static final int TICKS = 64;

    /** A float holds each of them exactly. */
    private static final int SUM_BITS = 24;

    private Marks() {}

    /** Different factors, so that coordinates can't be in each other's place. */
    static float place(float x, float y, float z) {
        return x + 2 * y + 3 * z;
    }

    /** Of every bit but the sign of an orientation, either of which is the same one. */
    static int bits(float x, float y, float z, float qx, float qy, float qz, float qw) {
        int bits = mix(mix(Float.floatToRawIntBits(x), y), z);
        return mix(mix(mix(mix(bits, Math.abs(qx)), Math.abs(qy)), Math.abs(qz)), Math.abs(qw));
    }

    private static int mix(int bits, float value) {
        // Odd, so that no one bit is without effect.
        return (bits ^ bits >>> 15) * 0x85EBCA6B + Float.floatToRawIntBits(value);
    }

    static float sum(int bits, float tick) {
        int all = mix(bits, tick) * 0x9E3779B1;
        return (all ^ all >>> 15) * 0xC2B2AE35 >>> Integer.SIZE - SUM_BITS;
    }
}
