package io.github.freestep.benchmarks.jmh.handoff;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The writing thread's count; with that thread alone, where no reader's cache line can be the same. */
@State(Scope.Thread)
public class WriterTicks {
    private long tick;

    long next() {
        return ++tick;
    }
}
