package io.github.freestep.physics.recording;

/**
 * The kind of an entry. Its number in the file is its place here, from 1 on: no kind has zero, so that zero bytes are
 * not a valid entry. The upper half of an entry's first byte is its kind; the lower half holds flags, 0 unless listed
 * here. The content follows, in the types of {@link Format}.
 */
enum EntryKind {
    /**
     * Signed type; varint n, at most 32,768; n bytes, whose format the command defines. Flag 1: the next entry has more
     * of them.
     */
    COMMAND,
    /** A command without a written form, where every replay ends: text of at most 1,024 bytes, its class. */
    OPAQUE_COMMAND,
    /** The new value of a polled axis, from the beginning of this tick on: varint axis; f32 value, finite. */
    AXIS,
    /**
     * An action (flag 1), or a pushed value of an axis: signed code of the action, or number of the axis; f32 value,
     * finite; with flag 2, f64 fraction of the tick, from 0 to 1. Without flag 2 the fraction is +0; -0 has the flag.
     */
    INPUT,
    /**
     * A new time anchor; flag 1: paused. Ratio, the time scale (in a pause, the scale before it); i64 simulation time,
     * not negative; i64 wall time; both in nanoseconds, and of full width, so that no entry depends on another.
     */
    TIME,
    /** A failure: text of at most 1,024 bytes. */
    FAULT,
    /**
     * The end of a tick. Flag 2: varint, at least 2, the tick's number minus that of the preceding tick, which is 1
     * without the flag, and for the first tick its distance from tick 0. Flag 1: u64 hash of the state after the tick.
     */
    TICK,
    /** The end; flag 1: the recording is complete. Text of at most 1,024 bytes, the reason. Nothing follows. */
    END,
    /** A player joins a match (flag 1) or leaves it, at this tick: varint player, 0 to 31. */
    PLAYER;

    private static final EntryKind[] KINDS = values();

    /** The kind in the upper half of an entry's first byte. The lower half holds flags, which depend on the kind. */
    int code() {
        return ordinal() + 1 << 4;
    }

    static EntryKind of(int first) throws RecordingException {
        int number = first >>> 4;
        if (number < 1 || number > KINDS.length) {
            throw new RecordingException(
                    "the kind of an entry must be between 1 and " + KINDS.length + ", was " + number);
        }
        return KINDS[number - 1];
    }
}
