package io.github.freestep.physics.recording;

import io.github.freestep.physics.TickInput;
import io.github.freestep.time.Ratio;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * One entry of a recording. Its kind determines which fields are valid. A reader reuses the object for all
 * entries. Reading an entry allocates only for a text, for a time scale other than the last one, or for a command
 * longer than all before.
 */
final class Entry {
    /** Flag of a command: the next entry continues it. */
    static final int CONTINUES = 1;

    /** Flag of an input: it is an action, and not an axis. */
    static final int ACTION = 1;

    /** Flag of an input: it came after the tick's beginning, so a fraction follows. */
    static final int HAS_FRACTION = 2;

    /** Flag of a player: the player joins, and does not leave. */
    static final int JOINS = 1;

    /** Flag of a time anchor: time is paused. */
    static final int PAUSED = 1;

    /** Flag of a tick: a hash follows. */
    static final int HAS_HASH = 1;

    /** Flag of a tick: its number is not the preceding tick's plus 1. */
    static final int SKIPS = 2;

    /** Flag of the end: the recording is complete. */
    static final int COMPLETE = 1;

    private static final int FLAGS = 0xF;

    EntryKind kind = EntryKind.END;

    /** The code of an action, the number of an axis or of a player, or the type of a command. */
    int code;

    /** Whether an input is an action. */
    boolean isAction;

    /** Whether a player joins. */
    boolean joins;

    /** The value of an axis or an input. */
    float value;

    /** The fraction of the tick at which an input came, from 0 to 1. */
    double fraction;

    /** The content of a command, with that of all entries that it continues: the first {@link #length} bytes. */
    byte[] bytes = {};

    int length;

    /** Whether the next entry continues this command. */
    boolean continues;

    /** The class of an opaque command, the message of a fault, or the reason of the end. */
    String text = "";

    /** Whether time is paused. The fields up to {@link #wallNanos} are those of a time anchor. */
    boolean paused;

    Ratio scale = Ratio.ONE;
    long simulationNanos;
    long wallNanos;

    /** Whether a tick has a hash. {@link #step} is its number minus the preceding tick's. */
    boolean hashed;

    long hash;
    long step;

    /** Whether the end says that the recording is complete. */
    boolean complete;

    /** Reads the next entry of a buffer. Axes must be below {@code axes}. */
    void read(ByteBuffer from, int axes) throws RecordingException {
        try {
            int first = from.get() & 0xFF;
            kind = EntryKind.of(first);
            if (continues && kind != EntryKind.COMMAND) {
                throw new RecordingException("an entry of kind " + kind + " is in the middle of a command");
            }
            int known = switch (kind) {
                case COMMAND -> command(first, from);
                case OPAQUE_COMMAND, FAULT -> text(from);
                case AXIS -> axis(from, axes);
                case INPUT -> input(first, from, axes);
                case TIME -> time(first, from);
                case TICK -> tick(first, from);
                case END -> end(first, from);
                case PLAYER -> player(first, from);
            };
            if ((first & FLAGS & ~known) != 0) {
                throw new RecordingException("an entry of kind " + kind + " has undefined flags: " + (first & FLAGS));
            }
        } catch (BufferUnderflowException e) {
            throw new RecordingException("an entry of kind " + kind + " extends beyond the end of its block");
        }
    }

    private int command(int first, ByteBuffer from) throws RecordingException {
        int before = continues ? length : 0;
        code = Format.signed(from, "a command's type");
        length = before + Format.length(from, Format.MAX_COMMAND_BYTES, "a command");
        if (length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length, 2 * bytes.length));
        }
        from.get(bytes, before, length - before);
        continues = (first & CONTINUES) != 0;
        return CONTINUES;
    }

    private int text(ByteBuffer from) throws RecordingException {
        text = Format.text(from, Format.MAX_TEXT_BYTES, "a text");
        return 0;
    }

    private int axis(ByteBuffer from, int axes) throws RecordingException {
        code = (int) Format.varint(from, 0, axes - 1L, "an axis");
        value = finite(from);
        return 0;
    }

    private int input(int first, ByteBuffer from, int axes) throws RecordingException {
        isAction = (first & ACTION) != 0;
        code = Format.signed(from, "an input's code");
        if (!isAction && (code < 0 || code >= axes)) {
            throw new RecordingException("an input's axis must be at least 0 and below " + axes
                    + ", the header's number of axes, was " + code);
        }
        value = finite(from);
        fraction = (first & HAS_FRACTION) == 0 ? 0 : fraction(from);
        return ACTION | HAS_FRACTION;
    }

    private int player(int first, ByteBuffer from) throws RecordingException {
        code = (int) Format.varint(from, 0, TickInput.MAX_PLAYERS - 1L, "a player");
        joins = (first & JOINS) != 0;
        return JOINS;
    }

    private int time(int first, ByteBuffer from) throws RecordingException {
        paused = (first & PAUSED) != 0;
        scale = Format.ratio(from, scale, "a scale");
        simulationNanos = from.getLong();
        wallNanos = from.getLong();
        if (simulationNanos < 0) {
            throw new RecordingException("simulation time must not be negative, was " + simulationNanos + " ns");
        }
        return PAUSED;
    }

    private int tick(int first, ByteBuffer from) throws RecordingException {
        step = (first & SKIPS) == 0
                ? 1
                : Format.varint(from, 2, Long.MAX_VALUE, "the difference to the preceding tick");
        hashed = (first & HAS_HASH) != 0;
        hash = hashed ? from.getLong() : 0;
        return HAS_HASH | SKIPS;
    }

    private int end(int first, ByteBuffer from) throws RecordingException {
        complete = (first & COMPLETE) != 0;
        text(from);
        return COMPLETE;
    }

    /** Reads a value, and refuses NaN and infinite ones, as live runs do. */
    private static float finite(ByteBuffer from) throws RecordingException {
        float value = from.getFloat();
        if (!Float.isFinite(value)) {
            throw new RecordingException("an input's value must be finite, was " + value);
        }
        return value;
    }

    private static double fraction(ByteBuffer from) throws RecordingException {
        double fraction = from.getDouble();
        if (!(fraction >= 0 && fraction <= 1) || Double.doubleToRawLongBits(fraction) == 0) {
            // A writer leaves out a fraction of 0.
            throw new RecordingException(
                    "the fraction of a tick must be between 0 and 1, and not 0.0, was " + fraction);
        }
        return fraction;
    }
}
