package io.github.freestep.benchmarks.jmh.input;

/**
 * A way to pass inputs from several threads to one. It refuses inputs if it is full, and loses none that it accepted.
 */
interface InputQueue {
    /** The capacity of every bounded queue: enough for many bursts. */
    int CAPACITY = 4_096;

    /** Joins as a producer, for one thread. Call this before the first input. */
    Producer join();

    /** Passes all or some of the queued inputs to the sink. For one thread. */
    void drain(Sink sink);

    /** The pushing end of a queue. For one thread. */
    @FunctionalInterface
    interface Producer {
        boolean edge(int code, float value, long nanos);
    }

    /** Receives inputs. */
    @FunctionalInterface
    interface Sink {
        void accept(boolean edge, int code, float value, long nanos);
    }
}
