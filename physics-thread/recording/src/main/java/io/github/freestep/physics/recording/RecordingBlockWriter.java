package io.github.freestep.physics.recording;

import io.github.freestep.internal.file.BlockWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Writes the blocks of a recording, and keyframes between them. Not thread-safe. Waits for the disk. */
final class RecordingBlockWriter extends BlockWriter {
    private final CRC32C crc = new CRC32C();

    /** Creates the file and writes its header. If that fails, it leaves no file behind. */
    RecordingBlockWriter(Path path, Disk disk, RecordingHeader header) throws IOException {
        super(path, disk, HeaderFormat.write(header), "recording", RecordingException::new);
    }

    /**
     * Writes a keyframe after the newest block, which must have been flushed. If the disk does not take it, removes
     * what was written of it, and throws. Further blocks can then follow, unless {@link #failed} returns true.
     *
     * @param tick the tick after which the world was saved
     * @param prefix the beginning of the content
     * @param bytes an array with the rest of the content, which has {@code length} bytes
     */
    void keyframe(long tick, ByteBuffer prefix, byte[] bytes, int length) throws IOException {
        int sum = beginInsert();
        ByteBuffer block = block();
        crc.reset();
        crc.update(prefix.duplicate());
        crc.update(bytes, 0, length);
        int content = prefix.remaining() + length;
        block.clear();
        int frameSum = KeyframeBlock.write(block, content, tick, (int) crc.getValue(), sum, crc);
        try {
            write(block.flip());
            write(prefix);
            // In pieces, because a channel copies what is on the heap, and keeps the copy's memory.
            for (int from = 0; from < length; from += Format.MAX_PAYLOAD) {
                write(block.clear()
                        .put(bytes, from, Math.min(Format.MAX_PAYLOAD, length - from))
                        .flip());
            }
        } catch (Throwable e) {
            undoInsert(e);
            throw e;
        }
        endInsert(frameSum, KeyframeBlock.FRAME + content);
    }
}
