package io.github.freestep.physics.lockstep.session;

import io.github.freestep.physics.journal.BodyValues;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.StateParts;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import org.jspecify.annotations.Nullable;

/**
 * Keeps copies of the last published states, so that the state of a tick can be written after peers have found that it
 * differs. For the session's thread, which calls {@link #take} more often than the window of the states passes.
 */
final class StateRing implements AutoCloseable {
    /**
     * The maximum number of copies. The round trip of a hash usually takes fewer ticks than this.
     */
    private static final int MOST_STATES = 128;

    /** With fewer, the state is gone before the difference is known. */
    private static final int FEWEST_STATES = 2;

    /** The most memory of all copies: for a dump, and only to find the value that differs. */
    private static final long MOST_BYTES = 64L << 20;

    private static final long FEWER_BYTES = 8L << 20;
    private static final int QX = 3;
    private static final int QW = 6;
    private static final long ODD = 0xD6E8FEB86659FD93L;

    private final StateReader reader;
    private final Copy[] copies;
    private final StateLayout layout;
    private @Nullable Copy kept;
    private int next;
    private long newestTick = -1;

    /** Begins to copy states: more of them if they are to be dumped, and none if they are too large otherwise. */
    StateRing(StateBuffer states, boolean dumps) {
        layout = states.layout();
        reader = states.reader();
        copies = new Copy[copies(layout, dumps)];
    }

    /** Returns how many states to copy, besides the one that is kept for a search. */
    static int copies(StateLayout layout, boolean dumps) {
        int slotBytes =
                1 + Integer.BYTES + (BodyValues.count(layout) + (layout.hasDoublePositions() ? 3 : 0)) * Float.BYTES;
        long bytes = (long) slotBytes * layout.capacity();
        long most = (dumps ? MOST_BYTES : FEWER_BYTES) / bytes - 1;
        if (most < FEWEST_STATES) {
            // For a large state, each copy takes time in each tick. Only the user who wants dumps pays for it.
            return dumps ? FEWEST_STATES : 0;
        }
        return (int) Math.min(MOST_STATES, most);
    }

    /** Copies the states that were published since the last call. Returns whether there are any. */
    boolean take() {
        if (copies.length == 0 || !reader.acquire()) {
            return false;
        }
        for (int age = reader.size() - 1; age >= 0; age--) {
            State state = reader.state(age);
            if (state.tick() > newestTick) {
                newestTick = state.tick();
                if (copies[next] == null) {
                    copies[next] = new Copy(layout);
                }
                copies[next].copy(state);
                next = (next + 1) % copies.length;
            }
        }
        return true;
    }

    /** Returns the state of a tick; if it is not there, the next later one; null if there is none. */
    @Nullable Copy at(long tick) {
        Copy found = kept != null && kept.tick >= tick ? kept : null;
        for (Copy copy : copies) {
            if (copy != null && copy.tick >= tick && (found == null || copy.tick < found.tick)) {
                found = copy;
            }
        }
        return found;
    }

    /**
     * Returns the state of exactly this tick, and keeps it until another one is to be kept, because a search asks for
     * it several times; null if it is not there.
     */
    @Nullable Copy keep(long tick) {
        if (kept != null && kept.tick == tick) {
            return kept;
        }
        for (int i = 0; i < copies.length; i++) {
            if (copies[i] != null && copies[i].tick == tick) {
                kept = copies[i];
                copies[i] = null;
                return kept;
            }
        }
        return null;
    }

    @Override
    public void close() {
        reader.close();
    }

    /** The values of a state. */
    static final class Copy {
        final boolean[] alive;
        final int[] parents;

        /** Positions, if they are doubles. */
        final double[][] positions;

        /** Positions if they are floats, orientations, linear and stepped channels. */
        final float[][] values;

        private final int linear;
        long tick;
        int slots;

        Copy(StateLayout layout) {
            int capacity = layout.capacity();
            alive = new boolean[capacity];
            parents = new int[capacity];
            linear = layout.linearChannels().size();
            positions = new double[layout.hasDoublePositions() ? 3 : 0][capacity];
            values = new float[BodyValues.count(layout)][];
            for (int i = positions.length; i < values.length; i++) {
                values[i] = new float[capacity];
            }
        }

        void copy(State state) {
            tick = state.tick();
            slots = state.slots();
            for (int slot = 0; slot < slots; slot++) {
                alive[slot] = state.isAlive(slot);
                parents[slot] = state.parent(slot);
            }
            if (positions.length > 0) {
                System.arraycopy(state.doubleX(), 0, positions[0], 0, slots);
                System.arraycopy(state.doubleY(), 0, positions[1], 0, slots);
                System.arraycopy(state.doubleZ(), 0, positions[2], 0, slots);
            }
            for (int i = positions.length; i < values.length; i++) {
                System.arraycopy(BodyValues.of(state, i, linear), 0, values[i], 0, slots);
            }
        }

        /** Returns the parts of a range of slots, see {@link StateParts}; none if there is no such range. */
        long[] parts(MatchRules rules, int first, int count) {
            if (first < 0 || count < 1 || count > alive.length - first) {
                return new long[0];
            }
            long[] parts = new long[StateParts.number(count, rules)];
            if (count == 1) {
                for (int i = 0; i < parts.length; i++) {
                    parts[i] = value(first, i);
                }
                return parts;
            }
            int size = StateParts.size(count);
            for (int slot = first; slot < Math.min(first + count, slots); slot++) {
                parts[(slot - first) / size] += alive[slot] ? hash(slot) : 0;
            }
            return parts;
        }

        private long hash(int slot) {
            long hash = slot;
            for (int i = 0; i < StateParts.HEAD + values.length; i++) {
                long product = (hash ^ value(slot, i)) * ODD;
                hash = product ^ product >>> 32;
            }
            return hash;
        }

        /** Returns the bits of a value of a slot; 0 for the values that a dead body has left. */
        private long value(int slot, int index) {
            int column = index - StateParts.HEAD;
            if (slot >= slots || !alive[slot]) {
                return 0;
            } else if (column < 0) {
                return index == 0 ? 1 : parents[slot];
            } else if (column < positions.length) {
                return Double.doubleToRawLongBits(positions[column][slot]);
            }
            float value = values[column][slot];
            // A quaternion and its negation are the same orientation, and have the same hash.
            boolean negates = column >= QX && column <= QW && Float.floatToRawIntBits(values[QW][slot]) < 0;
            return Double.doubleToRawLongBits(negates ? -value : value);
        }

        /** Returns a position or another value of a body as text that has all its bits. */
        String text(int value, int slot) {
            return value < positions.length
                    ? Double.toString(positions[value][slot])
                    : Float.toString(values[value][slot]);
        }
    }
}
