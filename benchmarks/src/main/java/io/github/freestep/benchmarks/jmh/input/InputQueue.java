package io.github.freestep.benchmarks.jmh.input;

/** One way to get inputs from several threads to one. It refuses what finds no room, and loses nothing else. */
interface InputQueue {
    /** Room for many bursts, in every queue that has a bound. */
    int CAPACITY = 4_096;

    /** For a thread of its own; to be called before the first input. */
    Producer join();

    /** Gives what there is, or some of it, to the sink. For one thread. */
    void drain(Sink sink);

    /** A pushing thread's end. */
    @FunctionalInterface
    interface Producer {
        boolean edge(int code, float value, long nanos);
    }

    /** Where inputs end up. */
    @FunctionalInterface
    interface Sink {
        void accept(boolean edge, int code, float value, long nanos);
    }
}
