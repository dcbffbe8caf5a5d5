package io.github.freestep.benchmarks.jmh.input;

/** A burst of inputs: so many that the one clock reading per burst is negligible, and so few that they always fit. */
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
            throw new IllegalStateException("the queue refused an input, so the figure is not the cost of pushing");
        }
    }
}
