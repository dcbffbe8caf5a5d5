package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.scenes.Throw;
import io.github.freestep.physics.InputSource;
import io.github.freestep.physics.PolledInput;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/**
 * The mouse as a device that the physics thread polls. The drawing thread adds throws, the physics thread takes them.
 * Neither waits, and polls allocate nothing.
 *
 * <p>A poll reports at most one throw. An axis has one value per tick, so a second box in the same tick would start
 * where the first does; the second waits for the next tick. If the service has no room for a throw, the throw stays in
 * the queue and is reported again.
 */
final class MouseInput implements InputSource {
    /** More than a user clicks between two ticks. While the physics is paused, throws wait. */
    private static final int MAX_WAITING = 64;

    private final SpscVarHandleArrayQueue<Toss> waiting = new SpscVarHandleArrayQueue<>(MAX_WAITING);

    /** Returns false if the queue is full. For the drawing thread. */
    boolean add(Toss toss) {
        return waiting.offer(toss);
    }

    @Override
    public void poll(PolledInput sample) {
        Toss toss = waiting.peek();
        if (toss != null && sample.action(Throw.BOX, 1)) {
            waiting.poll();
            sample.axis(Throw.FROM, toss.x());
            sample.axis(Throw.FROM + 1, toss.y());
            sample.axis(Throw.FROM + 2, toss.z());
            sample.axis(Throw.VELOCITY, toss.velocityX());
            sample.axis(Throw.VELOCITY + 1, toss.velocityY());
            sample.axis(Throw.VELOCITY + 2, toss.velocityZ());
        }
    }
}
