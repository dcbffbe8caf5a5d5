package io.github.freestep.net.link;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The last messages of a lane, by which the next ones are shortened. Messages that follow each other differ in few
 * bytes: the tick, and the axes that have moved. Both sides keep the same messages, because a lane loses none and keeps
 * their order. Allocates only for a message that is longer than all before it. For one thread.
 *
 * <p>A difference is one byte for the kept message that it refers to, then groups: a byte with the number of equal
 * bytes (high half) and of changed ones (low half), then the changed ones, as the exclusive or of old and new. The
 * bytes after the last group are equal, and both messages have the same length.
 */
final class LastMessages {
    /** Longer messages are neither kept nor shortened. */
    static final int LONGEST = 1_000;

    private static final int KEPT = 16;
    private static final int MOST = 15;

    private final byte[][] kept = new byte[KEPT][0];
    private final int[] lengths = new int[KEPT];
    private final ByteBuffer difference = ByteBuffer.allocate(LONGEST);
    private final byte[] restored = new byte[LONGEST];
    private final ByteBuffer restoredView = ByteBuffer.wrap(restored);

    private static boolean isKept(int length) {
        return length > 0 && length <= LONGEST;
    }

    /** Messages of the same type and length take the same place. */
    private static int place(byte type, int length) {
        return type * 31 + length & KEPT - 1;
    }

    /**
     * Returns the difference of a message, up to the limit of its buffer, from a kept one; null if it would not be
     * shorter than the message. The message's position stays, and the difference is valid until the next call.
     */
    @Nullable ByteBuffer differenceOf(ByteBuffer message) {
        int at = message.position();
        int length = message.remaining();
        int place = isKept(length) ? place(message.get(at), length) : 0;
        if (!isKept(length) || lengths[place] != length) {
            return null;
        }
        byte[] before = kept[place];
        int end = length;
        while (end > 0 && message.get(at + end - 1) == before[end - 1]) {
            end--;
        }
        difference.clear().limit(length).put((byte) place);
        for (int i = 0; i < end; ) {
            int equal = 0;
            while (equal < MOST && message.get(at + i) == before[i]) {
                equal++;
                i++;
            }
            int changed = 0;
            while (i + changed < end && changed < MOST && !pairIsEqual(message, at, before, i + changed)) {
                changed++;
            }
            if (difference.remaining() <= 1 + changed) {
                return null;
            }
            difference.put((byte) (equal << 4 | changed));
            for (int last = i + changed; i < last; i++) {
                difference.put((byte) (message.get(at + i) ^ before[i]));
            }
        }
        return difference.flip();
    }

    /** A single equal byte does not end a group: the next group would need a byte, too. The last byte has changed. */
    private static boolean pairIsEqual(ByteBuffer message, int at, byte[] before, int i) {
        return message.get(at + i) == before[i] && message.get(at + i + 1) == before[i + 1];
    }

    /** Keeps a message up to the limit of its buffer, unless it is too long. Its position stays. */
    void keep(ByteBuffer message) {
        int length = message.remaining();
        if (!isKept(length)) {
            return;
        }
        int place = place(message.get(message.position()), length);
        if (kept[place].length < length) {
            kept[place] = new byte[Integer.highestOneBit(length) << 1];
        }
        message.get(message.position(), kept[place], 0, length);
        lengths[place] = length;
    }

    /** Returns the message of a difference up to the limit of its buffer, valid until the next call. */
    ByteBuffer restore(ByteBuffer from) throws InvalidMessageException {
        int place = from.hasRemaining() ? from.get() : -1;
        if (place < 0 || place >= KEPT || lengths[place] == 0) {
            throw new InvalidMessageException("a difference refers to the message " + place + ", which is not kept");
        }
        int length = lengths[place];
        System.arraycopy(kept[place], 0, restored, 0, length);
        for (int i = 0; from.hasRemaining(); ) {
            int group = from.get();
            int changed = group & MOST;
            i += group >>> 4 & MOST;
            if (changed > from.remaining() || i + changed > length) {
                throw new InvalidMessageException("a difference is longer than its message of " + length + " bytes");
            }
            for (int end = i + changed; i < end; i++) {
                restored[i] ^= from.get();
            }
        }
        return restoredView.clear().limit(length);
    }
}
