package io.github.freestep.benchmarks.jmh.wire;

import io.github.freestep.benchmarks.jmh.ShortRuns;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.net.wire.StateFollower;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.VirtualClock;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The time to encode and decode a body of a pile of boxes. */
@State(Scope.Thread)
public class WireBenchmark extends ShortRuns {
    private static final int BOXES = 1_000;
    private static final int RATE = 100;

    /** In the collapse, all boxes move at 1 to 3 m/s. */
    private static final int COLLAPSE = 320;

    private static final int COLLAPSED = 540;
    private static final int ASLEEP = 1_300;

    @Param({"standard", "exact"})
    public String precision;

    @Param({"true", "false"})
    public boolean moving;

    private RecordedBoxes recorded;
    private StateEncoder encoder;
    private StateFollower follower;
    private VirtualClock clock;
    private final Traffic traffic = new Traffic();
    private int tick;
    private int direction = 1;

    private final StateEncoder.Output link = new StateEncoder.Output() {
        @Override
        public void baseline(ByteBuffer datagram) {
            follower.receive(datagram, clock.nanoTime());
        }

        @Override
        public void piece(ByteBuffer datagram) {
            follower.receive(datagram, clock.nanoTime());
        }
    };

    @Setup
    public void record() {
        recorded = RecordedBoxes.pile(BOXES, RATE, ASLEEP);
        PoseGrid chosen = precision.equals("exact") ? PoseGrid.EXACT : PoseGrid.STANDARD;
        encoder = StateEncoder.of(StateLayout.of(BOXES), chosen, 1);
        clock = new VirtualClock(0);
        follower = StateFollower.of(StateLayout.of(BOXES), StateFollower.DEFAULT_WINDOW, clock);
        tick = moving ? COLLAPSE : ASLEEP - 1;
    }

    /** Plays the collapse to and fro, so that it does not end. */
    private io.github.freestep.state.State next() {
        if (moving) {
            tick += direction;
            direction = tick == COLLAPSE ? 1 : tick == COLLAPSED ? -1 : direction;
        }
        return recorded.publish(tick);
    }

    @Benchmark
    @OperationsPerInvocation(BOXES)
    public Object publishAlone() {
        return next();
    }

    @Benchmark
    @OperationsPerInvocation(BOXES)
    public long encode() {
        encoder.encode(next(), recorded.nanos(), traffic);
        return traffic.pieceBytes;
    }

    @Benchmark
    @OperationsPerInvocation(BOXES)
    public long encodeAndFollow() {
        clock.advance(recorded.nanos() - clock.nanoTime());
        encoder.encode(next(), recorded.nanos(), link);
        follower.poll(clock.nanoTime());
        return follower.receivedTick();
    }
}
