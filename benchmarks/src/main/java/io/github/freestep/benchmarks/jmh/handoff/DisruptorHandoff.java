package io.github.freestep.benchmarks.jmh.handoff;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.EventTranslator;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

/**
 * A ring of states that every reader polls up to the newest one. No thread waits, no state is copied twice, and
 * there may be any number of readers. The cost: if the slowest reader is a whole ring behind, no reader gets the
 * newest state.
 *
 * <p>The writer always has one free place, and copies each state into it. It publishes that state only if there is
 * another free place, for the next state. Otherwise the next state overwrites this one. So if the ring is full, the
 * writer does not wait, but it still pays for each copy.
 */
final class DisruptorHandoff implements StateHandoff {
    private static final EventTranslator<float[][]> WRITTEN = (state, sequence) -> {};

    private final RingBuffer<float[][]> ring;

    DisruptorHandoff(int bodies) {
        // No thread ever waits, so the cheapest strategy is the one that sends no signals.
        ring = RingBuffer.createSingleProducer(
                () -> Payload.allocate(bodies), Payload.PLACES, new BusySpinWaitStrategy());
        ring.tryPublishEvent(WRITTEN);
    }

    @Override
    public boolean publish(long tick, float[][] source) {
        // This place is free, because the previous state was published only on that condition. Rejected: to claim the
        // place before the copy. The sequencer takes a claim to mean that all places before it are published.
        Payload.copy(source, ring.get(ring.getCursor() + 1));
        return ring.hasAvailableCapacity(2) && ring.tryPublishEvent(WRITTEN);
    }

    @Override
    public Reader join() {
        return new PollingReader(ring);
    }

    /**
     * Releases all states except the newest, which it reads in place. The poller's own sequence would release that
     * one too.
     */
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
