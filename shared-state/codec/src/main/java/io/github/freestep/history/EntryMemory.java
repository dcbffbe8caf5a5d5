package io.github.freestep.history;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A ring of entries in memory that is allocated once. An entry is a length and as many bytes, without a gap, because
 * decoders read them as one range. Positions count all bytes that were ever used, so they only rise.
 *
 * <p>One thread writes. Any thread may read at any time, but what it reads may be overwritten meanwhile, see
 * {@link CompactStates}.
 */
final class EntryMemory {
    /** The longest content of an entry: with its length in front, it fits into a block of a file. */
    static final int MOST = 60_000;

    /** The greatest size of the memory: a little less than that of an array. */
    static final int MOST_SIZE = Integer.MAX_VALUE - 64;

    /** What comes before the content of an entry. */
    static final int LENGTH = 4;

    /** A decoder reads up to eight bytes before what it decodes. */
    private static final int MARGIN = 8;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    final byte[] bytes;
    private final int size;

    EntryMemory(int size) {
        this.size = size;
        bytes = new byte[MARGIN + size];
    }

    int size() {
        return size;
    }

    /** The position at which an entry goes that comes after a position: there, or at the next start of the memory. */
    long place(long after, int length) {
        int left = size - offset(after);
        return left < LENGTH + length ? after + left : after;
    }

    /** The next start of the memory at or after a position. */
    long start(long position) {
        int offset = offset(position);
        return offset == 0 ? position : position + size - offset;
    }

    /** Writes an entry. The caller has made room for it. */
    void put(long position, byte[] from, int offset, int length) {
        int at = at(position);
        INTS.set(bytes, at, length);
        System.arraycopy(from, offset, bytes, at + LENGTH, length);
    }

    /** Notes that nothing more is between a position and the next start of the memory. */
    void skip(long position) {
        if (size - offset(position) >= LENGTH) {
            INTS.set(bytes, at(position), 0);
        }
    }

    /** The position of the first entry at or after a position. */
    long seek(long position) {
        int left = size - offset(position);
        return left < LENGTH || (int) INTS.get(bytes, at(position)) == 0 ? position + left : position;
    }

    /** The length of the entry at a position; -1 if there is none, because it was overwritten. */
    int length(long position) {
        int left = size - offset(position);
        int length = left < LENGTH ? -1 : (int) INTS.get(bytes, at(position));
        return length <= 0 || length > MOST || length > left - LENGTH ? -1 : length;
    }

    /** The index in {@link #bytes} of the content of the entry at a position. */
    int content(long position) {
        return at(position) + LENGTH;
    }

    private int offset(long position) {
        return (int) (position % size);
    }

    private int at(long position) {
        return MARGIN + offset(position);
    }
}
