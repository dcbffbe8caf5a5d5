package io.github.freestep.benchmarks.jmh.handoff;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.EventTranslator;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

/**
 * A ring of states that every reader polls up to the newest one. No thread waits, no state is copied twice, and there
 * may be any number of readers. The cost: if the slowest reader is a ring behind, the newest state does not arrive.
 *
 * <p>A state is published only if there is a free place for the next one; until then the next state overwrites it. So a
 * full ring neither stops the writer nor saves it the copy.
 */
final class DisruptorHandoff implements StateHandoff {
    private static final EventTranslator<float[][]> WRITTEN = (state, sequence) -> {};

    private final RingBuffer<float[][]> ring;

    DisruptorHandoff(int bodies) {
        // This strategy sends no signals, which is cheapest because no thread ever waits.
        ring = RingBuffer.createSingleProducer(
                () -> Payload.allocate(bodies), Payload.PLACES, new BusySpinWaitStrategy());
        ring.tryPublishEvent(WRITTEN);
    }

    @Override
    public boolean publish(long tick, float[][] source) {
        // This place is free, because the previous state was published only on that condition. It is not claimed.
        // Claiming it now would be wrong, because the sequencer takes a claim to mean that all places before it
        // are published.
        Payload.copy(source, ring.get(ring.getCursor() + 1));
        return ring.hasAvailableCapacity(2) && ring.tryPublishEvent(WRITTEN);
    }

    @Override
    public Reader join() {
        return new PollingReader(ring);
    }

    /** Releases all states but the newest, which it reads in place; the poller alone would release that too. */
    private static final class PollingReader implements Reader {
        private final RingBuffer<float[][]> ring;
        private final EventPoller<float[][]> poller;
        private final EventPoller.Handler<float[][]> toNewest;
        private final Sequence released = new Sequence();

        PollingReader(RingBuffer<float[][]> ring) {
            this.ring = ring;
            ring.addGatingSequences(released);
            released.set(ring.getCursor() - 1);
            poller = ring.newPoller();
            toNewest = (state, sequence, newest) -> {
                if (newest) {
                    released.set(sequence - 1);
                }
                return true;
            };
        }

        @Override
        public float read(View view) {
            poll();
            return Payload.fold(ring.get(released.get() + 1), view);
        }

        private void poll() {
            try {
                poller.poll(toNewest);
            } catch (Exception e) {
                throw new IllegalStateException("the handler throws nothing", e);
            }
        }
    }
}
