package io.github.freestep.benchmarks.jmh.handoff;

import io.github.freestep.benchmarks.jmh.Poses;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntFunction;

/** The ways to hand states from one thread to another that {@link HandoffBenchmark} compares, as people write them. */
public enum HandoffWay {
    /** A publisher and a reader with the default window, which align the signs of quaternions. */
    FREESTEP(Freestep::new),
    /** Three states, of which the two threads exchange the middle one. */
    TRIPLE_BUFFER(TripleBuffer::new),
    /** A new state for each tick, behind a reference. */
    ATOMIC_REFERENCE(NewSnapshot::new),
    /** One state behind a lock. The reader copies it. */
    READ_WRITE_LOCK(Locked::new);

    private final IntFunction<Handoff> maker;

    HandoffWay(IntFunction<Handoff> maker) {
        this.maker = maker;
    }

    Handoff open(int bodies) {
        return maker.apply(bodies);
    }

    /** A handoff from one thread to another. */
    interface Handoff {
        /** Copies the poses and hands them over. */
        void publish(long tick, float[][] poses);

        /** Returns the newest state; null if the reader has it already. It stays as it is until the next call. */
        Snapshot acquire();
    }

    /** The poses of a tick, as arrays of x, y, z, qx, qy, qz and qw. */
    static final class Snapshot {
        final float[][] poses;
        long tick;

        Snapshot(int bodies) {
            poses = new float[7][bodies];
        }

        Snapshot set(long of, float[][] from) {
            tick = of;
            for (int i = 0; i < from.length; i++) {
                System.arraycopy(from[i], 0, poses[i], 0, from[i].length);
            }
            return this;
        }
    }

    private static final class Freestep implements Handoff {
        private final int bodies;
        private final Poses states;
        private final StateReader reader;
        private final Snapshot shown = new Snapshot(0);

        Freestep(int bodies) {
            this.bodies = bodies;
            states = new Poses(StateLayout.of(bodies), StatePublisher.DEFAULT_WINDOW, NanoClock.system());
            reader = states.publisher.states().reader();
            states.publisher.release();
        }

        /** A range of one body takes about twice as long as the body. */
        @Override
        public void publish(long tick, float[][] p) {
            StateWriter state = states.begin(tick);
            if (bodies == 1) {
                state.position(0, p[0][0], p[1][0], p[2][0]);
                state.orientation(0, p[3][0], p[4][0], p[5][0], p[6][0]);
            } else {
                state.positions(p[0], p[1], p[2], 0, bodies);
                state.orientations(p[3], p[4], p[5], p[6], 0, bodies);
            }
            states.publish();
        }

        @Override
        public Snapshot acquire() {
            if (!reader.acquire()) {
                return null;
            }
            State state = reader.state(0);
            show(0, state.x(), state.y(), state.z());
            show(3, state.qx(), state.qy(), state.qz());
            shown.poses[6] = state.qw();
            shown.tick = state.tick();
            return shown;
        }

        private void show(int first, float[] a, float[] b, float[] c) {
            shown.poses[first] = a;
            shown.poses[first + 1] = b;
            shown.poses[first + 2] = c;
        }
    }

    private static final class TripleBuffer implements Handoff {
        private static final int NEW = 4;
        private static final int PLACE = 3;

        private final Snapshot[] states;
        private final AtomicInteger middle = new AtomicInteger(1);
        private int back;
        private int front = 2;

        TripleBuffer(int bodies) {
            states = new Snapshot[] {new Snapshot(bodies), new Snapshot(bodies), new Snapshot(bodies)};
        }

        @Override
        public void publish(long tick, float[][] poses) {
            states[back].set(tick, poses);
            back = middle.getAndSet(back | NEW) & PLACE;
        }

        @Override
        public Snapshot acquire() {
            if ((middle.getOpaque() & NEW) == 0) {
                return null;
            }
            front = middle.getAndSet(front) & PLACE;
            return states[front];
        }
    }

    private static final class NewSnapshot implements Handoff {
        private final int bodies;
        private final AtomicReference<Snapshot> newest = new AtomicReference<>();
        private Snapshot shown;

        NewSnapshot(int bodies) {
            this.bodies = bodies;
        }

        @Override
        public void publish(long tick, float[][] poses) {
            newest.setRelease(new Snapshot(bodies).set(tick, poses));
        }

        @Override
        public Snapshot acquire() {
            Snapshot before = shown;
            shown = newest.getAcquire();
            return shown == before ? null : shown;
        }
    }

    private static final class Locked implements Handoff {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private final Snapshot shared;
        private final Snapshot shown;

        Locked(int bodies) {
            shared = new Snapshot(bodies);
            shown = new Snapshot(bodies);
        }

        @Override
        public void publish(long tick, float[][] poses) {
            lock.writeLock().lock();
            try {
                shared.set(tick, poses);
            } finally {
                lock.writeLock().unlock();
            }
        }

        @Override
        public Snapshot acquire() {
            lock.readLock().lock();
            try {
                return shared.tick == shown.tick ? null : shown.set(shared.tick, shared.poses);
            } finally {
                lock.readLock().unlock();
            }
        }
    }
}
