package io.github.freestep.benchmarks.jmh.handoff;

/**
 * A double buffer swapped under the lock that readers read under: the least memory and the least code; pays with a
 * writer that waits for every reader, and readers that wait for each other.
 */
final class SynchronizedHandoff implements StateHandoff {
    private final Object lock = new Object();

    private float[][] front;

    /** The writer's alone between two swaps, so that it is filled without the lock. */
    private float[][] back;

    SynchronizedHandoff(int bodies) {
        front = Payload.allocate(bodies);
        back = Payload.allocate(bodies);
    }

    @Override
    public boolean publish(long tick, float[][] source) {
        Payload.copy(source, back);
        synchronized (lock) {
            float[][] written = back;
            back = front;
            front = written;
        }
        return true;
    }

    @Override
    public Reader join() {
        return view -> {
            synchronized (lock) {
                return Payload.fold(front, view);
            }
        };
    }
}
