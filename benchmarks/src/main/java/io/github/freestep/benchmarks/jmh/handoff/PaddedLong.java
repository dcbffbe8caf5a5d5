package io.github.freestep.benchmarks.jmh.handoff;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A word alone in its cache line, with the plainest atomic exchange that Java has.
 *
 * <p>It is a JMH state itself, so that benchmarks reach the word without a load in between; JMH pads the end of it.
 */
@State(Scope.Benchmark)
public class PaddedLong extends CacheLinePadding {
    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(PaddedLong.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused")
    private volatile long word;

    long getAndSet(long value) {
        return (long) WORD.getAndSet(this, value);
    }
}
