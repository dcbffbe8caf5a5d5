package io.github.freestep.physics.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recording from beginning to end, tick by tick. Not thread-safe. Keeps one block and one group (the entries of
 * one tick). Allocates 100 bytes for a block, and nothing for a tick unless it has a text or a new time scale, or is
 * larger than all before.
 *
 * <p>A reader returns nothing that was not written. At the first damaged or missing byte, the recording is over, and
 * {@link #damage} says where. A reader returns all entries of a tick or none.
 *
 * <pre>{@code
 * while (reader.next()) {
 *     for (Entry entry = reader.nextEntry(); entry != null; entry = reader.nextEntry()) { ... }
 *     ... reader.tick, reader.hash
 * }
 * }</pre>
 */
final class RecordingReader implements Closeable {
    final RecordingBlockReader blocks;
    private final int axes;

    /** The keyframe that the recording begins with, as those of a {@link RecordingRing} do; null for none. */
    final @Nullable Block begin;

    private final Entry entry = new Entry();

    /**
     * The newest block is at {@code blockStart} and after. A group can span blocks: if the newest block begins in the
     * middle of a group, the beginning of that group is kept in front of the block.
     */
    private ByteBuffer buffer = ByteBuffer.allocate(0);

    private int blockStart;
    private int groupStart;

    /** The end of the group that next() read. */
    private int groupEnd;

    /** The number of the tick that next() read; 0 before the first; at the end, the last whole tick. */
    long tick;

    /** Whether the tick has a hash. */
    boolean hasHash;

    /** The hash of the state after the tick; 0 if it has none. */
    long hash;

    /** Whether the whole file was read, is undamaged, and its end entry says that the recording is complete. */
    boolean isComplete;

    /** The reason in the end entry; null before next() reaches it, and if there is none. */
    @Nullable String endReason;

    /** What is damaged, at which byte, and the last good tick; null before next() reaches the damage. */
    @Nullable String damage;

    /** A position between two groups. Immutable. */
    record Mark(Block.Place block, long tick) {}

    /**
     * Opens a recording. Throws a {@link RecordingException} unless the file has an undamaged header of this version.
     */
    RecordingReader(Path path) throws IOException {
        blocks = new RecordingBlockReader(path);
        axes = blocks.header.run().axes();
        begin = firstKeyframe();
        reset(beginning());
    }

    private @Nullable Block firstKeyframe() throws IOException {
        try {
            Block block = blocks.blockAt(blocks.first);
            return block != null && block.isKeyframe() ? block : null;
        } catch (RecordingException e) {
            // next() finds the damage, too, and reports it.
            return null;
        }
    }

    /** Whether the content of a keyframe is undamaged. */
    boolean isIntact(Block keyframe) throws IOException {
        try {
            blocks.content(keyframe);
            return true;
        } catch (RecordingException e) {
            return false;
        }
    }

    /** Reads the next tick. Returns false at the end or at the first damage, and at every call after that. */
    boolean next() throws IOException {
        if (isOver()) {
            return false;
        }
        try {
            if (readGroup()) {
                groupEnd = buffer.position();
                buffer.position(groupStart);
                return true;
            }
        } catch (IOException e) {
            boolean damaged = e instanceof RecordingException;
            damage = (damaged ? e.getMessage() : "the file can't be read: " + e) + "; the last good tick is " + tick;
            if (!damaged) {
                throw e;
            }
        } finally {
            // nextEntry() must not return entries of an incomplete group.
            if (isOver()) {
                groupEnd = 0;
            }
        }
        return false;
    }

    /**
     * Returns the next entry of the tick, in the order in which entries took effect; null after the last one. The next
     * call reuses the object.
     */
    @Nullable Entry nextEntry() throws RecordingException {
        if (buffer.position() >= groupEnd) {
            return null;
        }
        do {
            entry.read(buffer, axes);
        } while (entry.continues);
        return entry.kind == EntryKind.TICK ? null : entry;
    }

    /** Goes back to the first entry of the tick that next() read. */
    void rewind() {
        buffer.position(groupStart);
    }

    /** Whether next() has returned false. */
    private boolean isOver() {
        return endReason != null || damage != null;
    }

    /** The position of the first group, for {@link #reset}. */
    Mark beginning() {
        return begin == null ? new Mark(blocks.first, 0) : new Mark(begin.next(), begin.tick());
    }

    /** Goes to a mark of this reader, back or forth. Then {@link #next} reads the tick after the mark. */
    void reset(Mark mark) {
        entry.continues = false;
        isComplete = false;
        endReason = null;
        damage = null;
        tick = mark.tick();
        hasHash = false;
        hash = 0;
        blocks.next = mark.block();
        groupStart = 0;
        groupEnd = 0;
        blockStart = 0;
        buffer.position(0).limit(0);
    }

    @Override
    public void close() throws IOException {
        blocks.close();
    }

    private boolean readGroup() throws IOException {
        groupStart = groupEnd;
        buffer.position(groupStart);
        while (true) {
            if (!buffer.hasRemaining()) {
                nextBlock();
            }
            readEntry();
            if (entry.kind == EntryKind.END) {
                end();
                return false;
            }
            if (buffer.position() - groupStart > Format.MAX_GROUP_BYTES) {
                throw new RecordingException("the entries of a tick must have at most " + Format.MAX_GROUP_BYTES
                        + " bytes, but have more at byte " + filePosition(buffer.position()));
            }
            if (entry.kind == EntryKind.TICK) {
                tick += entry.step;
                hasHash = entry.hashed;
                hash = entry.hash;
                return true;
            }
        }
    }

    private void nextBlock() throws IOException {
        buffer.position(groupStart);
        int kept = buffer.remaining();
        buffer = blocks.append(buffer, kept == 0 ? tick : RecordingBlockReader.IN_GROUP);
        groupStart = 0;
        blockStart = kept;
    }

    private void readEntry() throws RecordingException {
        int start = buffer.position();
        try {
            entry.read(buffer, axes);
            if (entry.kind == EntryKind.TICK && entry.step > Long.MAX_VALUE - tick) {
                throw new RecordingException("the difference to tick " + tick + " must be at most "
                        + (Long.MAX_VALUE - tick) + ", was " + entry.step);
            }
        } catch (RecordingException e) {
            throw new RecordingException("the entry at byte " + filePosition(start) + " is invalid: " + e.getMessage());
        }
    }

    private void end() throws IOException {
        long after = buffer.remaining() + blocks.remainingBytes();
        if (after > 0) {
            throw new RecordingException("nothing must follow the recording's end at byte "
                    + filePosition(buffer.position()) + ", but " + after + " bytes do");
        }
        isComplete = entry.complete;
        endReason = entry.text;
    }

    private long filePosition(int position) {
        return blocks.newest.position() + Block.FRAME + position - blockStart;
    }
}
