package io.github.freestep.net;

import io.github.freestep.net.session.ClientChoice;
import io.github.freestep.net.wire.ClientBodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Attachments;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bodies that an {@link Interest} chooses for one receiver. For the thread that calls the interest, during the
 * call. Never blocks; allocates nothing. If a body is chosen more than once, the highest rate counts. With an attached
 * body, its parent is chosen as well. See the example of {@link Interest}.
 */
public final class ChosenBodies {
    /** The lowest rate: a body in every 128th state. */
    static final int MOST_EVERY = 1 << ClientBodies.MOST_LEVEL;

    private final int capacity;
    private final long[] set;
    private final byte[] levels;

    /** By slot, the square of the distance to a place: NaN if the slot has no body, or as yet if that is attached. */
    private final double[] squares;

    /** The least of these squares, in order. */
    private final double[] least;

    /** Null between two choices. */
    private @Nullable State state;

    ChosenBodies(StateLayout layout) {
        capacity = layout.capacity();
        set = new long[Blocks.of(capacity)];
        levels = new byte[capacity];
        squares = new double[capacity];
        least = new double[capacity];
    }

    /** Begins a choice. */
    void begin(State newest) {
        state = newest;
        Arrays.fill(set, 0);
    }

    /** Ends a choice: sends those bodies to a client, except for those that its link does not carry. */
    void end(ClientBodies client, ClientChoice choice) {
        State now = state();
        choice.begin();
        for (int block = 0; block < Blocks.of(now.slots()); block++) {
            for (long left = set[block]; left != 0; left &= left - 1) {
                int slot = block * Blocks.SIZE + Long.numberOfTrailingZeros(left);
                choice.count(levels[slot], now.isAlive(slot) ? 1 : 0);
                if (!choice.sends(levels[slot], slot)) {
                    set[block] &= ~(1L << slot);
                }
            }
        }
        send(client, now);
    }

    /** Sends a client the parents of its bodies, too: between two choices, after bodies were attached. */
    void addParents(State newest, ClientBodies client) {
        begin(newest);
        client.addTo(newest, set, levels);
        send(client, newest);
    }

    /**
     * Ends the choice, and gives it to the client. A parent is sent at least as often as its children, and is never
     * left out if one of them is sent.
     */
    private void send(ClientBodies client, State now) {
        Attachments attached = StateInside.attachments(now);
        // Children come after their parents, and each parent is chosen before its own parent is looked at.
        for (int i = attached.count() - 1; i >= 0; i--) {
            int child = attached.child(i);
            if (has(set, child)) {
                choose(attached.parent(child), levels[child]);
            }
        }
        client.choose(now, set, levels);
        state = null;
    }

    private State state() {
        State now = state;
        if (now == null) {
            throw new IllegalStateException(
                    "chosen must not be used after the call of the interest; use the argument of the current call");
        }
        return now;
    }

    /** Chooses all bodies, in every state. */
    public void all() {
        all(1);
    }

