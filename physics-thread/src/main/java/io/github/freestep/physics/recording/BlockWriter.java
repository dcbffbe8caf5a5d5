package io.github.freestep.physics.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** A recording's header, and then one block after the other. Not thread-safe; waits for the disk; allocates nothing. */
final class BlockWriter implements Closeable {
    private final FileChannel file;
    private final ByteBuffer block = ByteBuffer.allocateDirect(Format.BLOCK_FRAME + Format.MAX_PAYLOAD + Format.SUM)
            .order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();
    private int number;
    private int sum;

    /** Payload in blocks that have ended. */
    private long endedBytes;

    private boolean failed;

    /** What is there already is replaced, or if that was not asked for, it throws. */
    BlockWriter(Path path, RecordingHeader header, boolean replace) throws IOException {
        file = replace
                ? FileChannel.open(
                        path, StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING)
                : FileChannel.open(path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        try {
            ByteBuffer bytes = HeaderFormat.write(header);
            sum = bytes.getInt(bytes.limit() - Format.SUM);
            write(bytes);
        } catch (Throwable e) {
            file.close();
            throw e;
        }
        begin();
    }

    /** Where to put so many bytes at the most. */
    ByteBuffer room(int most) throws IOException {
        if (block.remaining() < most) {
            flush();
        }
        return block;
    }

    /** How much payload there is by now, in this block and all before. */
    long payloadBytes() {
        return endedBytes + block.position() - Format.BLOCK_FRAME;
    }

    /** Whether the disk has failed. A block that would follow another one than its sum says could not be read. */
    boolean failed() {
        return failed;
    }

    /** Ends the block, unless it is empty. */
    void flush() throws IOException {
        int payload = block.position() - Format.BLOCK_FRAME;
        if (failed || payload == 0) {
            return;
        }
        number++;
        block.putInt(0, number).putInt(Integer.BYTES, payload).flip();
        Format.behind(sum, crc).update(block);
        sum = (int) crc.getValue();
        block.limit(block.limit() + Format.SUM).putInt(sum).flip();
        failed = true;
        write(block);
        failed = false;
        endedBytes += payload;
        begin();
    }

    private void begin() {
        block.clear().limit(Format.BLOCK_FRAME + Format.MAX_PAYLOAD).position(Format.BLOCK_FRAME);
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
