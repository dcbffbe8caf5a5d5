package io.github.freestep.physics.recording;

import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Constants and encodings of the file format that reader and writer share. Stateless. Callers that read from a buffer
 * must handle its {@link java.nio.BufferUnderflowException}. All buffers are little-endian. Types of fixed width are
 * {@code u32} and {@code u64}, unsigned; {@code i64}, two's complement; {@code f32} and {@code f64}, IEEE 754. The
 * others are:
 *
 * <ul>
 *   <li>{@code varint}: an unsigned number of at most 64 bits. Each byte holds seven bits, the lowest first. The top
 *       bit is set in all bytes but the last. The last byte is not zero, unless it is the only one.
 *   <li>{@code signed}: a signed 32-bit number. 0, -1, 1, -2 ... are written as the {@code varint} 0, 1, 2, 3 ...
 *   <li>{@code text}: a {@code varint} n, followed by n bytes of UTF-8.
 *   <li>{@code ratio}: two {@code varint}, numerator and denominator, each from 1 to 1,000,000,000, in lowest terms.
 * </ul>
 *
 * <p>A recording has, with no bytes between:
 *
 * <pre>
 *   header   u64 magic | u32 version | u32 length | fields (length bytes, at most 262,144) | u32 checksum
 *   block    u32 number | u32 length | i64 tick | u32 checksum of the content | u32 checksum
 *            | content (length bytes, 1 to 65,536; in a keyframe 1 to 268,435,456)
 * </pre>
 *
 * <ul>
 *   <li><b>Checksums</b> are CRC32C (Castagnoli). The header's covers all bytes before it. A block's covers the four
 *       bytes of the preceding checksum, then the twenty bytes before its own, but not the content; it is the preceding
 *       checksum of the next block.
 *   <li><b>Numbers</b> of blocks begin with 1.
 *   <li><b>Keyframes</b> are blocks with the tick after which the world was saved. All others have tick 0 and entries.
 *   <li><b>Blocks</b> of entries end when the next entry might not fit, and about once a second. To find keyframes, a
 *       reader goes from block to block by their lengths, so a seek can pass damage inside a block.
 *   <li><b>Entries</b> since the preceding tick's entry are a tick's <i>group</i>, in the order in which they took
 *       effect. A group has at most 16,777,216 bytes and may extend over several blocks; an entry is in one. A keyframe
 *       follows the block that ends with its tick. Entries between the last tick and the end had no effect on any
 *       state, so readers skip them. A file without an end was cut off.
 * </ul>
 */
final class Format {
    /**
     * The bytes 89 "FSR" 0D 0A 1A 0A. As in PNG, a transfer that converts line ends or clears top bits changes these
     * bytes, and so is detected.
     */
    static final long MAGIC = 0x0A1A0A0D_52534689L;

    static final int VERSION = 4;

    /** Bytes of the header's magic, version and length. */
    static final int HEADER_FRAME = 16;

    /**
     * The largest header length that a reader accepts, in bytes. No header within
     * {@link RecordingHeader}'s limits has more.
     */
    static final int MAX_HEADER = 1 << 18;

    /** Bytes of a checksum. */
    static final int CHECKSUM_BYTES = 4;

    /** The largest payload of a block, in bytes. */
    static final int MAX_PAYLOAD = 1 << 16;

    /**
     * Maximum size of a tick's group, which a reader keeps as a whole: a million inputs, or the
     * commands of a long pause.
     */
    static final int MAX_GROUP_BYTES = 1 << 24;

    /** Maximum size of a keyframe's content. */
    static final int MAX_KEYFRAME_BYTES = 1 << 28;

    /** Maximum size of a command in one entry, so that it fits into a block. */
    static final int MAX_COMMAND_BYTES = 1 << 15;

    /** Maximum size of a command, which may have several entries, so that a tick has room for it. */
    static final int MAX_WRITTEN_BYTES = 1 << 23;

    static final int MAX_TEXT_BYTES = 1 << 10;

    private Format() {}

    /**
     * Starts the checksum of a block with the preceding checksum. Equal blocks after different predecessors then have
     * different checksums, because CRC maps its initial value one to one to its result.
     */
    static CRC32C startChecksum(int previous, CRC32C crc) {
        crc.reset();
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            crc.update(previous >>> shift);
        }
        return crc;
    }

    /** The checksum of some bytes alone. */
    static int checksum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    static long varint(ByteBuffer from, long least, long most, String what) throws RecordingException {
        long value = Varint.get(from);
        if (value < least || value > most) {
            throw outOfRange(what, value, least, most);
        }
        return value;
    }

    private static RecordingException outOfRange(String what, long value, long least, long most) {
        return new RecordingException(
                what + " must be between " + least + " and " + most + ", was " + Long.toUnsignedString(value));
    }

    static int signed(ByteBuffer from, String what) throws RecordingException {
        return (int) Varint.unzigzag(varint(from, 0, 0xFFFF_FFFFL, what));
    }

    static void putRatio(ByteBuffer to, Ratio ratio) {
        Varint.put(to, ratio.numerator());
        Varint.put(to, ratio.denominator());
    }

    /** Reads a ratio. If it equals {@code atHand}, returns that object, so that nothing is allocated. */
    static Ratio ratio(ByteBuffer from, Ratio atHand, String what) throws RecordingException {
        long numerator = varint(from, 1, Ratio.LIMIT, what);
        long denominator = varint(from, 1, Ratio.LIMIT, what);
        if (numerator == atHand.numerator() && denominator == atHand.denominator()) {
            return atHand;
        }
        Ratio ratio = Ratio.of(numerator, denominator);
        if (ratio.numerator() != numerator) {
            throw new RecordingException(what + " must be in lowest terms, was " + numerator + "/" + denominator);
        }
        return ratio;
    }

    /** Reads a length, and checks it against the bytes in the buffer before the caller allocates that much. */
    static int length(ByteBuffer from, int most, String what) throws RecordingException {
        long length = Varint.get(from);
        if (length < 0 || length > most) {
            throw outOfRange("the length of " + what, length, 0, most);
        }
        if (length > from.remaining()) {
            throw new RecordingException(
                    what + " has " + length + " bytes, but only " + from.remaining() + " are left");
        }
        return (int) length;
    }

    static void putText(ByteBuffer to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Varint.put(to, bytes.length);
        to.put(bytes);
    }

    static String text(ByteBuffer from, int most, String what) throws RecordingException {
        int length = length(from, most, what);
        ByteBuffer bytes = from.slice(from.position(), length);
        from.position(from.position() + length);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw new RecordingException(what + " must be valid UTF-8");
        }
    }
}
