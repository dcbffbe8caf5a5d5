package io.github.freestep.benchmarks.scenes;

/**
 * Values that an engine's body carries in two channels, so that pictures of it can be checked although no formula gives
 * its motion. Stateless.
 *
 * <p>The linear channel holds a sum of the coordinates and the tick. Linear interpolation preserves that relation for
 * any motion. So in each frame, the channel must equal the sum of the shown values. The stepped channel holds a
 * checksum of the bits of the pose and the tick; it is negative for a removed body.
 */
final class Marks {
    static final String PLACE_CHANNEL = "place";
    static final String SUM_CHANNEL = "sum";

    static final float GONE = -1;

    /** The linear channel counts ticks modulo this small number, so that a float resolves a thousandth of a tick. */
    static final int TICKS = 64;

    /** A float holds every integer of this many bits exactly. */
    private static final int SUM_BITS = 24;

    private Marks() {}

    /** Sums the coordinates. The factors differ, so that the check finds swapped coordinates. */
    static float place(float x, float y, float z) {
        return x + 2 * y + 3 * z;
    }

    /**
     * Mixes all bits, except the signs in the quaternion, because a quaternion and its negative are the
     * same orientation.
     */
    static int bits(float x, float y, float z, float qx, float qy, float qz, float qw) {
        int bits = mix(mix(Float.floatToRawIntBits(x), y), z);
        return mix(mix(mix(mix(bits, Math.abs(qx)), Math.abs(qy)), Math.abs(qz)), Math.abs(qw));
    }

    private static int mix(int bits, float value) {
        // The factor is odd, so that every bit has an effect.
        return (bits ^ bits >>> 15) * 0x85EBCA6B + Float.floatToRawIntBits(value);
    }

    static float sum(int bits, float tick) {
        int all = mix(bits, tick) * 0x9E3779B1;
        return (all ^ all >>> 15) * 0xC2B2AE35 >>> Integer.SIZE - SUM_BITS;
    }
}
