package io.github.freestep.net;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The newest {@value #MOST} datagrams of the stream of events and notices of the run, which a receiver that has missed
 * one asks for. For one thread. Allocates only while it has longer ones than before: at most 1.2 MB.
 */
final class SentStream {
    static final int MOST = 1_024;

    private final byte @Nullable [][] kept = new byte[MOST][];
    private final int[] lengths = new int[MOST];
    private final long[] sentNanos = new long[MOST];

    /** The number of the next datagram, from 1. It may wrap. */
    int next = 1;

    /** Keeps the datagram of the next number, before it is sealed for each receiver. */
    void add(ByteBuffer datagram, long nowNanos) {
        int place = place(next++);
        int length = datagram.remaining();
        if (kept[place] == null || kept[place].length < length) {
            kept[place] = new byte[length];
        }
        datagram.get(datagram.position(), kept[place], 0, length);
        lengths[place] = length;
        sentNanos[place] = nowNanos;
    }

    private static int place(int number) {
        return number & MOST - 1;
    }

    private boolean isThere(int number) {
        return number - next < 0 && next - number <= MOST && lengths[place(number)] > 0;
    }

    /** The number of the oldest of those that were sent since a time. */
    int firstSince(long sinceNanos) {
        int first = next;
        while (isThere(first - 1) && sentNanos[place(first - 1)] - sinceNanos >= 0) {
            first--;
        }
        return first;
    }

    /** Reads a datagram into a buffer, ready to be sealed. Returns false if it is not there any more, or yet. */
    boolean read(int number, ByteBuffer into) {
        boolean isThere = isThere(number);
        if (isThere) {
            into.clear().put(kept[place(number)], 0, lengths[place(number)]).flip();
        }
        return isThere;
    }
}
