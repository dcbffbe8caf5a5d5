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
        List<byte[]> whole = split(file);
        List<byte[]> payloads = new ArrayList<>();
        for (byte[] block : whole.subList(1, whole.size())) {
            payloads.add(Arrays.copyOfRange(block, 8, block.length - 4));
        }
        return new Blocks(whole.get(0), payloads);
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
        List<byte[]> parts = new ArrayList<>(List.of(header));
        byte[] sum = Arrays.copyOfRange(header, header.length - 4, header.length);
        for (byte[] payload : payloads) {
            ByteBuffer block = little(new byte[8 + payload.length + 4]);
            block.putInt(first + parts.size() - 1).putInt(payload.length).put(payload);
            sum = sum(sum, Arrays.copyOf(block.array(), 8 + payload.length));
            parts.add(block.put(sum).array());
        }
        return join(parts);
    }

    /** A header with any fields, and with a valid frame and checksum. */
    static byte[] header(int version, byte[] fields) {
        ByteBuffer header = little(new byte[16 + fields.length + 4]);
        header.put(new byte[] {(byte) 0x89, 'F', 'S', 'R', '\r', '\n', 0x1A, '\n'});
        header.putInt(version).putInt(fields.length).put(fields);
        return header.put(sum(new byte[0], Arrays.copyOf(header.array(), 16 + fields.length)))
                .array();
    }

    private static byte[] sum(byte[] before, byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(before);
        crc.update(bytes);
        return little(new byte[4]).putInt((int) crc.getValue()).array();
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
