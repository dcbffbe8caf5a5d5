package io.github.freestep.state.content;

import java.util.Arrays;

/**
 * What only Freestep's own packages ask of a state: when it was made, and where it differs from other states. These are
 * functions and not methods of the state, because users would see methods. Reading allocates nothing and never blocks.
 * The same thread may read as with the state itself.
 */
public final class StateInside {
    /** The {@link #predecessorTick} of a state that has no predecessor. */
    public static final long NO_TICK = Long.MIN_VALUE;

    private StateInside() {}

    /**
     * The tick of the state that was written before this one. It may be several ticks back, because states that no
     * reader needs are not written. Two states are adjacent if the newer one's {@code predecessorTick} is the older
     * one's {@code tick}.
     *
     * @return a tick; {@link #NO_TICK} for the first state
     */
    public static long predecessorTick(HasStateInside state) {
        return state.predecessorTick;
    }

    /**
     * The number of published states that another one has replaced, up to this one. A tick usually has one state, but
     * while time is paused, commands can change the world, and over a network, a state can come after a copy was
     * published for it, and then the tick gets another one. Two states of one buffer have the same content if they have
     * the same tick and the same edition.
     *
     * @return counted from zero
     */
    public static long edition(HasStateInside state) {
        return state.edition;
    }

    /**
     * Whether simulation time ran at another speed than was requested when this state was published, because steps take
     * too long for that. The scale of the state's anchor is then the service's own choice.
     *
     * @return false if the scale is the requested one, and for states that came over a network
     */
    public static boolean isOverloaded(HasStateInside state) {
        return state.overloaded;
    }

    /**
     * When the tick's work began, in nanoseconds of the publisher's clock.
     *
     * @return a reading of the publisher's clock
     */
    public static long startedNanos(HasStateInside state) {
        return state.startedNanos;
    }

    /**
     * When the state was published, in nanoseconds of the publisher's clock.
     *
     * @return a reading of the publisher's clock
     */
    public static long publishedNanos(HasStateInside state) {
        return state.publishedNanos;
    }

    /**
     * How late states may come, as far as a receiver knows that from single datagrams. States themselves are seldom
     * that late, because each of their datagrams may be sent twice, so a reader would learn it too late.
     *
     * @return a span of wall time, from 0; 0 in states that did not come over a network
     */
    public static long expectedLateNanos(HasStateInside state) {
        return state.arrival.expectedLateNanos;
    }

    /**
     * Whether the sender left states out for this receiver when this one came, so that some gaps between states are
     * wider than the sender's own.
     *
     * @return false if the receiver is sent all states, and for states that did not come over a network
     */
    public static boolean isThinned(HasStateInside state) {
        return state.arrival.isThinned;
    }

    /**
     * Whether the state is a copy of the one before, because nothing has come for its tick: its sender has left it out,
     * or it is late, and then replaces the copy.
     *
     * @return false in states that did not come over a network
     */
    public static boolean isCopy(HasStateInside state) {
        return state.arrival.isCopy;
    }

    /**
     * Whether the values of a slot did not come with this state, because datagrams were lost, so that they are guessed
     * from those before.
     *
     * @return false in states that did not come over a network
     */
    public static boolean isGuessed(HasStateInside state, int slot) {
        return state.arrival.hasGuesses && (state.arrival.guessed[slot / Blocks.SIZE] >>> slot & 1) != 0;
    }

    /**
     * The tick of the state minus that of the sender, which begins again when the sender restarts.
     *
     * @return ticks; 0 in states that did not come over a network
     */
    public static long tickBase(HasStateInside state) {
        return state.arrival.tickBase;
    }

    /**
     * The simulation time of the state minus that of the sender, which begins again when the sender restarts.
     *
     * @return nanoseconds; 0 in states that did not come over a network
     */
    public static long nanosBase(HasStateInside state) {
        return state.arrival.nanosBase;
    }

    /**
     * By how much each position may differ from that of the sender, because it was rounded on the way.
     *
     * @return a distance; 0 in states that were not rounded
     */
    public static double positionError(HasStateInside state) {
        return state.arrival.positionError;
    }

    /**
     * By which angle each orientation may differ from that of the sender, because it was rounded on the way.
     *
     * @return radians; 0 in states that were not rounded
     */
    public static double rotationError(HasStateInside state) {
        return state.arrival.rotationError;
    }

    /**
     * Identifies the epochs of all slots. If two states of one buffer have the same number here, then each slot has the
     * same epoch in both.
     *
     * @return a number; only compare numbers for equality
     */
    public static long epochsVersion(HasStateInside state) {
        return state.epochsVersion;
    }

    /**
     * The life in an epoch minus the life that readers report. It is 0 in states that were computed in this process. A
     * receiver uses a different offset for each run of its sender, so the epochs of two runs never have a life in
     * common.
     *
     * @return an even number
     */
    public static int lifeOffset(HasStateInside state) {
        return state.lifeOffset;
    }

    /**
     * Finds the first slot of a range whose epoch differs from the one in another state: its body was spawned, removed
     * or teleported in between, and must not be interpolated. Nearly all epochs are equal, and the search takes 0.05 ns
     * for each of those. The only check is that of the arrays' bounds.
     *
     * @param state a state
     * @param other a state of the same layout
     * @param from the first slot to look at
     * @param to one beyond the last slot
     * @return the slot; -1 if all epochs are the same
     */
    public static int nextBreak(HasStateInside state, HasStateInside other, int from, int to) {
        return nextBreak(state, other.epochs, from, to);
    }

