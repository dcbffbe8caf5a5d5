package io.github.freestep.benchmarks.jmh.handoff;

import java.util.Queue;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/**
 * Recycled states that go out through one queue and come back through another. No thread waits, and no state is copied
 * twice. The cost: there is a single reader, and if it is a queue behind, the newest state does not arrive.
 *
 * <p>The writer always owns one state, and sends it only in exchange for another; until then the next state overwrites
 * it. So a slow reader neither stops the writer nor saves it the copy.
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
        // Bounded, because a fast writer could refill the queue with returned states during the loop.
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
