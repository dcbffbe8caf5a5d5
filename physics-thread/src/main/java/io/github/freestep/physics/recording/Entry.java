package io.github.freestep.physics.recording;

import io.github.freestep.time.Ratio;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * One entry as it was read: which fields mean something, its kind says. Reused; a command's bytes and a number's fields
 * allocate nothing, a text does.
 */
final class Entry {
    /** Flags of an input: that it is no axis; and that it came after the tick's beginning, so that there is a fraction. */
    static final int EDGE = 1;

    static final int LATER = 2;

    /** Flag of a time. */
    static final int PAUSED = 1;

    /** Flags of a tick: that there is a hash; and that it is not the one that comes next. */
    static final int HASHED = 1;

    static final int SKIPS = 2;

    /** Flag of an end. */
    static final int COMPLETE = 1;

    private static final int FLAGS = 0xF;

    Kind kind = Kind.END;

    /** Of an edge; the number of an axis; the type of a command. */
    int code;

    /** Of an input. */
    boolean edge;

    /** Of an axis or an input. */
    float value;

    /** Of an input. */
    double fraction;

    /** Of a command: the first so many. */
    byte[] bytes = {};

    int length;

    /** Of an opaque command the class, of a fault what it was, of an end why. */
    String text = "";

    /** Of a time. */
    boolean paused;

    Ratio scale = Ratio.ONE;
    long simulationNanos;
    long wallNanos;

    /** Of a tick. */
    boolean hashed;

    long hash;
    long step;

    /** Of an end. */
    boolean complete;

    /** The next entry of the buffer, of which the axes are below the given number. */
    void read(ByteBuffer from, int axes) throws RecordingException {
        try {
            int first = from.get() & 0xFF;
            kind = Kind.of(first);
            int known = switch (kind) {
                case COMMAND -> command(from);
                case OPAQUE_COMMAND, FAULT -> text(from);
                case AXIS -> axis(from, axes);
                case INPUT -> input(first, from, axes);
                case TIME -> time(first, from);
                case TICK -> tick(first, from);
                case END -> end(first, from);
            };
            if ((first & FLAGS & ~known) != 0) {
                throw new RecordingException("flags " + (first & FLAGS) + " mean nothing to an entry of kind " + kind);
            }
        } catch (BufferUnderflowException e) {
            throw new RecordingException("an entry of kind " + kind + " goes beyond the end of its block");
        }
    }

    private int command(ByteBuffer from) throws RecordingException {
        code = Format.signed(from, "a command's type");
        length = Format.length(from, Format.MAX_COMMAND_BYTES, "a command");
        if (length > bytes.length) {
            bytes = new byte[Math.max(length, 2 * bytes.length)];
        }
        from.get(bytes, 0, length);
        return 0;
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
        edge = (first & EDGE) != 0;
        code = Format.signed(from, "an input's code");
        if (!edge && (code < 0 || code >= axes)) {
            throw new RecordingException("axis " + code + " is beyond the " + axes + " of the header");
        }
        value = finite(from);
        fraction = (first & LATER) == 0 ? 0 : fraction(from);
        return EDGE | LATER;
    }

    private int time(int first, ByteBuffer from) throws RecordingException {
        paused = (first & PAUSED) != 0;
        scale = Format.ratio(from, scale, "a scale");
        simulationNanos = from.getLong();
        wallNanos = from.getLong();
        if (simulationNanos < 0) {
            throw new RecordingException("simulation time " + simulationNanos + " is before its beginning");
        }
        return PAUSED;
    }

    private int tick(int first, ByteBuffer from) throws RecordingException {
        step = (first & SKIPS) == 0 ? 1 : Format.varint(from, 2, Long.MAX_VALUE, "the step to a tick");
        hashed = (first & HASHED) != 0;
        hash = hashed ? from.getLong() : 0;
        return HASHED | SKIPS;
    }

    private int end(int first, ByteBuffer from) throws RecordingException {
        complete = (first & COMPLETE) != 0;
        text(from);
        return COMPLETE;
    }

    /** As in a live run, where the same is asked of whoever pushes it. */
    private static float finite(ByteBuffer from) throws RecordingException {
        float value = from.getFloat();
        if (!Float.isFinite(value)) {
            throw new RecordingException("an input's value is " + value);
        }
        return value;
    }

    private static double fraction(ByteBuffer from) throws RecordingException {
        double fraction = from.getDouble();
        if (!(fraction >= 0 && fraction <= 1) || Double.doubleToRawLongBits(fraction) == 0) {
            throw new RecordingException("the fraction of a tick is " + fraction);
        }
        return fraction;
    }
}