    /**
     * Does the same as {@link #nextBreak(HasStateInside, HasStateInside, int, int)}, but with epochs that the caller
     * has kept.
     *
     * @param state a state
     * @param remembered epochs of an earlier state, indexed by slot
     * @param from the first slot to look at
     * @param to one beyond the last slot
     * @return the slot; -1 if all epochs are the same
     */
    public static int nextBreak(HasStateInside state, int[] remembered, int from, int to) {
        int[] epochs = state.epochs;
        int same = Arrays.mismatch(epochs, from, to, remembered, from, to);
        return same < 0 ? -1 : from + same;
    }

    /**
     * Identifies the content of a block of {@value Blocks#SIZE} slots: epochs, poses and channels. If a block has the
     * same version in two states of one buffer, then its content is the same to the last bit. The only check is that of
     * the array's bounds.
     *
     * @param state a state
     * @param block the number of the block, {@code slot / Blocks.SIZE}
     * @return the version; only compare versions of one block for equality
     * @throws IndexOutOfBoundsException if the layout has no such block
     */
    public static long version(HasStateInside state, int block) {
        return state.versions[block];
    }

    /**
     * The slots of a block that may differ from the state that was written before this one, whose tick is
     * {@link #predecessorTick}. All others are the same in both states, to the last bit. The only check is that of the
     * array's bounds.
     *
     * @param state a state
     * @param block the number of the block, {@code slot / Blocks.SIZE}
     * @return a bit for each slot of the block, the lowest for its first slot; bits of slots that are not in use have
     *     no meaning
     * @throws IndexOutOfBoundsException if the layout has no such block
     */
    public static long changedSlots(HasStateInside state, int block) {
        return state.changed[block];
    }

    /**
     * Finds the first slot of a range that may differ from the same slot in another state: its block has another
     * version. A search takes 0.002 ns per slot where versions are equal. The only check is that of the arrays' bounds.
     *
     * @param state a state
     * @param other a state of the same buffer
     * @param from the first slot to look at
     * @param to one beyond the last slot
     * @return the slot; -1 if all slots of the range are the same in both states
     */
    public static int nextChange(HasStateInside state, HasStateInside other, int from, int to) {
        return nextChange(state, other.versions, from, to);
    }

    /**
     * Finds the first slot of a range whose block has another version than a remembered one, as
     * {@link #nextChange(HasStateInside, HasStateInside, int, int)} does.
     *
     * @param state a state
     * @param remembered versions of an earlier state, indexed by block
     * @param from the first slot to look at
     * @param to one beyond the last slot
     * @return the slot; -1 if all versions are the same
     */
    public static int nextChange(HasStateInside state, long[] remembered, int from, int to) {
        if (from == to) {
            return -1;
        }
        int first = from / Blocks.SIZE;
        int end = Blocks.of(to);
        int same = Arrays.mismatch(state.versions, first, end, remembered, first, end);
        return same < 0 ? -1 : Math.max(from, (first + same) * Blocks.SIZE);
    }

    /**
     * The state's own arrays, for loops that treat all values alike: three coordinates, which are empty if positions
     * are doubles, four components of orientations, linear channels, stepped channels.
     *
     * @return arrays that must not be changed
     */
    public static float[][] values(HasStateInside state) {
        return state.values;
    }

    /**
     * Poses of the state once more, if the last call that wrote poses to it has listed the bodies.
     *
     * @return a list that is often empty
     */
    public static PoseList listed(HasStateInside state) {
        return state.listed;
    }

    /**
     * The attached bodies of the state. The same object in two states of one buffer means that no body was attached or
     * detached between the two.
     *
     * @return immutable
     */
    public static Attachments attachments(HasStateInside state) {
        return state.attachments;
    }

    /**
     * Whether a state is known to follow another one, so that {@link #changedSlots} is what differs between them. If
     * the editions differ, the other state may have been replaced after it was seen. Then the answer is no, although
     * perhaps only the later state was replaced.
     *
     * @param state a state
     * @param tick the tick of the other one
     * @param edition the edition of the other one
     * @return false if a state or an edition may be between them
     */
    public static boolean follows(HasStateInside state, long tick, long edition) {
        return state.predecessorTick == tick && state.edition == edition;
    }

    /** For the publisher: begins a state that comes after another one, or takes its place. */
    public static void begin(HasStateInside state, long predecessorTick, long edition, long startedNanos) {
        state.predecessorTick = predecessorTick;
        state.edition = edition;
        state.startedNanos = startedNanos;
    }

    /** For the publisher: sets when the state is published, and what the bodies say of it. */
    public static void stamp(HasStateInside state, long publishedNanos, Filler bodies) {
        state.publishedNanos = publishedNanos;
        state.arrival.set(bodies);
    }

    /** For the publisher: sets what {@link #epochsVersion}, {@link #lifeOffset} and {@link #attachments} return. */
    public static void bodies(HasStateInside state, long epochsVersion, int lifeOffset, Attachments attachments) {
        state.epochsVersion = epochsVersion;
        state.lifeOffset = lifeOffset;
        state.attachments = attachments;
    }

    /**
     * For the publisher: sets what {@link #isOverloaded} returns. Stores it only if it differs, because the exchange of
     * windows waits for every store before it.
     */
    public static void overloaded(HasStateInside state, boolean overloaded) {
        if (state.overloaded != overloaded) {
            state.overloaded = overloaded;
        }
    }

    /** For copies of states: sets all that functions of this class return, except for versions, changes and epochs. */
    public static void copy(HasStateInside from, HasStateInside into) {
        into.listed.count(0);
        into.epochsVersion = from.epochsVersion;
        into.lifeOffset = from.lifeOffset;
        into.attachments = from.attachments;
        into.predecessorTick = from.predecessorTick;
        into.edition = from.edition;
        into.overloaded = from.overloaded;
        into.startedNanos = from.startedNanos;
        into.publishedNanos = from.publishedNanos;
        into.arrival.set(from.arrival);
    }
}
