package io.github.freestep.benchmarks.jmh.handoff;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * A {@code long} that is alone in its cache line, with the plainest atomic exchange that Java has.
 *
 * <p>This class is itself a JMH state, so that benchmarks reach the {@code long} without first loading a reference. The
 * superclass pads its start, and JMH pads its end.
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
