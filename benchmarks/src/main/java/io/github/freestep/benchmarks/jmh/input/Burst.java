package io.github.freestep.benchmarks.jmh.input;

/** So many inputs at once that reading the clock for them costs nothing, and so few that they always fit. */
final class Burst {
    static final int SIZE = 256;

    private Burst() {}

    static void push(InputQueue.Producer producer, int code) {
        long nanos = System.nanoTime();
        boolean accepted = true;
        for (int i = 0; i < SIZE; i++) {
            accepted &= producer.edge(code, i, nanos + i);
        }
        if (!accepted) {
            throw new IllegalStateException("an input was refused, so what was measured is not what pushing costs");
        }
    }
}
