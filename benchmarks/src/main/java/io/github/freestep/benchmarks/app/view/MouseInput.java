package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.scenes.Throw;
import io.github.freestep.physics.InputSource;
import io.github.freestep.physics.PolledInput;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;

/**
 * The mouse as a device that the physics thread polls. The window's thread adds, the physics thread takes; neither waits, and
 * polls allocate nothing.
 *
 * <p>A poll tells one throw at the most: axes have one value in a tick, so a second box in it would fly from where the first
 * does. The next one goes to the next tick. A throw for which the service has no room stays where it is, and is told again.
 */
final class MouseInput implements InputSource {
    /** More than anybody clicks between two ticks; in a pause they wait. */
    private static final int MOST_WAITING = 64;

    private final SpscVarHandleArrayQueue<Toss> waiting = new SpscVarHandleArrayQueue<>(MOST_WAITING);

    /**
     * The window's thread.
     *
     * @return false if as many wait as can
     */
    boolean add(Toss toss) {
        return waiting.offer(toss);
    }

    /** The physics thread. */
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
