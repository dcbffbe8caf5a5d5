package io.github.freestep.physics.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Reads a recording from beginning to end, tick by tick. Not thread-safe; keeps one block and what belongs to one tick;
 * allocates nothing for a tick unless it has a text or is larger than all before.
 *
 * <p>It gives nothing that was not written: at the first byte that is damaged or missing the recording is over, and
 * {@link #damage} says where. What belongs to a tick comes as a whole or not at all.
 *
 * <pre>{@code
 * while (reader.next()) {
 *     for (Entry entry = reader.nextEntry(); entry != null; entry = reader.nextEntry()) { ... }
 *     ... reader.tick(), reader.hash()
 * }
 * }</pre>
 */
final class RecordingReader implements Closeable {
    private final BlockReader blocks;
    private final int axes;
    private final Entry entry = new Entry();

    /** The newest block, from blockStart on; before that, earlier parts of the group that was begun in earlier blocks. */
    private ByteBuffer buffer = ByteBuffer.allocate(0);

    private int blockStart;
    private int groupStart;

    /** Behind the group that next() went to. */
    private int groupEnd;

    private long tick;
    private boolean hashed;
    private long hash;
    private boolean complete;
    private String endReason;
    private String damage;

    /** Where a group ends and the next one begins. Immutable. */
    record Mark(BlockReader.Place block, int offset, long tick) {}

    private RecordingReader(BlockReader blocks) {
        this.blocks = blocks;
        axes = blocks.header().run().axes();
    }

    /** Opens a file that has a whole header of this version; for all others it throws a {@link RecordingException}. */
    static RecordingReader open(Path path) throws IOException {
        return new RecordingReader(new BlockReader(path));
    }

    RecordingHeader header() {
        return blocks.header();
    }

    long fileBytes() throws IOException {
        return blocks.fileBytes();
    }

    /** Goes to the next tick. False at the end, or at the first damage; from then on always. */
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
            damage = (damaged ? e.getMessage() : "it can't be read: " + e) + "; the last good tick is " + tick;
            if (!damaged) {
                throw e;
            }
        } finally {
            // Nobody gets the entries of a group that is not whole.
            if (isOver()) {
                groupEnd = 0;
            }
        }
        return false;
    }

    /** The next entry of the tick, in the order in which they took effect; reused by the next call; null behind the last. */
    Entry nextEntry() throws RecordingException {
        if (buffer.position() >= groupEnd) {
            return null;
        }
        entry.read(buffer, axes);
        return entry.kind == Kind.TICK ? null : entry;
    }

    /** Back to the first entry of the tick that next() went to. */
    void rewind() {
        buffer.position(groupStart);
    }

    /** The tick that next() went to; 0 before the first, and at the end the last one that was whole. */
    long tick() {
        return tick;
    }

    /** Whether the tick has a hash. */
    boolean hasHash() {
        return hashed;
    }

    /** The hash of the state that the tick ends in; 0 if it has none. */
    long hash() {
        return hash;
    }

    /** Whether next() has said that there is no more. */
    private boolean isOver() {
        return endReason != null || damage != null;
    }

    /** Whether the whole file was read, is undamaged, and ends with the word that all is in it. */
    boolean isComplete() {
        return complete;
    }

    /** What its writer ended it with; null until it was read, or if it never ended. */
    String endReason() {
        return endReason;
    }

    /** What is wrong with the file, at which byte, and which tick is the last good one; null until it was met. */
    String damage() {
        return damage;
    }

    /** Where the next group begins, to come back to. Not when there is none. */
    Mark mark() {
        if (isOver()) {
            throw new IllegalStateException("the recording is over; mark a tick right after next() has read it");
        }
        return groupEnd == buffer.limit()
                ? new Mark(blocks.place(), 0, tick)
                : new Mark(blocks.newest(), groupEnd - blockStart, tick);
    }

    /**
     * Goes back, or forth, to a mark of this reader: {@link #next} then goes to the tick behind it.
     *
     * @throws RecordingException if the file is no longer what it was
     */
    void reset(Mark mark) throws IOException {
        // Until it has come through: what a buffer holds that was not read to its end must not be taken for a group.
        damage = "the file has changed since it was read first";
        complete = false;
        endReason = null;
        tick = mark.tick();
        hashed = false;
        hash = 0;
        blocks.seek(mark.block());
        groupStart = 0;
        groupEnd = 0;
        blockStart = 0;
        buffer.position(0).limit(0);
        if (mark.offset() > 0) {
            nextBlock();
            groupEnd = mark.offset();
            buffer.position(groupEnd);
        }
        damage = null;
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
            if (entry.kind == Kind.END) {
                end();
                return false;
            }
            if (buffer.position() - groupStart > Format.MAX_GROUP_BYTES) {
                throw new RecordingException("what belongs to one tick is more than " + Format.MAX_GROUP_BYTES
                        + " bytes at byte " + filePosition(buffer.position()));
            }
            if (entry.kind == Kind.TICK) {
                tick += entry.step;
                hashed = entry.hashed;
                hash = entry.hash;
                return true;
            }
        }
    }

    private void nextBlock() throws IOException {
        buffer.position(groupStart);
        int kept = buffer.remaining();
        buffer = blocks.append(buffer);
        groupStart = 0;
        blockStart = kept;
    }

    private void readEntry() throws RecordingException {
        int start = buffer.position();
        try {
            entry.read(buffer, axes);
            if (entry.kind == Kind.TICK && entry.step > Long.MAX_VALUE - tick) {
                throw new RecordingException("there is no tick " + entry.step + " after tick " + tick);
            }
        } catch (RecordingException e) {
            throw new RecordingException(
                    "the entry at byte " + filePosition(start) + " makes no sense: " + e.getMessage());
        }
    }

    private void end() throws IOException {
        long behind = buffer.remaining() + blocks.left();
        if (behind > 0) {
            throw new RecordingException("the recording has ended, and yet there are " + behind
                    + " bytes behind its end at byte " + filePosition(buffer.position()));
        }
        complete = entry.complete;
        endReason = entry.text;
    }

    private long filePosition(int position) {
        return blocks.payloadPosition() + position - blockStart;
    }
}
