package io.github.freestep.physics.recording;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Splits a recording into header, blocks and keyframes, and joins them with valid numbers, lengths and checksums.
 * Written after the specification, without use of the reader and the writer.
 */
record Parts(byte[] header, List<Part> parts) {
    /** A block if {@code tick} is 0, otherwise a keyframe; {@code position} is that of its content in the file. */
    record Part(long tick, byte[] content, int position) {}

    static Parts of(byte[] file) {
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        List<Part> parts = new ArrayList<>();
        int end = 16 + bytes.getInt(12) + 4;
        byte[] header = Arrays.copyOf(file, end);
        while (end < file.length) {
            int content = end + 24;
            int after = content + bytes.getInt(end + 4);
            parts.add(new Part(bytes.getLong(end + 8), Arrays.copyOfRange(file, content, after), content));
            end = after;
        }
        return new Parts(header, parts);
    }

    List<Part> keyframes() {
        return parts.stream().filter(part -> part.tick() != 0).toList();
    }

    byte[] file() {
        return file(1);
    }

    /** Numbers the blocks from {@code first}. In a valid file that is 1. */
    byte[] file(int first) {
        int size = parts.stream().mapToInt(part -> part.content().length + 24).sum();
        ByteBuffer file = ByteBuffer.allocate(header.length + size).order(ByteOrder.LITTLE_ENDIAN);
        file.put(header);
        int sum = file.getInt(header.length - 4);
        int number = first;
        for (Part part : parts) {
            int start = file.position();
            CRC32C content = new CRC32C();
            content.update(part.content());
            file.putInt(number++).putInt(part.content().length).putLong(part.tick());
            sum = sum(sum, file.putInt((int) content.getValue()), start);
            file.putInt(sum).put(part.content());
        }
        return Arrays.copyOf(file.array(), file.position());
    }

    private static int sum(int before, ByteBuffer file, int start) {
        CRC32C crc = new CRC32C();
        crc.update(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(before)
                .flip());
        crc.update(file.array(), start, file.position() - start);
        return (int) crc.getValue();
    }

    /** A recording of blocks without keyframes. */
    static Parts blocks(byte[] header, List<byte[]> payloads) {
        return new Parts(
                header,
                payloads.stream().map(payload -> new Part(0, payload, 0)).toList());
    }

    /** The bytes of the header, and of each block or keyframe. */
    static List<byte[]> split(byte[] file) {
        Parts all = of(file);
        List<byte[]> bytes = new ArrayList<>(List.of(all.header));
        for (Part part : all.parts) {
            int start = part.position - 24;
            int end = part.position + part.content.length;
            bytes.add(Arrays.copyOfRange(file, start, end));
        }
        return bytes;
    }

    static byte[] join(List<byte[]> bytes) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        bytes.forEach(all::writeBytes);
        return all.toByteArray();
    }

    /** A header with any fields, and with a valid frame and checksum. */
    static byte[] header(int version, byte[] fields) {
        ByteBuffer header = ByteBuffer.allocate(16 + fields.length + 4).order(ByteOrder.LITTLE_ENDIAN);
        header.put(new byte[] {(byte) 0x89, 'F', 'S', 'R', '\r', '\n', 0x1A, '\n'});
        header.putInt(version).putInt(fields.length).put(fields);
        CRC32C crc = new CRC32C();
        crc.update(header.array(), 0, header.position());
        return header.putInt((int) crc.getValue()).array();
    }
}
