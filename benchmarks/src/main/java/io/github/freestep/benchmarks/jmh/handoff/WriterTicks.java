package io.github.freestep.benchmarks.jmh.handoff;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The tick counter of the writing thread. As a JMH state of that thread, it shares no cache line with a reader. */
@State(Scope.Thread)
public class WriterTicks {
    private long tick;

    long next() {
        return ++tick;
    }
}
