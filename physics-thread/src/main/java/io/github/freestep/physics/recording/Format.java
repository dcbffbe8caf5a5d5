package io.github.freestep.physics.recording;

import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * What the writing and the reading side have to agree on; the package's page is its specification. Stateless. All buffers are
 * little-endian. Whoever reads from a buffer expects its {@link java.nio.BufferUnderflowException}.
 */
final class Format {
    /** The bytes 89 "FSR" 0D 0A 1A 0A. As in PNG, a transfer that "corrects" line ends or clears top bits breaks them. */
    static final long MAGIC = 0x0A1A0A0D_52534689L;

    static final int VERSION = 1;

    /** Magic, version and length of the header. */
    static final int HEADER_FRAME = 16;

    /** More than the limits of {@link RecordingHeader} allow: what a length field can make a reader believe. */
    static final int MAX_HEADER = 1 << 18;

    /** Number and length of a block. */
    static final int BLOCK_FRAME = 8;

    static final int SUM = 4;
    static final int MAX_PAYLOAD = 1 << 16;

    /** What a reader must be ready to keep: a tick with a million inputs, or all commands of a long pause. */
    static final int MAX_GROUP_BYTES = 1 << 24;

    static final int MAX_COMMAND_BYTES = 1 << 15;
    static final int MAX_TEXT_BYTES = 1 << 10;

    /** The most bytes of a 32-bit number, and of a 64-bit one, of variable length. */
    static final int MOST_INT = 5;

    static final int MOST_LONG = 10;

    private Format() {}

    /**
     * The sum of a block begins with that of the one before. For the same bytes it is then another one behind another
     * predecessor: CRC maps its start one to one to its result.
     */
    static CRC32C behind(int previous, CRC32C crc) {
        crc.reset();
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            crc.update(previous >>> shift);
        }
        return crc;
    }

    static void putVarint(ByteBuffer to, long value) {
        while ((value & ~0x7FL) != 0) {
            to.put((byte) (value | 0x80));
            value >>>= 7;
        }
        to.put((byte) value);
    }

    /** One spelling for each number: so that equal recordings are equal files, and no byte goes unread. */
    static long varint(ByteBuffer from) throws RecordingException {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = from.get();
            if (shift == 63 && (next & 0xFE) != 0) {
                throw new RecordingException("a number has more than 64 bits");
            }
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                if (next == 0 && shift > 0) {
                    throw new RecordingException("a number is longer than it has to be");
                }
                return value;
            }
        }
    }

    static long varint(ByteBuffer from, long least, long most, String what) throws RecordingException {
        long value = varint(from);
        if (value < least || value > most) {
            throw beyond(what, value, least, most);
        }
        return value;
    }

    private static RecordingException beyond(String what, long value, long least, long most) {
        return new RecordingException(what + " is " + Long.toUnsignedString(value) + ", where " + least + " to " + most
                + " was to be expected");
    }

    /** Small numbers of either sign are short: 0, -1, 1, -2 become 0, 1, 2, 3. */
    static void putSigned(ByteBuffer to, int value) {
        putVarint(to, (value << 1 ^ value >> 31) & 0xFFFF_FFFFL);
    }

    static int signed(ByteBuffer from, String what) throws RecordingException {
        int folded = (int) varint(from, 0, 0xFFFF_FFFFL, what);
        return folded >>> 1 ^ -(folded & 1);
    }

    static void putRatio(ByteBuffer to, Ratio ratio) {
        putVarint(to, ratio.numerator());
        putVarint(to, ratio.denominator());
    }

    /** If it is the same as one that is at hand, that one, so that nothing is allocated. */
    static Ratio ratio(ByteBuffer from, Ratio atHand, String what) throws RecordingException {
        long numerator = varint(from, 1, Ratio.LIMIT, what);
        long denominator = varint(from, 1, Ratio.LIMIT, what);
        if (numerator == atHand.numerator() && denominator == atHand.denominator()) {
            return atHand;
        }
        Ratio ratio = Ratio.of(numerator, denominator);
        if (ratio.numerator() != numerator) {
            throw new RecordingException(what + " is not in lowest terms: " + numerator + "/" + denominator);
        }
        return ratio;
    }

    /** A length that is in the buffer as a whole, so that nobody allocates for one that is not. */
    static int length(ByteBuffer from, int most, String what) throws RecordingException {
        long length = varint(from);
        if (length < 0 || length > most) {
            throw beyond("the length of " + what, length, 0, most);
        }
        if (length > from.remaining()) {
            throw new RecordingException(what + " of " + length + " bytes goes beyond the end of what it is in");
        }
        return (int) length;
    }

    static void putText(ByteBuffer to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        putVarint(to, bytes.length);
        to.put(bytes);
    }

    static String text(ByteBuffer from, int most, String what) throws RecordingException {
        int length = length(from, most, what);
        ByteBuffer bytes = from.slice(from.position(), length);
        from.position(from.position() + length);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw new RecordingException(what + " is not UTF-8");
        }
    }
}
