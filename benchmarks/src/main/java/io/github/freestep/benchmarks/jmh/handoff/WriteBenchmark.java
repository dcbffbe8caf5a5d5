package io.github.freestep.benchmarks.jmh.handoff;

import io.github.freestep.benchmarks.jmh.MovingSlots;
import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.TimeAnchor;
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
    private static final long TICK_NANOS = 10_000_000;

    /** A position and an orientation per body, one array per component. */
    private static final int ARRAYS = 7;

    private static final int FIRST_OF_ORIENTATION = 3;

    @Param({"16", "1000", "10000", "100000"})
    public int bodies;

    private MovingSlots moving;

    @Setup
    public void pose() {
        moving = new MovingSlots(bodies, 100, MovingSlots.Place.IN_ONE_PLACE);
    }

    /** Writes positions and orientations. Half of the quaternions must be negated in every tick. */
    @Benchmark
    public StateWriter poses(PoseChannel channel, WriterTicks ticks) {
        long tick = ticks.next();
        StateWriter state = channel.begin(tick);
        moving.write(state, tick, 0, bodies);
        return channel.publish(tick, state);
    }

    /** Writes the same number of floats as channels, which are only copied. */
    @Benchmark
    public StateWriter channels(PlainChannel channel, WriterTicks ticks) {
        long tick = ticks.next();
        StateWriter state = channel.begin(tick);
        float[][] source = moving.poses(tick);
        for (int i = 0; i < ARRAYS; i++) {
            state.linear(i, source[i], 0, bodies);
        }
        return channel.publish(tick, state);
    }

    @Benchmark
    public float[][] limitArraycopy(Slots slots, WriterTicks ticks) {
        float[][] target = slots.next();
        float[][] source = moving.poses(ticks.next());
        for (int i = 0; i < ARRAYS; i++) {
            System.arraycopy(source[i], 0, target[i], 0, source[i].length);
        }
        return target;
    }

    /**
     * Returns the first state. Freestep stores each quaternion with the sign that is nearer to the one in the previous
     * state. Every second body has the other sign here than in all later states, so Freestep must negate half of the
     * quaternions in every tick.
     */
    private float[][] first() {
        float[][] first = new float[ARRAYS][];
        for (int i = 0; i < ARRAYS; i++) {
            first[i] = moving.poses(0)[i].clone();
            for (int body = 1; i >= FIRST_OF_ORIENTATION && body < bodies; body += 2) {
                first[i][body] = -first[i][body];
            }
        }
        return first;
    }

    /** A state buffer as users have it. Its bodies have poses, which later states keep at no cost. */
    private abstract static class Channel {
        private final TimeAnchor anchor = new TimeAnchor();
        private StatePublisher publisher;

        void open(StateLayout layout, float[][] first) {
            publisher = StatePublisher.of(layout);
            for (int body = 0; body < layout.capacity(); body++) {
                publisher.bodies().spawn(body);
            }
            StateWriter state = begin(0);
            state.positions(first[0], first[1], first[2], 0, layout.capacity());
            state.orientations(first[3], first[4], first[5], first[6], 0, layout.capacity());
            publish(0, state);
        }

        StateWriter begin(long tick) {
            return publisher.begin(tick, tick * TICK_NANOS, anchor, tick * TICK_NANOS);
        }

        /** Returns the state, so that the JIT compiler cannot omit the writes. */
        StateWriter publish(long tick, StateWriter state) {
            publisher.publish(tick * TICK_NANOS);
            return state;
        }
    }

    @State(Scope.Thread)
    public static class PoseChannel extends Channel {
        @Setup
        public void open(WriteBenchmark benchmark) {
            open(StateLayout.of(benchmark.bodies), benchmark.first());
        }
    }

    @State(Scope.Thread)
    public static class PlainChannel extends Channel {
        @Setup
        public void open(WriteBenchmark benchmark) {
            StateLayout layout = StateLayout.of(benchmark.bodies).linear("x", "y", "z", "qx", "qy", "qz", "qw");
            open(layout, benchmark.first());
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
                slots[i] = new float[ARRAYS][benchmark.bodies];
            }
        }

        float[][] next() {
            newest = newest + 1 == slots.length ? 0 : newest + 1;
            return slots[newest];
        }
    }
}
