package io.github.freestep.benchmarks.jmh.handoff;

import java.util.concurrent.locks.StampedLock;

/** Handoffs made of the JDK's own means. */
final class JdkHandoffs {
    private JdkHandoffs() {}

    /**
     * A volatile reference to a new snapshot that no thread changes any more. No thread waits, and there may be any
     * number of readers. The cost is a whole state of garbage per tick.
     */
    static final class VolatileSnapshot implements StateHandoff {
        private volatile float[][] newest;

        VolatileSnapshot(int bodies) {
            newest = Payload.allocate(bodies);
        }

        @Override
        public boolean publish(long tick, float[][] source) {
            float[][] snapshot = new float[Payload.ARRAYS][];
            for (int i = 0; i < Payload.ARRAYS; i++) {
                // clone() copies into memory that was not zeroed first, unlike allocating and copying in two steps.
                snapshot[i] = source[i].clone();
            }
            newest = snapshot;
            return true;
        }

        @Override
        public Reader join() {
            return view -> Payload.fold(newest, view);
        }
    }

    /** Two states, of which only the writer uses {@code back} between two swaps. */
    private abstract static class DoubleBuffer implements StateHandoff {
        float[][] front;
        float[][] back;

        DoubleBuffer(int bodies) {
            front = Payload.allocate(bodies);
            back = Payload.allocate(bodies);
        }

        final void swap() {
            float[][] written = back;
            back = front;
            front = written;
        }
    }

    /**
     * A double buffer swapped under the lock that readers hold while they read. It needs the least memory and the least
     * code. The cost: the writer waits for every reader, and readers wait for each other. The writer fills {@code back}
     * without the lock.
     */
    static final class Synchronized extends DoubleBuffer {
        private final Object lock = new Object();

        Synchronized(int bodies) {
            super(bodies);
        }

        @Override
        public boolean publish(long tick, float[][] source) {
            Payload.copy(source, back);
            synchronized (lock) {
                swap();
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

    /**
     * A double buffer that readers read optimistically and validate afterwards. The writer pays nothing as long as the
     * validation succeeds. If it fails, the reader reads again under a lock that the writer waits for.
     */
    static final class Stamped extends DoubleBuffer {
        private final StampedLock lock = new StampedLock();

        Stamped(int bodies) {
            super(bodies);
        }

        /** Fills {@code back} without the lock; the stamp shows an optimistic reader that it read a reused buffer. */
        @Override
        public boolean publish(long tick, float[][] source) {
            Payload.copy(source, back);
            long stamp = lock.writeLock();
            try {
                swap();
            } finally {
                lock.unlockWrite(stamp);
            }
            return true;
        }

        @Override
        public Reader join() {
            return this::read;
        }

        /** Tries once: against a writer that never rests, a second attempt is no likelier to succeed than the first. */
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
}
