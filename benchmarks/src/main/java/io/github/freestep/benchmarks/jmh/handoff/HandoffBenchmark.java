package io.github.freestep.benchmarks.jmh.handoff;

import io.github.freestep.benchmarks.jmh.MovingSlots;
import io.github.freestep.benchmarks.jmh.ShortRuns;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/**
 * One thread writes the poses of all bodies and publishes them, at full speed or 1,000 times a second, and another one
 * acquires the newest state as often as it can and reads it. So both need a core, and nothing else may run.
 *
 * <p>There is one long iteration, because JMH adds up counters over iterations: {@code p50Nanos} and {@code p99Nanos}
 * from the begin of a publish to its acquire. {@code -prof gc} counts garbage.
 * With several forks, it adds them up, too, so use one fork ({@code -f 1}) in each run.
 */
@State(Scope.Group)
@BenchmarkMode(Mode.SampleTime)
@Measurement(iterations = 1, time = 10)
public class HandoffBenchmark extends ShortRuns {
    private static final long PERIOD_NANOS = 1_000_000;

    /** More than the ticks that a reader can be behind at 1 kHz. A power of two. */
    private static final int TICKS = 1 << 16;

    /** The reader reads one float of each cache line. */
    private static final int FLOATS_OF_LINE = 16;

    @Param
    public HandoffWay way;

    @Param({"1", "1000", "100000"})
    public int bodies;

    private final long[] begunNanos = new long[TICKS];
    private HandoffWay.Handoff handoff;
    private MovingSlots moving;

    @Setup
    public void open() {
        moving = new MovingSlots(bodies);
        handoff = way.open(bodies);
    }

    @Benchmark
    @Group("fullSpeed")
    public void publish(Published counts) {
        long tick = counts.next();
        handoff.publish(tick, moving.poses(tick));
    }

    @Benchmark
    @Group("fullSpeed")
    public float acquire() {
        HandoffWay.Snapshot state = handoff.acquire();
        return state == null ? 0 : read(state);
    }

    @Benchmark
    @Group("paced")
    public void publishPaced(Published counts, Pace pace) {
        long tick = counts.next();
        begunNanos[(int) tick & TICKS - 1] = System.nanoTime();
        handoff.publish(tick, moving.poses(tick));
    }

    @Benchmark
    @Group("paced")
    public float acquirePaced(Acquired counts) {
        HandoffWay.Snapshot state = handoff.acquire();
        if (state == null) {
            return 0;
        }
        counts.sinceBegun.recordValue(Math.max(0, System.nanoTime() - begunNanos[(int) state.tick & TICKS - 1]));
        return read(state);
    }

    private static float read(HandoffWay.Snapshot state) {
        float sum = 0;
        for (float[] values : state.poses) {
            for (int i = 0; i < values.length; i += FLOATS_OF_LINE) {
                sum += values[i];
            }
        }
        return sum;
    }

    /** Counts the ticks of the writer. */
    @State(Scope.Thread)
    public static class Published {
        private long ticks;

        long next() {
            return ++ticks;
        }
    }

    /**
     * Waits until the next publish is due. JMH does not measure that. Warm-up does not wait, because the compiler needs
     * more publishes than there are in a few seconds at 1 kHz, and then most of the measured ones would be slow.
     */
    @State(Scope.Thread)
    public static class Pace {
        private long dueNanos;
        private boolean waits;

        @Setup(Level.Iteration)
        public void begin(IterationParams iteration) {
            dueNanos = System.nanoTime();
            waits = iteration.getType() == IterationType.MEASUREMENT;
        }

        @Setup(Level.Invocation)
        public void await() {
            dueNanos = Math.max(dueNanos + PERIOD_NANOS, System.nanoTime() - PERIOD_NANOS);
            while (waits && System.nanoTime() - dueNanos < 0) {
                Thread.onSpinWait();
            }
        }
    }

    /** How long states were on their way in an iteration. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Acquired {
        private final Histogram sinceBegun = new Histogram(3);

        @Setup(Level.Iteration)
        public void begin() {
            sinceBegun.reset();
        }

        public long p50Nanos() {
            return sinceBegun.getValueAtPercentile(50);
        }

        public long p99Nanos() {
            return sinceBegun.getValueAtPercentile(99);
        }
    }
}
