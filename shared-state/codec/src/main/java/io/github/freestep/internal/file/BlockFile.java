package io.github.freestep.internal.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * Constants of files of blocks: a header, and then blocks without gaps. Stateless. All numbers are little-endian:
 *
 * <pre>
 *   header   u64 magic | u32 version | u32 length | fields (length bytes) | u32 checksum
 *   block    u32 number | u32 length | payload (length bytes, 1 to 65,536) | u32 checksum
 *   block    ...
 * </pre>
 *
 * <p>Blocks are numbered from 1. A block's checksum is the CRC32C of the four bytes of the preceding checksum (the
 * preceding block's or the header's), and of the block's number, length and payload.
 */
public final class BlockFile {
    /** Bytes of the header's magic, version and length. */
    public static final int HEADER_FRAME = 16;

    /** Bytes of a block's number and length. */
    public static final int FRAME = 8;

    /** Bytes of a checksum. */
    public static final int CHECKSUM_BYTES = 4;

    /** The largest payload of a block, in bytes. */
    public static final int MAX_PAYLOAD = 1 << 16;

    private BlockFile() {}

    /**
     * Starts the checksum of a block with the preceding checksum. Equal blocks after different predecessors then have
     * different checksums, because CRC maps its initial value one to one to its result.
     */
    public static CRC32C startChecksum(int previous, CRC32C crc) {
        crc.reset();
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            crc.update(previous >>> shift);
        }
        return crc;
    }

    /** The checksum of all bytes of a header before it, including magic and version. */
    public static int checksum(ByteBuffer header) {
        CRC32C crc = new CRC32C();
        crc.update(header);
        return (int) crc.getValue();
    }

    /**
     * Creates a file for appending, so that no write silently fills a gap with zeros if another program truncates it.
     */
    public static FileChannel newFile(Path path) throws IOException {
        if (Objects.requireNonNull(path, "file must not be null").toString().isEmpty()) {
            throw new IllegalArgumentException("the path of the file must not be empty, was \"\"");
        }
        try {
            return FileChannel.open(
                    path, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND);
        } catch (FileAlreadyExistsException e) {
            throw new FileAlreadyExistsException(
                    path.toString(), null, "the file must not exist yet; delete it, or choose another name");
        } catch (NoSuchFileException e) {
            throw new NoSuchFileException(path.toString(), null, "its folder does not exist; create it first");
        }
    }
}
