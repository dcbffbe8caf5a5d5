package io.github.freestep.physics.lockstep.link;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of the newest ticks. One thread adds them. Any thread reads, and gets none for a tick that is being
 * overwritten. Lock-free; allocates only for bytes that are longer than those before them, or far shorter.
 */
public final class RecentBytes {
    private static final int FEW = 64;

    /** Room of up to this many bytes is kept, so it is not allocated again. */
    static final int MANY = 8_192;

    final byte[][] bytes;
    private final int[] lengths;
    private final AtomicLongArray ticks;

    /** Creates room for a number of ticks, which is a power of two. */
    public RecentBytes(int kept) {
        bytes = new byte[kept][FEW];
        lengths = new int[kept];
        ticks = new AtomicLongArray(kept);
        for (int i = 0; i < kept; i++) {
            ticks.setPlain(i, -1);
        }
    }

    /** Copies the bytes of a tick: a part of a buffer. */
    public void add(long tick, ByteBuffer from, int at, int length) {
        int index = index(tick);
        ticks.set(index, -1);
        // A reader that sees any of the new bytes also sees that the old tick is gone.
        VarHandle.releaseFence();
        int room = bytes[index].length;
        // Other players choose how long their input is, so unused room must not add up.
        if (room < length || room > MANY && room / 4 > length) {
            bytes[index] = new byte[Math.max(FEW, Integer.highestOneBit(length) << 1)];
        }
        from.get(at, bytes[index], 0, length);
        lengths[index] = length;
        ticks.set(index, tick);
    }

    private int index(long tick) {
        return (int) tick & lengths.length - 1;
    }

    public boolean has(long tick) {
        return ticks.get(index(tick)) == tick;
    }

    /** Returns how many bytes a tick has, which must be there. For the thread that adds them. */
    public int length(long tick) {
        return lengths[index(tick)];
    }

    /** Puts the bytes of a tick, which must be there. For the thread that adds them. */
    public void put(long tick, ByteBuffer to) {
        to.put(bytes[index(tick)], 0, length(tick));
    }

    /** Copies the bytes of a tick, and returns the copy, or null if there are none, or more than there is room for. */
    public @Nullable ByteBuffer read(long tick, ByteBuffer into) {
        if (!has(tick)) {
            return null;
        }
        int index = index(tick);
        byte[] found = bytes[index];
        int length = Math.min(lengths[index], found.length);
        if (length > into.capacity()) {
            return null;
        }
        into.clear().put(found, 0, length).flip();
        // The bytes are read before the tick is compared again.
        VarHandle.acquireFence();
        return has(tick) ? into : null;
    }
}
