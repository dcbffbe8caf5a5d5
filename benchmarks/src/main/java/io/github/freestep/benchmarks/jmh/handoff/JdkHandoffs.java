package io.github.freestep.benchmarks.jmh.handoff;

import java.util.concurrent.locks.StampedLock;

/** Handoffs that use only classes of the JDK. */
final class JdkHandoffs {
    private JdkHandoffs() {}

    /**
     * A volatile reference to the newest snapshot, which no thread changes after it is published. No thread waits, and
     * there may be any number of readers. The cost: each tick turns a whole state into garbage.
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

    /** Two states. Readers read {@code front}, and the writer fills {@code back} and then swaps the two. */
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
     * A double buffer with a lock. Readers hold the lock while they read. The writer fills {@code back} without the
     * lock, and takes it only to swap. This needs the least memory and the least code. The cost: the writer waits for
     * every reader, and readers wait for each other.
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

        /**
         * Fills {@code back} without the lock. If an optimistic reader still reads that buffer, its validation fails.
         */
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

        /** Tries without the lock only once: if the writer never pauses, a second attempt is no likelier to succeed. */
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
