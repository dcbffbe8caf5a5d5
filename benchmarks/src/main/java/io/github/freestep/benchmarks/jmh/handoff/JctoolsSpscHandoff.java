package io.github.freestep.benchmarks.jmh.handoff;

import java.util.Queue;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/**
 * Recycled states that go out through one queue and come back through another. No thread waits, and no state is copied
 * twice. The cost: there can be only one reader, and if it is a whole queue behind, it does not get the newest state.
 *
 * <p>The writer always owns one state. It sends that state only if another one has come back to replace it. Otherwise
 * the next state overwrites it. So if the reader is slow, the writer does not wait, but it still pays for each copy.
 */
final class JctoolsSpscHandoff implements StateHandoff {
    private final Queue<float[][]> forth = new SpscVarHandleArrayQueue<>(Payload.PLACES);
    private final Queue<float[][]> back = new SpscVarHandleArrayQueue<>(Payload.PLACES);
    private final PaddedReference<float[][]> writing;
    private final PaddedReference<float[][]> reading;

    JctoolsSpscHandoff(int bodies) {
        writing = new PaddedReference<>(Payload.allocate(bodies));
        reading = new PaddedReference<>(Payload.allocate(bodies));
        for (int i = 2; i < Payload.PLACES; i++) {
            back.offer(Payload.allocate(bodies));
        }
    }

    @Override
    public boolean publish(long tick, float[][] source) {
        Payload.copy(source, writing.value);
        float[][] next = back.poll();
        if (next == null) {
            return false;
        }
        forth.offer(writing.value);
        writing.value = next;
        return true;
    }

    @Override
    public Reader join() {
        return this::read;
    }

    private float read(View view) {
        // The loop is bounded, because a fast writer could refill the queue with returned states during the loop.
        for (int i = 0; i < Payload.PLACES; i++) {
            float[][] newer = forth.poll();
            if (newer == null) {
                break;
            }
            back.offer(reading.value);
            reading.value = newer;
        }
        return Payload.fold(reading.value, view);
    }
}
