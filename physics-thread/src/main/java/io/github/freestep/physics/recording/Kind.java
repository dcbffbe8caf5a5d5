package io.github.freestep.physics.recording;

/** What an entry is. In the file it is the ordinal plus one, so that zeros are no entries. */
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

    /** The upper half of an entry's first byte. The lower half are flags, which each kind has its own of. */
    int code() {
        return ordinal() + 1 << 4;
    }

    static Kind of(int first) throws RecordingException {
        int number = first >>> 4;
        if (number < 1 || number > KINDS.length) {
            throw new RecordingException("there is no entry of kind " + number);
        }
        return KINDS[number - 1];
    }
}
