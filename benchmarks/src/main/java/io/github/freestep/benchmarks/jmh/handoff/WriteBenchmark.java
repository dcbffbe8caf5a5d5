package io.github.freestep.benchmarks.jmh.handoff;

import io.github.freestep.state.StatePublisher;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Writing a whole state from arrays and publishing it, by one thread, with {@code System.arraycopy} of the same bytes
 * as the limit.
 *
 * <p>All of it ends in memory that another thread could look at, so none of it can be left out.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class WriteBenchmark {
    @Param({"16", "1000", "10000", "100000"})
    public int bodies;

    private PublishedPoses poses;

    @Setup
    public void pose() {
        poses = new PublishedPoses(bodies);
    }

    /** Positions and orientations, half of which need turning, in every tick. */
    @Benchmark
    public boolean poses(PoseChannel channel, WriterTicks ticks) {
        long tick = ticks.next();
        return channel.handoff.publish(tick, poses.at(tick));
    }

    /** As many floats that need nothing but copying. */
    @Benchmark
    public boolean channels(PlainChannel channel, WriterTicks ticks) {
        long tick = ticks.next();
        return channel.handoff.publish(tick, poses.at(tick));
    }

    @Benchmark
    public float[][] limitArraycopy(Slots slots, WriterTicks ticks) {
        float[][] target = slots.next();
        Payload.copy(poses.at(ticks.next()), target);
        return target;
    }

    @State(Scope.Thread)
    public static class PoseChannel {
        private FreestepHandoff handoff;

        @Setup
        public void open(WriteBenchmark benchmark) {
            handoff = new FreestepHandoff(benchmark.bodies);
            handoff.publish(0, benchmark.poses.first());
        }
    }

    @State(Scope.Thread)
    public static class PlainChannel {
        private FreestepHandoff handoff;

        @Setup
        public void open(WriteBenchmark benchmark) {
            handoff = new FreestepChannelsHandoff(benchmark.bodies);
        }
    }

    /**
     * As many targets as the channel writes to in turn, for the same use of the caches: its window and one more. The
     * rest of its states is there for what a reader may hold.
     */
    @State(Scope.Thread)
    public static class Slots {
        private final float[][][] slots = new float[StatePublisher.DEFAULT_DEPTH + 1][][];
        private int newest;

        @Setup
        public void allocate(WriteBenchmark benchmark) {
            for (int i = 0; i < slots.length; i++) {
                slots[i] = Payload.allocate(benchmark.bodies);
            }
        }

        float[][] next() {
            newest = newest + 1 == slots.length ? 0 : newest + 1;
            return slots[newest];
        }
    }
}
