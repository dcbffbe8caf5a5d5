package io.github.freestep.benchmarks.jmh.handoff;

import java.util.concurrent.locks.StampedLock;

/**
 * A double buffer that readers read on trust and check afterwards: no cost to the writer as long as the check holds;
 * pays with reads done twice, the second time under a lock that the writer waits for.
 */
final class StampedLockHandoff implements StateHandoff {
    private final StampedLock lock = new StampedLock();

    private float[][] front;

    /** The writer's alone between two swaps; a reader that still trusts it finds out by its stamp. */
    private float[][] back;

    StampedLockHandoff(int bodies) {
        front = Payload.allocate(bodies);
        back = Payload.allocate(bodies);
    }

    @Override
    public boolean publish(long tick, float[][] source) {
        Payload.copy(source, back);
        long stamp = lock.writeLock();
        try {
            float[][] written = back;
            back = front;
            front = written;
        } finally {
            lock.unlockWrite(stamp);
        }
        return true;
    }

    @Override
    public Reader join() {
        return this::read;
    }

    /** Trusts once only: against a writer that never rests, a second attempt is no likelier to hold than the first. */
    private float read(View view) {
        long stamp = lock.tryOptimisticRead();
        if (stamp != 0) {
            float seen = Payload.fold(front, view);
            if (lock.validate(stamp)) {
                return seen;
            }
        }
        return readLocked(view);
    }

    private float readLocked(View view) {
        long stamp = lock.readLock();
        try {
            return Payload.fold(front, view);
        } finally {
            lock.unlockRead(stamp);
        }
    }
}
