package io.github.freestep.physics.recording;

import io.github.freestep.time.Ratio;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Writes a recording from beginning to end, and never goes back. For one thread, which waits for the disk.
 * Allocates nothing per entry, except for a text.
 *
 * <p>Write the entries of a tick first, in the order in which they took effect, then call {@link #tick}. Values are
 * those of a live run, which has checked them. The writer hands entries to the operating system at the next {@link
 * #flush}, or when they fill a block of 64 KB. From then on they outlive this process. The writer does not force them
 * onto the disk. That would protect them from a power failure, but it can block the writer for any length of time.
 *
 * <p>If the disk fails, the method that finds it throws an {@code IOException}, and the file ends with
 * {@link #storedTick}. Then the only valid call is {@link #close}.
 */
final class RecordingWriter implements Closeable {
    final EntryBlocks blocks;

    /** The length of the payload before the tick's group, in bytes. */
    private long groupStart;

    private long tick;

    /** The last tick whose group is in the file as a whole. */
    long storedTick;

    private boolean hashed;
    private long hash;

    /** Whether the newest tick has a hash. */
    private boolean tickHashed;

    private long tickHash;
    private boolean ended;

    /** Creates a file with its header, which {@code disk} opens. */
    RecordingWriter(Path path, RecordingHeader header, RecordingBlockWriter.Disk disk) throws IOException {
        this(new RecordingBlockWriter(path, disk, header));
    }

    /** Writes to blocks without an entry. */
    RecordingWriter(EntryBlocks blocks) {
        this.blocks = blocks;
    }

    /** Returns whether a tick still has room for all entries of a command, of which a part would damage the file. */
    boolean hasRoom(int length) {
        long entries = length / Format.MAX_COMMAND_BYTES + 1;
        return blocks.payloadBytes() - groupStart + length + entries * (1 + 2 * Varint.MAX_INT_BYTES)
                <= Format.MAX_GROUP_BYTES;
    }

    /** Writes a command whose written form is the first {@code length} bytes of an array. */
    void command(int type, byte[] bytes, int length) throws IOException {
        int end = 0;
        do {
            int from = end;
            end = Math.min(length, from + Format.MAX_COMMAND_BYTES);
            int flags = end < length ? Entry.CONTINUES : 0;
            ByteBuffer to = entry(EntryKind.COMMAND.code() | flags, 2 * Varint.MAX_INT_BYTES + end - from);
            Varint.put(to, Varint.zigzag(type));
            Varint.put(to, end - from);
            to.put(bytes, from, end - from);
        } while (end < length);
    }

    /** Writes a command without a written form, which no replay can pass. Cuts the class name to 1,024 bytes. */
    void opaqueCommand(String className) throws IOException {
        textEntry(EntryKind.OPAQUE_COMMAND.code(), className);
    }

    /** Writes the value that a polled axis has from the beginning of the tick. */
    void axis(int axis, float value) throws IOException {
        ByteBuffer to = entry(EntryKind.AXIS.code(), Varint.MAX_INT_BYTES + Float.BYTES);
        Varint.put(to, axis);
        to.putFloat(value);
    }

    /** Writes an action, or a pushed value of an axis, at a fraction of the tick from 0 to 1. */
    void input(boolean isAction, int code, float value, double fraction) throws IOException {
        // A fraction of 0 is not written. Input that waited in a pause has it. A fraction of -0 is written.
        boolean later = Double.doubleToRawLongBits(fraction) != 0;
        int flags = (isAction ? Entry.ACTION : 0) | (later ? Entry.HAS_FRACTION : 0);
        ByteBuffer to = entry(EntryKind.INPUT.code() | flags, Varint.MAX_INT_BYTES + Float.BYTES + Double.BYTES);
        Varint.put(to, Varint.zigzag(code));
        to.putFloat(value);
        if (later) {
            to.putDouble(fraction);
        }
    }

    /** Writes that a player takes part in a match from this tick on, or no longer does. */
    void player(int player, boolean joins) throws IOException {
        ByteBuffer to = entry(EntryKind.PLAYER.code() | (joins ? Entry.JOINS : 0), Varint.MAX_INT_BYTES);
        Varint.put(to, player);
    }

    /** Writes a new time anchor. In a pause the scale is the one before the pause, since a ratio can't be zero. */
    void time(boolean paused, Ratio scale, long simulationNanos, long wallNanos) throws IOException {
        ByteBuffer to =
                entry(EntryKind.TIME.code() | (paused ? Entry.PAUSED : 0), 2 * Varint.MAX_INT_BYTES + 2 * Long.BYTES);
        Format.putRatio(to, scale);
        to.putLong(simulationNanos).putLong(wallNanos);
    }

    /** Writes a failure. Cuts the text to 1,024 bytes. */
    void fault(String what) throws IOException {
        textEntry(EntryKind.FAULT.code(), what);
    }

    /** Sets the hash of the state after the next tick. */
    void hash(long hash) {
        requireOpen();
        hashed = true;
        this.hash = hash;
    }

    /**
     * Ends the group of this tick. The numbers of ticks must rise.
     */
    void tick(long tick) throws IOException {
        long step = tick - this.tick;
        if (tick < 1 || step < 1) {
            throw new IllegalArgumentException("tick must be above the newest tick " + this.tick + ", was " + tick);
        }
        int flags = (hashed ? Entry.HAS_HASH : 0) | (step > 1 ? Entry.SKIPS : 0);
        ByteBuffer to = entry(EntryKind.TICK.code() | flags, Varint.MAX_LONG_BYTES + Long.BYTES);
        if (step > 1) {
            Varint.put(to, step);
        }
        tickHashed = hashed;
        tickHash = hashed ? hash : 0;
        if (hashed) {
            to.putLong(hash);
            hashed = false;
        }
        this.tick = tick;
        groupStart = blocks.payloadBytes();
    }

    /**
     * Writes a keyframe of the newest tick, directly after that tick. If the disk does not take it, throws, and the
     * file is as if this method had not been called: unless {@link #failed} returns true, the recording can continue.
     *
     * @param bytes the content in the first {@code length} bytes, where this method sets flags and hash
     */
    void keyframe(byte[] bytes, int length) throws IOException {
        requireOpen();
        flush();
        ByteBuffer head = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        head.put((byte) (tickHashed ? Entry.HAS_HASH : 0)).putLong(tickHash);
        blocks.keyframe(tick, bytes, length);
    }

    /**
     * Writes the end. Readers skip the entries between the last tick and the end, which had no effect on any state.
     *
     * @param complete whether the whole run was recorded
     * @param why the reason of the end, cut to 1,024 bytes
     */
    void end(boolean complete, String why) throws IOException {
        // The end must fit even if the group has reached its maximum size.
        groupStart = blocks.payloadBytes();
        textEntry(EntryKind.END.code() | (complete ? Entry.COMPLETE : 0), why);
        ended = true;
        flush();
    }

    /** Hands all entries to the operating system, even in the middle of a tick. */
    void flush() throws IOException {
        if (!blocks.failed) {
            blocks.flush();
            storedTick = tick;
        }
    }

    /**
     * Closes the file. Entries since the last flush are lost. Without {@link #end}, a reader reports
     * that the end is missing.
     */
    @Override
    public void close() throws IOException {
        blocks.close();
    }

    private void textEntry(int first, String what) throws IOException {
        byte[] text = what.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, Format.MAX_TEXT_BYTES);
        while (length < text.length && (text[length] & 0xC0) == 0x80) {
            length--; // to the first byte of the character that does not fit
        }
        ByteBuffer to = entry(first, Varint.MAX_INT_BYTES + length);
        Varint.put(to, length);
        to.put(text, 0, length);
    }

    /** Begins an entry: its first byte, followed by at most {@code most} bytes that the caller puts into the buffer. */
    private ByteBuffer entry(int first, int most) throws IOException {
        requireOpen();
        if (blocks.payloadBytes() - groupStart + 1 + most > Format.MAX_GROUP_BYTES) {
            throw new RecordingException("the entries of a tick must have at most " + Format.MAX_GROUP_BYTES
                    + " bytes, but those after tick " + tick + " have more; end the recording as incomplete");
        }
        if (!blocks.hasRoom(1 + most)) {
            flush();
        }
        return blocks.block.put((byte) first);
    }

    private void requireOpen() {
        if (ended || blocks.failed) {
            throw new IllegalStateException("the recording ended after tick " + tick
                    + (ended ? "" : " because the disk failed") + "; nothing can follow");
        }
    }
}
