package io.github.freestep.physics.recording;

/** The kind of an entry, with its number in the file. No kind has zero, so that zero bytes are not a valid entry. */
enum EntryKind {
    COMMAND(1),
    OPAQUE_COMMAND(2),
    AXIS(3),
    INPUT(4),
    TIME(5),
    FAULT(6),
    TICK(7),
    END(8),
    PLAYER(9);

    private static final int LAST = PLAYER.number;
    private static final EntryKind[] BY_NUMBER = new EntryKind[LAST + 1];

    static {
        for (EntryKind kind : values()) {
            BY_NUMBER[kind.number] = kind;
        }
    }

    private final int number;

    EntryKind(int number) {
        this.number = number;
    }

    /** The kind in the upper half of an entry's first byte. The lower half holds flags, which depend on the kind. */
    int code() {
        return number << 4;
    }

    static EntryKind of(int first) throws RecordingException {
        int number = first >>> 4;
        if (number < 1 || number > LAST) {
            throw new RecordingException("the kind of an entry must be between 1 and " + LAST + ", was " + number);
        }
        return BY_NUMBER[number];
    }
}
