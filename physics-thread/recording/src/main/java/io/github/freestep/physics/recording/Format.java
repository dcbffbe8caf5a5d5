package io.github.freestep.physics.recording;

import io.github.freestep.internal.Varint;
import io.github.freestep.internal.file.BlockFile;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Constants and encodings of the file format that reader and writer share. The package document specifies them.
 * Stateless. All buffers are little-endian. Callers that read from a buffer must handle its
 * {@link java.nio.BufferUnderflowException}.
 */
final class Format {
    /**
     * The bytes 89 "FSR" 0D 0A 1A 0A. As in PNG, a transfer that converts line ends or clears top bits changes these
     * bytes, and so is detected.
     */
    static final long MAGIC = 0x0A1A0A0D_52534689L;

    static final int VERSION = 1;

    /** Bytes of the header's magic, version and length. */
    static final int HEADER_FRAME = BlockFile.HEADER_FRAME;

    /**
     * The largest header length that a reader accepts, in bytes. No header within
     * {@link RecordingHeader}'s limits has more.
     */
    static final int MAX_HEADER = 1 << 18;

    /** Bytes of a block's number and length. */
    static final int BLOCK_FRAME = BlockFile.FRAME;

    /** Bytes of a checksum. */
    static final int CHECKSUM_BYTES = BlockFile.CHECKSUM_BYTES;

    static final int MAX_PAYLOAD = BlockFile.MAX_PAYLOAD;

    /**
     * Maximum size of a tick's group, which a reader keeps as a whole: a million inputs, or the
     * commands of a long pause.
     */
    static final int MAX_GROUP_BYTES = 1 << 24;

    /** Maximum size of a saved world, with the bits of living bodies. */
    static final int MAX_SAVED_BYTES = 1 << 28;

    /** Maximum size of a keyframe's content: a saved world, a flag, a hash, and all axes. */
    static final int MAX_KEYFRAME_BYTES = MAX_SAVED_BYTES + 1 + Long.BYTES + RecordingHeader.MAX_AXES * Float.BYTES;

    static final int MAX_COMMAND_BYTES = 1 << 15;
    static final int MAX_TEXT_BYTES = 1 << 10;

    private Format() {}

    /** Reads a {@link Varint}. It must have the shortest encoding, so equal recordings are equal files. */
    static long varint(ByteBuffer from) throws RecordingException {
        try {
            return Varint.get(from);
        } catch (IOException e) {
            throw new RecordingException(e.getMessage());
        }
    }

    static long varint(ByteBuffer from, long least, long most, String what) throws RecordingException {
        long value = varint(from);
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
        long length = varint(from);
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
