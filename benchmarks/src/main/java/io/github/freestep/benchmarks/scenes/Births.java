package io.github.freestep.benchmarks.scenes;

/**
 * Encodes the tick of a birth or removal in a float: modulo 2^24, the limit of exact integers, and negative for a
 * removed body. No life is that long, so the float and the tick of the state give the full tick.
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
        int rest = (int) (birth < 0 ? -1 - birth : birth);
        return reachedTick - (reachedTick - rest & MODULUS - 1);
    }
}
