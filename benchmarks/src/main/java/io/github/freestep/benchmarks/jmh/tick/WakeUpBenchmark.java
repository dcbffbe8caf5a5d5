package io.github.freestep.benchmarks.jmh.tick;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How late a thread wakes up that waits for the next hundredth of a second. Each iteration prints the percentiles of
 * the lateness; the score is the period. A wake-up is due on a grid, except with {@code Thread.sleep}: there, it is due
 * one period after the one before.
 */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, time = 5)
@Measurement(iterations = 5, time = 5)
public class WakeUpBenchmark extends ShortRuns {
    private static final long PERIOD_NANOS = 10_000_000;

    /** The ways to wait. */
    public enum Way {
        FREESTEP,
        SLEEP
    }

    @Param
    public Way way;

    private final PreciseWait wait = new PreciseWait(NanoClock.system());
    private final Histogram lateness = new Histogram(3);
    private long dueNanos;

    @Setup(Level.Iteration)
    public void begin() {
        lateness.reset();
        dueNanos = System.nanoTime();
    }

    @Benchmark
    public void wakeUp() throws InterruptedException {
        dueNanos += PERIOD_NANOS;
        if (way == Way.FREESTEP) {
            wait.until(dueNanos);
        } else {
            dueNanos = System.nanoTime() + PERIOD_NANOS;
            TimeUnit.NANOSECONDS.sleep(PERIOD_NANOS);
        }
        lateness.recordValue(Math.max(0, System.nanoTime() - dueNanos));
    }

    @TearDown(Level.Iteration)
    public void print() {
        System.out.print("p50 " + Units.time(lateness.getValueAtPercentile(50)) + ", p99 "
                + Units.time(lateness.getValueAtPercentile(99)) + "; period ");
    }
}
