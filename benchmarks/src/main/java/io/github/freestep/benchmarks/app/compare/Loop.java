package io.github.freestep.benchmarks.app.compare;

/**
 * One way to drive a simulation, as a frame meets it. Times are in nanoseconds since the start, at which simulation time is
 * zero. For one thread.
 */
interface Loop {
    /** What all loops have in common that step by a fixed time. */
    long TICK_NANOS = 10_000_000;

    /** A frame begins: steps what is due by this way's own lights, and says what to show. */
    void frame(long nowNanos, ShownFrame picture);

    /** What it knows to be due and has not stepped. */
    default long owedNanos(long nowNanos) {
        return 0;
    }

    /** When the next frame may begin; most leave that to the display. */
    default long notBeforeNanos() {
        return 0;
    }
}
