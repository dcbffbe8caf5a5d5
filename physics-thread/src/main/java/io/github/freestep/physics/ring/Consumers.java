package io.github.freestep.physics.ring;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The list of all consumers' rings. Consumers join and leave while the physics thread writes. Safe for use by any
 * number of threads. Only joining, leaving and closing take a lock, which the physics thread never takes.
 *
 * @param <R> the type of the rings
 */
public final class Consumers<R extends ConsumerRing<?, ?>> {
    private R @Nullable [] none;

    /**
     * An array that is replaced and never modified, because the physics thread reads it without the lock, once
     * for each entry.
     */
    private volatile R @Nullable [] rings;

    /** Guarded by the lock. */
    private boolean closed;

    /**
     * Creates a list without rings.
     *
     * @param none an empty array; null to call {@link #begin} later
     */
    public Consumers(R @Nullable [] none) {
        this.none = none;
        rings = none;
    }

    /**
     * Sets the empty array, unless there is one. Call it before the first ring joins. Because the array is made only
     * then, a run without consumers loads no class for them.
     *
     * @param with the array
     */
    public synchronized void begin(R[] with) {
        if (none == null) {
            none = with;
            rings = with;
        }
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
     * @return the rings; do not change the array; null before {@link #begin}
     */
    public R @Nullable [] rings() {
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
        R[] ending = rings;
        if (ending != null) {
            for (R ring : ending) {
                ring.end();
            }
        }
        synchronized (this) {
            rings = none;
        }
    }
}
