package io.github.freestep.state;

/**
 * Says which bodies exist, and since when each moves without a break. Not thread-safe: use it on the publishing thread
 * during set-up, a command or a step, and not elsewhere, such as in {@code Simulation.write}: a body spawned there may
 * be published with undefined values. Before the publishing thread has begun a state, it belongs to the thread that
 * sets the world up. Refuses other threads while the publishing thread lives. Allocates nothing, never blocks.
 *
 * <p>A body is a number below the layout's capacity. The simulation chooses it and keeps it for the body's life.
 * Changes become visible to readers with the next published state, so they may be made in any tick, also in one whose
 * state is never written.
 *
 * <p>Every body has an epoch, which spawn, removal and teleport change: odd while the body lives, even while it does
 * not. A reader that finds different epochs at both ends does not interpolate. The alternative, a flag "teleported in
 * this tick", lost: a reader that skips that tick never sees it. The lower 24 bits of an epoch count spawns and
 * removals, so that a reader can tell a body that was teleported from another one that has its number now; the upper 8
 * count teleports.
 *
 * <p>No epoch wraps within a window, whatever happens in a tick. Only written states count: between two of them the
 * teleports of a body go up by at most one, and its spawns and removals by at most two. A window has up to 8 states,
 * and the teleports wrap after 256. A reader that sleeps loses count of lives only if a body is replaced in 8 million
 * written states between two of its frames: 23 hours at 100 states a second.
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

    private int slots;
    private long version;

    /** The handle whose thread may use this, once it has one. */
    private final Handle publisher;

    Bodies(int capacity, Handle publisher) {
        this.publisher = publisher;
        epochs = new int[capacity];
    }

    /**
     * Adds a body.
     *
     * @param body its number from now on, below the capacity
     * @throws IllegalArgumentException if the number is beyond the capacity
     * @throws IllegalStateException if it is alive already, or on another thread than the publisher's
     */
    public void spawn(int body) {
        require(body, false);
        live(body, writtenEpoch(body) + 1 | 1);
        slots = Math.max(slots, body + 1);
        version++;
    }

    /**
     * Removes a body; its number is free for another.
     *
     * @param body its number
     * @throws IllegalArgumentException if the number is beyond the capacity
     * @throws IllegalStateException if it is not alive, or on another thread than the publisher's
     */
    public void remove(int body) {
        require(body, true);
        live(body, writtenEpoch(body) + 1 & ~1);
        version++;
    }

    /**
     * Marks that a body is put elsewhere, so that readers never show it on the way there.
     *
     * @param body its number
     * @throws IllegalArgumentException if the number is beyond the capacity
     * @throws IllegalStateException if it is not alive, or on another thread than the publisher's
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
    public boolean isAlive(int body) {
        checkThread();
        if (body < 0 || body >= epochs.length) {
            throw beyond(body, epochs.length);
        }
        return lives(body);
    }

    /** For the publisher, which knows its thread and its bodies. */
    boolean lives(int body) {
        return aliveIn(epochs[body]);
    }

    /**
     * The number of entries of a state's arrays that count, in bodies. It does not shrink, so that readers see a
     * removed body's number as long as they might still show it.
     *
     * @return one more than the highest body that was ever spawned
     */
    public int slots() {
        checkThread();
        return slots;
    }

    static boolean sameLife(int epoch, int otherEpoch) {
        return ((epoch ^ otherEpoch) & LIVES) == 0;
    }

    static boolean aliveIn(int epoch) {
        return (epoch & 1) != 0;
    }

    void writeTo(State state) {
        update(state, epochs, slots, version);
        written = state;
    }

    static void copy(State source, State target) {
        update(target, source.epochs, source.slots, source.epochsVersion);
    }

    private int writtenEpoch(int body) {
        return written == null ? 0 : written.epochs[body];
    }

    private void live(int body, int life) {
        epochs[body] = epochs[body] & ~LIVES | life & LIVES;
    }

    /** Takes one comparison almost always, since epochs hardly ever change. */
    private static void update(State state, int[] epochs, int count, long version) {
        if (state.epochsVersion != version) {
            state.slots = count;
            System.arraycopy(epochs, 0, state.epochs, 0, count);
            state.epochsVersion = version;
        }
    }

    static IllegalArgumentException beyond(int body, int capacity) {
        return new IllegalArgumentException("body must be between 0 and " + (capacity - 1) + ", was " + body
                + "; declare a larger capacity with StateLayout.of");
    }

    /** Bodies that another thread kept and changed would silently tear the published states. */
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
        if (aliveIn(epochs[body]) != alive) {
            throw new IllegalStateException(
                    "body " + body + (alive ? " does not exist; spawn it first" : " exists already; remove it first"));
        }
    }
}
