package io.github.freestep.physics.recording;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Splits a recording into blocks, and joins blocks with valid numbers, lengths and checksums. Written after the
 * specification, without use of the reader and the writer.
 */
record Blocks(byte[] header, List<byte[]> payloads) {
    static Blocks of(byte[] file) {
        Parts parts = Parts.of(file);
        return new Blocks(
                parts.header(),
                new ArrayList<>(parts.parts().stream().map(Parts.Part::content).toList()));
    }

    /** The bytes of the header, and of each block or keyframe. */
    static List<byte[]> split(byte[] file) {
        ByteBuffer bytes = little(file);
        List<byte[]> parts = new ArrayList<>();
        int end = 16 + bytes.getInt(12) + 4;
        parts.add(Arrays.copyOf(file, end));
        while (end < file.length) {
            int start = end;
            boolean keyframe = bytes.getInt(start) == -1;
            end += bytes.getInt(start + 4) + (keyframe ? 24 : 8 + 4);
            parts.add(Arrays.copyOfRange(file, start, end));
        }
        return parts;
    }

    static byte[] join(List<byte[]> parts) {
        ByteBuffer all =
                ByteBuffer.allocate(parts.stream().mapToInt(part -> part.length).sum());
        parts.forEach(all::put);
        return all.array();
    }

    byte[] file() {
        return file(1);
    }

    /** Numbers the blocks from {@code first}. In a valid file that is 1. */
    byte[] file(int first) {
        List<Parts.Part> parts =
                payloads.stream().map(payload -> new Parts.Part(0, payload, 0)).toList();
        return new Parts(header, parts).file(first);
    }

    /** A header with any fields, and with a valid frame and checksum. */
    static byte[] header(int version, byte[] fields) {
        ByteBuffer header = little(new byte[16 + fields.length + 4]);
        header.put(new byte[] {(byte) 0x89, 'F', 'S', 'R', '\r', '\n', 0x1A, '\n'});
        header.putInt(version).putInt(fields.length).put(fields);
        CRC32C crc = new CRC32C();
        crc.update(header.array(), 0, header.position());
        return header.putInt((int) crc.getValue()).array();
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
