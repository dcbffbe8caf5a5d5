package io.github.freestep.net;

import io.github.freestep.internal.Attachments;
import io.github.freestep.internal.Blocks;
import io.github.freestep.internal.StateInside;
import io.github.freestep.net.wire.ClientBodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.util.Arrays;

/**
 * The bodies that an {@link Interest} chooses for one receiver. For the thread that calls the interest, during the
 * call. Never blocks; allocates nothing. If a body is chosen more than once, the highest rate counts. With an attached
 * body, its parent is chosen as well.
 */
public final class ChosenBodies {
    /** The lowest rate: a body in every 128th state. */
    public static final int MOST_EVERY = 1 << ClientBodies.MOST_LEVEL;

    private final int capacity;
    private final long[] set;
    private final long[] found;
    private final byte[] levels;
    private State state;

    ChosenBodies(StateLayout layout) {
        capacity = layout.capacity();
        set = new long[Blocks.of(capacity)];
        found = new long[set.length];
        levels = new byte[capacity];
    }

    /** Begins a choice. */
    void begin(State newest) {
        state = newest;
        Arrays.fill(set, 0);
    }

    /** Ends a choice: sends those bodies to a client. */
    void end(ClientBodies client) {
        Attachments attached = StateInside.attachments(state);
        // Children come after their parents, and each parent is chosen before its own parent is looked at.
        for (int i = attached.count() - 1; i >= 0; i--) {
            int child = attached.child(i);
            if (has(set, child)) {
                choose(attached.parent(child), levels[child]);
            }
        }
        client.choose(state, set, levels);
    }

    /** Chooses all bodies, in every state. */
    public void all() {
        for (int slot = 0; slot < state.slots(); slot++) {
            choose(slot, 0);
        }
    }

    /**
     * Chooses a body, in every state.
     *
     * @param slot any slot of the layout; one without a body adds nothing
     * @throws IllegalArgumentException if the layout has no such slot
     */
    public void add(int slot) {
        add(slot, 1);
    }

    /**
     * Chooses a body, in every n-th state that the receiver is sent. The receiver shows it n states late, evenly moving
     * between those in which it comes.
     *
     * @param slot any slot of the layout; one without a body adds nothing
     * @param every from 1 to {@value #MOST_EVERY}; rounded down to 1, 2, 4, and so on
     * @throws IllegalArgumentException if the layout has no such slot, or the rate is out of range
     */
    public void add(int slot, int every) {
        int level = level(every);
        if (slot < 0 || slot >= capacity) {
            throw new IllegalArgumentException("slot must be from 0 to " + (capacity - 1) + ", was " + slot);
        }
        if (slot < state.slots()) {
            choose(slot, level);
        }
    }

    /**
     * Chooses all bodies around a place, in every state. An attached body is where the body is to which it is attached,
     * directly or through others. Looks at each body of the world, which takes about a nanosecond for each.
     *
     * @param x the place
     * @param y the place
     * @param z the place
     * @param radius the largest distance
     * @throws IllegalArgumentException if the radius is negative or NaN
     */
    public void within(double x, double y, double z, double radius) {
        within(x, y, z, radius, 1);
    }

    /**
     * Chooses all bodies around a place, as {@link #within(double, double, double, double)} does, at a rate as of
     * {@link #add(int, int)}.
     *
     * @param x the place
     * @param y the place
     * @param z the place
     * @param radius the largest distance
     * @param every from 1 to {@value #MOST_EVERY}; rounded down to 1, 2, 4, and so on
     * @throws IllegalArgumentException if the radius is negative or NaN, or the rate is out of range
     */
    public void within(double x, double y, double z, double radius, int every) {
        int level = level(every);
        if (!(radius >= 0)) {
            throw new IllegalArgumentException("radius must not be negative, was " + radius);
        }
        int blocks = Blocks.of(state.slots());
        Arrays.fill(found, 0, blocks, 0);
        if (state.hasDoublePositions()) {
            findDoubles(x, y, z, radius * radius);
        } else {
            findFloats(x, y, z, radius * radius);
        }
        Attachments attached = StateInside.attachments(state);
        for (int i = 0; i < attached.count(); i++) {
            int child = attached.child(i);
            long bit = 1L << child;
            int block = child / Blocks.SIZE;
            found[block] = has(found, attached.parent(child)) ? found[block] | bit : found[block] & ~bit;
        }
        for (int block = 0; block < blocks; block++) {
            for (long left = found[block]; left != 0; left &= left - 1) {
                choose(block * Blocks.SIZE + Long.numberOfTrailingZeros(left), level);
            }
        }
    }

    private void findFloats(double x, double y, double z, double square) {
        float[] xs = state.x();
        float[] ys = state.y();
        float[] zs = state.z();
        for (int slot = 0; slot < state.slots(); slot++) {
            double dx = xs[slot] - x;
            double dy = ys[slot] - y;
            double dz = zs[slot] - z;
            if (dx * dx + dy * dy + dz * dz <= square) {
                found[slot / Blocks.SIZE] |= 1L << slot;
            }
        }
    }

    private void findDoubles(double x, double y, double z, double square) {
        double[] xs = state.doubleX();
        double[] ys = state.doubleY();
        double[] zs = state.doubleZ();
        for (int slot = 0; slot < state.slots(); slot++) {
            double dx = xs[slot] - x;
            double dy = ys[slot] - y;
            double dz = zs[slot] - z;
            if (dx * dx + dy * dy + dz * dz <= square) {
                found[slot / Blocks.SIZE] |= 1L << slot;
            }
        }
    }

    private static int level(int every) {
        if (every < 1 || every > MOST_EVERY) {
            throw new IllegalArgumentException("every must be from 1 to " + MOST_EVERY + ", was " + every);
        }
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(every);
    }

    private static boolean has(long[] bits, int slot) {
        return (bits[slot / Blocks.SIZE] >>> slot & 1) != 0;
    }

    private void choose(int slot, int level) {
        boolean isNew = !has(set, slot);
        if (isNew) {
            set[slot / Blocks.SIZE] |= 1L << slot;
        }
        if (isNew || level < levels[slot]) {
            levels[slot] = (byte) level;
        }
    }
}
