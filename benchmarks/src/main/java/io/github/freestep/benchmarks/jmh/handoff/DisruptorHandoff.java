package io.github.freestep.benchmarks.jmh.handoff;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.EventTranslator;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

/**
 * A ring of states that every reader polls to its newest end: nobody waits, nothing is copied twice, any number of
 * readers; pays with a newest state that no longer arrives once the slowest reader is a ring behind.
 *
 * <p>A state leaves only when there is a place to write the next one; until then the next is written over it. So a full
 * ring neither stops the writer nor saves it the copy.
 */
final class DisruptorHandoff implements StateHandoff {
    private static final EventTranslator<float[][]> WRITTEN = (state, sequence) -> {};

    private final RingBuffer<float[][]> ring;

    DisruptorHandoff(int bodies) {
        // Of all strategies the one that signals nobody, which is the cheapest where nobody ever waits.
        ring = RingBuffer.createSingleProducer(
                () -> Payload.allocate(bodies), Payload.PLACES, new BusySpinWaitStrategy());
        ring.tryPublishEvent(WRITTEN);
    }

    @Override
    public boolean publish(long tick, float[][] source) {
        // Not claimed yet, but free: the state before left only when this place was. To claim it that early would be
        // wrong, as the sequencer takes every claim for a sign that all before it are published.
        Payload.copy(source, ring.get(ring.getCursor() + 1));
        return ring.hasAvailableCapacity(2) && ring.tryPublishEvent(WRITTEN);
    }

    @Override
    public Reader join() {
        return new PollingReader(ring);
    }

    /** Lets go of all states but the newest, which it reads in place; the poller by itself would let go of that too. */
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
