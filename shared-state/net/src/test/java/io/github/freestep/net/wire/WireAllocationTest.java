package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Measures allocations with the counter of the JVM, which is exact to the byte. */
class WireAllocationTest {
    private static final int BATCHES = 50;
    private static final int STATES = 100;
    private static final StateLayout LAYOUT = StateLayout.of(200).linear("fuel").stepped("gear");

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final World world = new World(LAYOUT, 1);
    private final Into into = new Into();

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void encodingAndDecodingAllocateNothing(boolean exact) {
        StateEncoder encoder = StateEncoder.of(LAYOUT, exact ? PoseGrid.EXACT : PoseGrid.STANDARD, 1);
        long least = Long.MAX_VALUE;
        // The JIT may allocate once in any batch, but an allocation that each state makes is in all of them.
        for (int batch = 0; batch < BATCHES && least > 0; batch++) {
            long sum = 0;
            for (int i = 0; i < STATES; i++) {
                // The world's own allocations are not counted.
                State state = world.tick(0.2);
                long before = allocated();
                encoder.encode(state, world.stamp(), into);
                sum += allocated() - before;
            }
            least = Math.min(least, sum);
        }
        assertEquals(0, least);
        assertTrue(into.pieces >= STATES && into.baselines > 0);
    }

    @Test
    void theMeasurementDetectsAnAllocation() {
        into.allocates = true;
        StateEncoder encoder = StateEncoder.of(LAYOUT, PoseGrid.EXACT, 1);
        State state = world.tick(0.2);
        long before = allocated();
        encoder.encode(state, world.stamp(), into);
        assertTrue(allocated() - before >= 1_000);
    }

    private long allocated() {
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /** Decodes at once. */
    private static final class Into implements StateEncoder.Output {
        private final byte[] bytes = new byte[StateEncoder.MAX_DATAGRAM];
        private final BaselineStore store = new BaselineStore(LAYOUT);
        private final PieceDecoder decoder = new PieceDecoder(LAYOUT, store);
        private final BaselineHeader baseline = new BaselineHeader();
        private final PieceHeader piece = new PieceHeader();
        private boolean allocates;
        private Object escaped;
        private int pieces;
        private int baselines;

        @Override
        public void baseline(ByteBuffer datagram) {
            int length = take(datagram);
            if (!baseline.read(bytes, 0, length) || !store.decode(bytes, 0, length, baseline, false)) {
                throw new AssertionError();
            }
            store.store(baseline);
            baselines++;
        }

        @Override
        public void piece(ByteBuffer datagram) {
            int length = take(datagram);
            if (!piece.read(bytes, 0, length) || !decoder.decode(bytes, 0, length, piece)) {
                throw new AssertionError();
            }
            pieces++;
        }

        private int take(ByteBuffer datagram) {
            int length = datagram.remaining();
            datagram.get(bytes, 0, length);
            if (allocates) {
                escaped = new byte[1_000];
            }
            return length;
        }
    }
}
