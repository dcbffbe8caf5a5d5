package io.github.freestep.benchmarks.jmh.handoff;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.state.StatePublisher;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Writes a whole state from arrays and publishes it, by one thread. The limit is {@code System.arraycopy} of
 * the same bytes.
 *
 * <p>All writes go to memory that another thread could read, so the JIT compiler cannot omit them.
 */
@State(Scope.Thread)
public class WriteBenchmark extends ShortRuns {
    @Param({"16", "1000", "10000", "100000"})
    public int bodies;

    private PublishedPoses poses;

    @Setup
    public void pose() {
        poses = new PublishedPoses(bodies);
    }

    /** Writes positions and orientations. Half of the quaternions must be negated in every tick. */
    @Benchmark
    public boolean poses(PoseChannel channel, WriterTicks ticks) {
        long tick = ticks.next();
        return channel.handoff.publish(tick, poses.at(tick));
    }

    /** Writes the same number of floats as channels, which are only copied. */
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
     * The targets of {@code limitArraycopy}, written in turn. Their number is that of the states that the state
     * buffer writes in turn (its window and one more), so that both use the caches alike. Its other states are
     * reserved for readers.
     */
    @State(Scope.Thread)
    public static class Slots {
        private final float[][][] slots = new float[StatePublisher.DEFAULT_WINDOW + 1][][];
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