    /**
     * Chooses all bodies, at a rate as of {@link #add(int, int)}.
     *
     * @param every 1, 2, 4, and so on, up to 128
     * @throws IllegalArgumentException if every is none of these
     */
    public void all(int every) {
        int level = level(every);
        int slots = state().slots();
        for (int slot = 0; slot < slots; slot++) {
            choose(slot, level);
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
     * Chooses a body, in every n-th state that the receiver is sent. If n is above 1, the receiver shows the body n
     * states late, and moves it evenly between the states in which it comes.
     *
     * @param slot any slot of the layout; one without a body adds nothing
     * @param every 1, 2, 4, and so on, up to 128
     * @throws IllegalArgumentException if the layout has no such slot, or every is none of these
     */
    public void add(int slot, int every) {
        int level = level(every);
        if (slot < 0 || slot >= capacity) {
            throw new IllegalArgumentException("slot must be from 0 to " + (capacity - 1) + ", was " + slot);
        }
        if (slot < state().slots()) {
            choose(slot, level);
        }
    }

    /**
     * Chooses all bodies around a place, in every state. An attached body counts as being where the outermost of its
     * parents is. Each call looks at all bodies.
     *
     * @param x the place
     * @param y the place
     * @param z the place
     * @param radius the largest distance
     * @throws IllegalArgumentException if the radius is negative, or a value is NaN
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
     * @param every 1, 2, 4, and so on, up to 128
     * @throws IllegalArgumentException if the radius is negative, a value is NaN, or every is none of the above
     */
    public void within(double x, double y, double z, double radius, int every) {
        int level = level(every);
        if (!(radius >= 0)) {
            throw new IllegalArgumentException("radius must be at least 0, was " + radius);
        }
        measure(x, y, z);
        chooseWithin(radius * radius, level);
    }

    /**
     * Chooses the bodies that are nearest to a place, in every state, so that a crowd takes no more of the link than a
     * few bodies that are far apart. If others are as far away as the last of them, they are chosen, too.
     *
     * @param x the place
     * @param y the place
     * @param z the place
     * @param count how many, from 1. An attached body is chosen with the outermost of its parents, and is not counted
     * @throws IllegalArgumentException if the count is below 1, or a value is NaN
     */
    public void nearest(double x, double y, double z, int count) {
        nearest(x, y, z, count, 1);
    }

    /**
     * Chooses the bodies that are nearest to a place, as {@link #nearest(double, double, double, int)} does, at a rate
     * as of {@link #add(int, int)}.
     *
     * @param x the place
     * @param y the place
     * @param z the place
     * @param count how many, from 1
     * @param every 1, 2, 4, and so on, up to 128
     * @throws IllegalArgumentException if the count is below 1, a value is NaN, or every is none of the above
     */
    public void nearest(double x, double y, double z, int count, int every) {
        int level = level(every);
        if (count < 1) {
            throw new IllegalArgumentException(
                    "count must be at least 1, was " + count + "; for none, do not call this");
        }
        measure(x, y, z);
        chooseWithin(farthest(count), level);
    }

    private void measure(double x, double y, double z) {
        if (Double.isNaN(x) || Double.isNaN(y) || Double.isNaN(z)) {
            throw new IllegalArgumentException("the place must not be NaN, was " + x + ", " + y + ", " + z
                    + "; look whether the body that it comes from exists");
        }
        State now = state();
        for (int slot = 0; slot < now.slots(); slot++) {
            double dx = now.x(slot) - x;
            double dy = now.y(slot) - y;
            double dz = now.z(slot) - z;
            squares[slot] = now.isAlive(slot) ? dx * dx + dy * dy + dz * dz : Double.NaN;
        }
        Attachments attached = StateInside.attachments(now);
        for (int i = 0; i < attached.count(); i++) {
            squares[attached.child(i)] = Double.NaN;
        }
    }

    /** Returns the square of the distance to the last of the nearest bodies; infinity if there are fewer. */
    private double farthest(int most) {
        int kept = 0;
        for (int slot = 0; slot < state().slots(); slot++) {
            double square = squares[slot];
            boolean isFull = kept == most;
            if (Double.isNaN(square) || isFull && square >= least[most - 1]) {
                continue;
            }
            int last = isFull ? most - 1 : kept++;
            int at = Arrays.binarySearch(least, 0, last, square);
            at = at < 0 ? -at - 1 : at;
            System.arraycopy(least, at, least, at + 1, last - at);
            least[at] = square;
        }
        return kept < most ? Double.POSITIVE_INFINITY : least[most - 1];
    }

    /** Chooses the bodies whose distance has at most this square. Attached ones are where their parents are. */
    private void chooseWithin(double square, int level) {
        Attachments attached = StateInside.attachments(state());
        // Children come after their parents.
        for (int i = 0; i < attached.count(); i++) {
            int child = attached.child(i);
            squares[child] = squares[attached.parent(child)];
        }
        for (int slot = 0; slot < state().slots(); slot++) {
            if (squares[slot] <= square) {
                choose(slot, level);
            }
        }
    }

    private static int level(int every) {
        if (every < 1 || every > MOST_EVERY || Integer.bitCount(every) != 1) {
            throw new IllegalArgumentException(
                    "every must be 1, 2, 4, 8, 16, 32, 64 or " + MOST_EVERY + ", was " + every);
        }
        return Integer.numberOfTrailingZeros(every);
    }

    private static boolean has(long[] bits, int slot) {
        return (bits[slot / Blocks.SIZE] >>> slot & 1) != 0;
    }

    private void choose(int slot, int level) {
        if (!has(set, slot) || level < levels[slot]) {
            set[slot / Blocks.SIZE] |= 1L << slot;
            levels[slot] = (byte) level;
        }
    }
}
