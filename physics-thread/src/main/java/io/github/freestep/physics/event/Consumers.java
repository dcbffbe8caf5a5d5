package io.github.freestep.physics.event;

import java.util.Arrays;

/**
 * The list of all consumers' rings. Consumers join and leave while the physics thread writes. Safe for use by any
 * number of threads. Only joining, leaving and closing take a lock, which the physics thread takes only at its
 * end.
 *
 * @param <R> the type of the rings
 */
public final class Consumers<R extends ConsumerRing<?, ?>> {
    private final R[] none;

    /**
     * An array that is replaced and never modified, because the physics thread reads it without the lock, once
     * for each entry.
     */
    private volatile R[] rings;

    /** Guarded by the lock. */
    private boolean closed;

    /**
     * Creates a list without rings.
     *
     * @param none an empty array
     */
    public Consumers(R[] none) {
        this.none = none;
        rings = none;
    }

    /**
     * Lets a ring join, or finishes it if the list is closed.
     *
     * @param ring a ring that has not joined yet
     * @param beforeJoining called just before the ring joins; if it throws, the ring does not join
     */
    public synchronized void add(R ring, Runnable beforeJoining) {
        if (closed) {
            ring.close();
            return;
        }
        beforeJoining.run();
        R[] more = Arrays.copyOf(rings, rings.length + 1);
        more[more.length - 1] = ring;
        rings = more;
    }

    synchronized void remove(ConsumerRing<?, ?> ring) {
        rings = Arrays.stream(rings).filter(other -> other != ring).toArray(count -> Arrays.copyOf(none, count));
    }

    /**
     * The rings that have joined. Wait-free.
     *
     * @return the rings; do not change the array
     */
    public R[] rings() {
        return rings;
    }

    /**
     * Ends all rings, and lets no other ring join. If a step hangs during this call and writes entries later, no
     * consumer receives them.
     */
    public void close() {
        synchronized (this) {
            closed = true;
        }
        // They leave the list only once all have ended: if there was no memory to wake one, a second call does so.
        for (R ring : rings) {
            ring.end();
        }
        synchronized (this) {
            rings = none;
        }
    }
}
