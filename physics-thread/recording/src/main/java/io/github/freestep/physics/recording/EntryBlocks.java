package io.github.freestep.physics.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Takes the blocks of a recording and the keyframes between them: for a file, or for a ring. Not thread-safe. */
abstract class EntryBlocks implements Closeable {
    /** The buffer for the next entry. Check {@link #hasRoom} first. */
    final ByteBuffer block =
            ByteBuffer.allocateDirect(Block.FRAME + Format.MAX_PAYLOAD).order(ByteOrder.LITTLE_ENDIAN);

    /** Payload of all ended blocks, in bytes. */
    private long endedBytes;

    /**
     * Whether the disk has failed. After that, nothing may be written. A block's checksum covers the checksum of the
     * block before it, so no block after a missing one could be read.
     */
    boolean failed;

    /** Whether an entry of {@code bytes} bytes fits into this block. */
    final boolean hasRoom(int bytes) {
        return block.remaining() >= bytes;
    }

    /** The payload of this block, in bytes. */
    final int payload() {
        return block.position() - Block.FRAME;
    }

    /** Payload so far, in bytes: of this block and all before it. */
    final long payloadBytes() {
        return endedBytes + payload();
    }

    /** Begins the next block, after one with this payload. */
    final void begin(int payload) {
        endedBytes += payload;
        block.clear().limit(Block.FRAME + Format.MAX_PAYLOAD).position(Block.FRAME);
    }

    /** Ends the block, unless it is empty or the disk has failed. */
    abstract void flush() throws IOException;

    /**
     * Takes a keyframe after the newest block, which must have been flushed. If it cannot be taken, throws, and is left
     * out. Further blocks can then follow, unless {@link #failed} is true.
     *
     * @param tick the tick after which the world was saved
     * @param bytes an array with the content, which has {@code length} bytes
     */
    abstract void keyframe(long tick, byte[] bytes, int length) throws IOException;

    /**
     * Checks that no other program has changed what was written to a file. No write would notice that.
     *
     * @throws IOException if one has; nothing can follow then
     */
    void verify() throws IOException {}

    /** Removes a file, for this reason. */
    void remove(Throwable cause) {}

    /** Closes a file. */
    @Override
    public void close() throws IOException {}
}
