package io.github.freestep.benchmarks.scenes;

/**
 * How a float tells the tick of a birth, or of a removal: modulo 2^24, the most that it holds exactly, and below zero for a
 * body that is gone. No life is as long as that, so with the tick of the state it is told in full. Stateless.
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
