package io.github.freestep.benchmarks.jmh.tick;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.benchmarks.report.Units;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How late a thread wakes up that sleeps for a hundredth of a second with {@code Thread.sleep}. Each iteration prints
 * the percentiles of the lateness; the score is the period.
 */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 1, time = 5)
@Measurement(iterations = 5, time = 5)
public class WakeUpBenchmark extends ShortRuns {
    private static final long PERIOD_NANOS = 10_000_000;

    private final Histogram lateness = new Histogram(3);

    @Setup(Level.Iteration)
    public void begin() {
        lateness.reset();
    }

    @Benchmark
    public void wakeUp() throws InterruptedException {
        long dueNanos = System.nanoTime() + PERIOD_NANOS;
        TimeUnit.NANOSECONDS.sleep(PERIOD_NANOS);
        lateness.recordValue(Math.max(0, System.nanoTime() - dueNanos));
    }

    @TearDown(Level.Iteration)
    public void print() {
        System.out.print("p50 " + Units.time(lateness.getValueAtPercentile(50)) + ", p99 "
                + Units.time(lateness.getValueAtPercentile(99)) + "; period ");
    }
}
