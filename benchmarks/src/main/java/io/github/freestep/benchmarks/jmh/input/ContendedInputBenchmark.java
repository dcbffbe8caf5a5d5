package io.github.freestep.benchmarks.jmh.input;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import java.util.concurrent.atomic.AtomicLongArray;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * Measures how long a producer takes to push a burst of {@value Burst#SIZE} inputs, with one producer and with two,
 * while a consumer polls at intervals, as a physics thread does. Use the median of the rows {@code push}: a burst takes
 * microseconds, but a preempted one takes milliseconds and would dominate a mean. The rows {@code take} are the time of
 * one poll plus the pause after it.
 */
@State(Scope.Group)
@BenchmarkMode(Mode.SampleTime)
public class ContendedInputBenchmark extends ShortRuns.FullHeap {
    private static final int PRODUCERS = 2;

    /** The number of longs in two cache lines. */
    private static final int STRIDE = 16;

    /** The limit of a producer's wait. At the end of an iteration, the consumer may stop before a producer does. */
    private static final long LONGEST_WAIT_NANOS = 100_000_000;

    @Param
    public InputPeer peer;

    /**
     * How long the consumer pauses between two polls. A physics thread pauses for milliseconds; with 0, the consumer
     * polls all the time.
     */
    @Param({"20", "0"})
    public long restMicros;

    /** The number of inputs taken from each producer; the consumer writes it once per poll. */
    private final AtomicLongArray taken = new AtomicLongArray((PRODUCERS + 1) * STRIDE);

    private InputQueue queue;

    @Setup
    public void open() {
        queue = peer.open();
    }

    @Benchmark
    @Group("oneProducer")
    public void push1(Pushing pushing) {
        pushing.push();
    }

    @Benchmark
    @Group("oneProducer")
    public double take1(Taking taking) {
        return taking.take(this);
    }

    @Benchmark
    @Group("twoProducers")
    @GroupThreads(PRODUCERS)
    public void push2(Pushing pushing) {
        pushing.push();
    }

    @Benchmark
    @Group("twoProducers")
    public double take2(Taking taking) {
        return taking.take(this);
    }

    /** A producer. Its number is the code of its inputs. */
    @State(Scope.Thread)
    public static class Pushing {
        private InputQueue.Producer producer;
        private int number;
        private long pushed;

        @Setup
        public void join(ContendedInputBenchmark benchmark, ThreadParams thread) {
            producer = benchmark.queue.join();
            number = thread.getSubgroupThreadIndex();
        }

        void push() {
            Burst.push(producer, number);
            pushed += Burst.SIZE;
        }

        /** Waits until the consumer has taken the burst, so that the next one fits. JMH does not measure this wait. */
        @TearDown(Level.Invocation)
        public void await(ContendedInputBenchmark benchmark) {
            long start = System.nanoTime();
            while (benchmark.taken.get((number + 1) * STRIDE) < pushed
                    && System.nanoTime() - start < LONGEST_WAIT_NANOS) {
                Thread.yield();
            }
        }
    }

    /** The consumer. */
    @State(Scope.Thread)
    public static class Taking {
        private final long[] counts = new long[PRODUCERS];
        private double sum;

        double take(ContendedInputBenchmark benchmark) {
            benchmark.queue.drain(this::count);
            for (int number = 0; number < PRODUCERS; number++) {
                benchmark.taken.setRelease((number + 1) * STRIDE, counts[number]);
            }
            long since = System.nanoTime();
            while (System.nanoTime() - since < benchmark.restMicros * 1_000) {
                Thread.onSpinWait();
            }
            return sum;
        }

        private void count(boolean edge, int code, float value, long nanos) {
            counts[code]++;
            sum += value + nanos + (edge ? 1 : 0);
        }
    }
}
