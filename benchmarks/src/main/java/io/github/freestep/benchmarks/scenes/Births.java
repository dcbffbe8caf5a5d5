package io.github.freestep.benchmarks.scenes;

/**
 * Encodes the tick of a birth or removal in a float. The tick is taken modulo 2^24, because floats hold integers
 * exactly only up to 2^24. The value is negative for a removed body. No life lasts 2^24 ticks, so the full tick follows
 * from the float and the tick of the state.
 */
final class Births {
    static final String CHANNEL = "birth";

    private static final int MODULUS = 1 << 24;

    private Births() {}

    static float encode(long tick, boolean alive) {
        int rest = (int) (tick & MODULUS - 1);
        return alive ? rest : -1 - rest;
    }

    static boolean alive(float birth) {
        return birth >= 0;
    }

    static long tick(float birth, long reachedTick) {
        return reachedTick - (reachedTick - rest(birth) & MODULUS - 1);
    }

    /** Returns the tick modulo 2^24. */
    static int rest(float birth) {
        return (int) (birth < 0 ? -1 - birth : birth);
    }
}
