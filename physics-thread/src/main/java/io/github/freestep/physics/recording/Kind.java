package io.github.freestep.physics.recording;

/** The kind of an entry. The file contains its ordinal plus one, so that zero bytes are not a valid entry. */
enum Kind {
    COMMAND,
    OPAQUE_COMMAND,
    AXIS,
    INPUT,
    TIME,
    FAULT,
    TICK,
    END;

    private static final Kind[] KINDS = values();

    /** The kind in the upper half of an entry's first byte. The lower half holds flags, which depend on the kind. */
    int code() {
        return ordinal() + 1 << 4;
    }

    static Kind of(int first) throws RecordingException {
        int number = first >>> 4;
        if (number < 1 || number > KINDS.length) {
            throw new RecordingException(
                    "the kind of an entry must be between 1 and " + KINDS.length + ", was " + number);
        }
        return KINDS[number - 1];
    }
}
