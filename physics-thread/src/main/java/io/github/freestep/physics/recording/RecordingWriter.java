package io.github.freestep.physics.recording;

import io.github.freestep.time.Ratio;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * Writes a recording, to the end of it and never back. For one thread, which waits for the disk; allocates nothing for an
 * entry.
 *
 * <p>The entries of a tick come first, in the order in which they took effect, and {@link #tick} ends them. What was written is
 * in the file with the next {@link #flush}, or when 64 KB have come together. It is then the operating system's, and outlives
 * this process; forcing it onto the disk, for the sake of a power failure, would stop the writer for as long as a disk likes.
 *
 * <p>Every method throws an {@code IOException} when the disk fails. The file then ends with {@link #storedTick}.
 * {@link #salvage} adds the whole ticks that still fit, and then {@link #end} can follow; without it the writer can
 * only be closed.
 */
final class RecordingWriter implements Closeable {
    /** What {@link #salvage} leaves free for {@link #end}: a block of an entry whose text has up to 490 bytes. */
    private static final int ROOM_FOR_END = 512;

    private final BlockWriter blocks;
    private final int axes;
    private final CharsetEncoder encoder = StandardCharsets.UTF_8
            .newEncoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    private final CharBuffer chars = CharBuffer.allocate(Format.MAX_TEXT_BYTES);
    private final ByteBuffer text = ByteBuffer.allocate(Format.MAX_TEXT_BYTES);

    /** How much payload there was when the tick's group began. */
    private long groupStart;

    private long tick;
    private long storedTick;
    private boolean hashed;
    private long hash;
    private boolean ended;

    private RecordingWriter(BlockWriter blocks, int axes) {
        this.blocks = blocks;
        this.axes = axes;
    }

    /** Creates a file, with its header. {@code disk} makes it: {@link #newFile}, or in a test a disk that fails. */
    static RecordingWriter create(Path path, RecordingHeader header, BlockWriter.Disk disk) throws IOException {
        return new RecordingWriter(
                new BlockWriter(path, disk, header), header.run().axes());
    }

    /**
     * Opens a file for appending: if another program truncates it, writes must not silently fill the gap with zeros.
     */
    static FileChannel newFile(Path path) throws IOException {
        if (Objects.requireNonNull(path, "the path of the file must not be null")
                .toString()
                .isEmpty()) {
            throw new IllegalArgumentException("the path of the file must not be empty, was \"\"");
        }
        return FileChannel.open(
                path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND);
    }

    // Every method checks all that can be wrong before it begins an entry: half an entry would be the end of the
    // recording.

    /** A command that declares how it is written: the first bytes of the array. */
    void command(int type, byte[] bytes, int length) throws IOException {
        if (length > Format.MAX_COMMAND_BYTES) {
            throw new IllegalArgumentException("a command must have at most " + Format.MAX_COMMAND_BYTES
                    + " bytes, had " + length + "; split it, or record a name of what it brings");
        }
        Objects.checkFromIndexSize(0, length, bytes.length);
        ByteBuffer to = entry(Kind.COMMAND.code(), 2 * Format.MOST_INT + length);
        Format.putSigned(to, type);
        Format.putVarint(to, length);
        to.put(bytes, 0, length);
    }

    /** A command that does not: no replay can go beyond it. The name is cut to 1,024 bytes. */
    void opaqueCommand(String className) throws IOException {
        textEntry(Kind.OPAQUE_COMMAND.code(), className);
    }

    /** A polled level as it is from the beginning of the tick. */
    void axis(int axis, float value) throws IOException {
        requireAxis(axis);
        requireFinite(value);
        ByteBuffer to = entry(Kind.AXIS.code(), Format.MOST_INT + Float.BYTES);
        Format.putVarint(to, axis);
        to.putFloat(value);
    }

    /** An edge, or an axis that was pushed; the fraction of the tick is from 0 to 1. */
    void input(boolean edge, int code, float value, double fraction) throws IOException {
        if (!edge) {
            requireAxis(code);
        }
        requireFinite(value);
        if (!(fraction >= 0 && fraction <= 1)) {
            throw new IllegalArgumentException("fraction must be between 0 and 1, was " + fraction);
        }
        // Input that waited for its tick, as in a pause, comes at its very beginning. Minus zero is not that.
        boolean later = Double.doubleToRawLongBits(fraction) != 0;
        int flags = (edge ? Entry.EDGE : 0) | (later ? Entry.LATER : 0);
        ByteBuffer to = entry(Kind.INPUT.code() | flags, Format.MOST_INT + Float.BYTES + Double.BYTES);
        Format.putSigned(to, code);
        to.putFloat(value);
        if (later) {
            to.putDouble(fraction);
        }
    }

    /** A new anchor of time. In a pause the scale is that of the time before, since a ratio has no zero. */
    void time(boolean paused, Ratio scale, long simulationNanos, long wallNanos) throws IOException {
        if (simulationNanos < 0) {
            throw new IllegalArgumentException("simulationNanos must not be negative, was " + simulationNanos);
        }
        Objects.requireNonNull(scale, "scale must not be null");
        ByteBuffer to = entry(Kind.TIME.code() | (paused ? Entry.PAUSED : 0), 2 * Format.MOST_INT + 2 * Long.BYTES);
        Format.putRatio(to, scale);
        to.putLong(simulationNanos).putLong(wallNanos);
    }

    /** Something went wrong. The text is cut to 1,024 bytes. */
    void fault(String what) throws IOException {
        textEntry(Kind.FAULT.code(), what);
    }

    /** The hash of the state that the tick to come ends in. */
    void hash(long hash) {
        requireOpen();
        if (hashed) {
            throw new IllegalStateException(
                    "there is a hash for the tick after tick " + tick + " already; end it first");
        }
        hashed = true;
        this.hash = hash;
    }

    /** Ends what belongs to this tick. Numbers rise; where a step stood for several ticks they skip some. */
    void tick(long tick) throws IOException {
        long step = tick - this.tick;
        if (tick < 1 || step < 1) {
            throw new IllegalArgumentException("tick must be above " + this.tick + ", the newest, was " + tick);
        }
        int flags = (hashed ? Entry.HASHED : 0) | (step > 1 ? Entry.SKIPS : 0);
        ByteBuffer to = entry(Kind.TICK.code() | flags, Format.MOST_LONG + Long.BYTES);
        if (step > 1) {
            Format.putVarint(to, step);
        }
        if (hashed) {
            to.putLong(hash);
            hashed = false;
        }
        this.tick = tick;
        groupStart = blocks.payloadBytes();
    }

    /**
     * Writes the last entry. What came after the last tick had no effect on any state, and no reader gets it.
     *
     * @param complete whether all is there that there was to record
     * @param why cut to 1,024 bytes
     */
    void end(boolean complete, String why) throws IOException {
        // So that there is room for this one, whatever the group has come to.
        groupStart = blocks.payloadBytes();
        textEntry(Kind.END.code() | (complete ? Entry.COMPLETE : 0), why);
        ended = true;
        flush();
    }

    /** Hands all that was written to the operating system, tick or no tick. */
    void flush() throws IOException {
        if (!blocks.failed()) {
            blocks.flush();
            storedTick = tick;
        }
    }

    /** Throws if the file is not what was written, for instance because it was deleted. */
    void verify() throws IOException {
        blocks.verify();
    }

    /** The last tick that is in the file as a whole. */
    long storedTick() {
        return storedTick;
    }

    /** Whether the disk has failed, so that nothing can follow before {@link #salvage}. */
    boolean failed() {
        return blocks.failed();
    }

    /** Whether the disk has failed, and the file still ends with a whole block. */
    boolean canSalvage() {
        return blocks.canRetry();
    }

    /**
     * Saves what fits of a block that the disk has not taken: its first ticks, with room left for an end. After it the
     * recording goes on behind {@link #storedTick}. Only if {@link #canSalvage}.
     *
     * @throws IOException if the disk does not take that much any more
     */
    void salvage() throws IOException {
        ByteBuffer fits = blocks.failedPayload(blocks.fitting(ROOM_FOR_END));
        Entry entry = new Entry();
        long last = storedTick;
        int payload = 0;
        try {
            while (fits.hasRemaining()) {
                entry.read(fits, axes);
                if (entry.kind == Kind.TICK) {
                    last += entry.step;
                    payload = fits.position();
                }
            }
        } catch (RecordingException e) {
            // An entry of which only the beginning fits.
        }
        blocks.retry(payload);
        storedTick = last;
        tick = last;
        hashed = false;
        ended = false;
    }

    /** Lets go of the file. What was not flushed is lost, and a recording that was not ended says so when it is read. */
    @Override
    public void close() throws IOException {
        blocks.close();
    }

    private void textEntry(int first, String what) throws IOException {
        text.clear();
        chars.clear();
        int count = Math.min(what.length(), chars.capacity());
        what.getChars(0, count, chars.array(), 0);
        // It stops in front of a character that does not fit, and of the first half of one whose second was cut off.
        encoder.reset().encode(chars.limit(count), text, count == what.length());
        text.flip();
        ByteBuffer to = entry(first, Format.MOST_INT + text.remaining());
        Format.putVarint(to, text.remaining());
        to.put(text);
    }

    /** Where to put an entry that has at most so many bytes beside its first. */
    private ByteBuffer entry(int first, int most) throws IOException {
        requireOpen();
        if (blocks.payloadBytes() - groupStart + 1 + most > Format.MAX_GROUP_BYTES) {
            throw new RecordingException("what belongs to the tick after tick " + tick + " has come to "
                    + Format.MAX_GROUP_BYTES + " bytes, the most for one tick; end the recording as incomplete");
        }
        if (!blocks.hasRoom(1 + most)) {
            flush();
        }
        return blocks.block().put((byte) first);
    }

    private void requireOpen() {
        if (ended || blocks.failed()) {
            throw new IllegalStateException("the recording has ended after tick " + tick
                    + (ended ? "" : ", for the disk has failed") + "; nothing can follow");
        }
    }

    private void requireAxis(int axis) {
        if (axis < 0 || axis >= axes) {
            throw new IllegalArgumentException("axis must be at least 0 and below " + axes
                    + ", the axes of the recording's header, was " + axis + "; declare more there");
        }
    }

    private static void requireFinite(float value) {
        if (!Float.isFinite(value)) {
            throw new IllegalArgumentException(
                    "value must be finite, was " + value + "; filter it where the device is read");
        }
    }
}
