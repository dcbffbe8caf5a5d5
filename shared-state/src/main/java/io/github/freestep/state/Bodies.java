package io.github.freestep.state;

/**
 * Which bodies exist, and since when they move without a break. Not thread-safe: it belongs to the publishing thread, and
 * before that one has begun a state, to the thread that sets the world up. Refuses other threads while the publishing thread
 * lives. Allocates nothing, never blocks.
 *
 * <p>A body is a number below the layout's capacity, chosen by the simulation and kept for the body's life. What is said
 * here becomes visible to readers with the next state that is published; so it may be said at any time, also in ticks
 * that are never written out.
 *
 * <p>Every body has an epoch, which spawn, removal and teleport change: odd while it lives, even while it does not. A
 * reader that finds different epochs at both ends does not interpolate. A flag "teleported in this tick" was the
 * alternative; a reader that skips that tick never sees it. The lower 24 bits of an epoch count spawns and removals, so that
 * a reader can tell a body that was put elsewhere from another one that has its number now; the upper 8 count teleports.
 *
 * <p>No epoch wraps within a window, whatever happens in a tick. Only written states count: between two of them the
 * teleports of a body go up by at most one, and its spawns and removals by at most two. A window has up to 8 states, and the
 * teleports wrap after 256. A reader that sleeps loses count of lives only if a body is replaced in 8 million written states
 * between two of its frames: 23 hours at 100 states a second.
 */
public final class Bodies {
    private static final int TELEPORT = 1 << 24;
    private static final int LIVES = TELEPORT - 1;

    private final int[] epochs;

    /**
     * The newest state, from which changes are counted; null before the first. An amended copy may take its place for
     * readers, but has the same epochs, and none are written into its slot before the next state.
     */
    private State written;

    private int count;
    private long version;

    /** Whose thread may use this, once it has one. */
    private final Handle publisher;

    Bodies(int capacity, Handle publisher) {
        this.publisher = publisher;
        epochs = new int[capacity];
    }

    /**
     * A body comes to life.
     *
     * @param body its number from now on
     * @throws IllegalArgumentException if the number is beyond the capacity
     * @throws IllegalStateException if it is alive already
     */
    public void spawn(int body) {
        require(body, false);
        live(body, writtenEpoch(body) + 1 | 1);
        count = Math.max(count, body + 1);
        version++;
    }

    /**
     * A body goes; its number is free for another.
     *
     * @param body its number
     * @throws IllegalArgumentException if the number is beyond the capacity
     * @throws IllegalStateException if it is not alive
     */
    public void remove(int body) {
        require(body, true);
        live(body, writtenEpoch(body) + 1 & ~1);
        version++;
    }

    /**
     * A body is put elsewhere, and must not be seen on the way there.
     *
     * @param body its number
     * @throws IllegalArgumentException if the number is beyond the capacity
     * @throws IllegalStateException if it is not alive
     */
    public void teleport(int body) {
        require(body, true);
        epochs[body] = epochs[body] & LIVES | (writtenEpoch(body) & ~LIVES) + TELEPORT;
        version++;
    }

    /**
     * Whether a body exists.
     *
     * @param body its number
     * @return false before its spawn and after its removal
     * @throws IllegalArgumentException if the number is beyond the capacity
     */
    public boolean alive(int body) {
        checkThread();
        if (body < 0 || body >= epochs.length) {
            throw beyond(body, epochs.length);
        }
        return lives(body);
    }

    /** For the publisher, which knows its thread and its bodies. */
    boolean lives(int body) {
        return isAlive(epochs[body]);
    }

    /**
     * How much of a state's arrays counts. It does not shrink, so that readers see a removed body's number as long as
     * they might still show it.
     *
     * @return one more than the highest body that was ever spawned
     */
    public int count() {
        checkThread();
        return count;
    }

    static boolean sameLife(int epoch, int otherEpoch) {
        return ((epoch ^ otherEpoch) & LIVES) == 0;
    }

    static boolean isAlive(int epoch) {
        return (epoch & 1) != 0;
    }

    void writeTo(State state) {
        update(state, epochs, count, version);
        written = state;
    }

    static void copy(State source, State target) {
        update(target, source.epochs, source.bodies, source.epochsVersion);
    }

    private int writtenEpoch(int body) {
        return written == null ? 0 : written.epochs[body];
    }

    private void live(int body, int life) {
        epochs[body] = epochs[body] & ~LIVES | life & LIVES;
    }

    /** Almost always that takes one comparison, since epochs hardly ever change. */
    private static void update(State state, int[] epochs, int count, long version) {
        if (state.epochsVersion != version) {
            state.bodies = count;
            System.arraycopy(epochs, 0, state.epochs, 0, count);
            state.epochsVersion = version;
        }
    }

    static IllegalArgumentException beyond(int body, int capacity) {
        return new IllegalArgumentException("body " + body + " is beyond the capacity of " + capacity
                + " bodies; declare a larger one with StateLayout.of");
    }

    /** A command's or a step's bodies, kept and used by another thread, would tear what is published, without a word. */
    private void checkThread() {
        Thread owner = publisher.owner;
        if (owner != null && owner != Thread.currentThread() && owner.isAlive()) {
            throw new IllegalStateException(
                    "these bodies belong to " + owner + " and were used by " + Thread.currentThread()
                            + "; change them in a command or a step, on the thread that publishes them");
        }
    }

    private void require(int body, boolean alive) {
        checkThread();
        if (body < 0 || body >= epochs.length) {
            throw beyond(body, epochs.length);
        }
        if (isAlive(epochs[body]) != alive) {
            throw new IllegalStateException(
                    "body " + body + (alive ? " does not exist" : " exists already; remove it first"));
        }
    }
}
