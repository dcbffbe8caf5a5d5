package io.github.freestep.net;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The newest datagrams of the stream of events and notices of the run, which a receiver that has missed one asks for.
 * For one thread. Allocates only while it grows: it keeps what is younger than 5 s, but at most 1,024 datagrams.
 */
final class SentStream {
    static final int MOST = 1_024;
    private static final int LEAST = 32;
    private static final long KEPT_NANOS = 5_000_000_000L;

    private Kept[] ring = ring(LEAST);

    /** The number of the next datagram, from 1. It may wrap. */
    int next = 1;

    private static final class Kept {
        private byte[] bytes = {};
        private int length;
        private int number;
        private long sentNanos;
    }

    private static Kept[] ring(int length) {
        Kept[] ring = new Kept[length];
        Arrays.setAll(ring, i -> new Kept());
        return ring;
    }

    /** Keeps the datagram of the next number, before it is sealed for each receiver. */
    void add(ByteBuffer datagram, long nowNanos) {
        Kept kept = at(next);
        if (kept.length > 0 && nowNanos - kept.sentNanos < KEPT_NANOS && ring.length < MOST) {
            grow();
            kept = at(next);
        }
        int length = datagram.remaining();
        if (kept.bytes.length < length) {
            kept.bytes = new byte[Math.max(64, Integer.highestOneBit(length - 1) << 1)];
        }
        datagram.get(datagram.position(), kept.bytes, 0, length);
        kept.length = length;
        kept.number = next++;
        kept.sentNanos = nowNanos;
    }

    private Kept at(int number) {
        return ring[number & ring.length - 1];
    }

    private void grow() {
        Kept[] former = ring;
        ring = ring(2 * former.length);
        for (Kept each : former) {
            ring[each.number & ring.length - 1] = each;
        }
    }

    /** The number of the oldest of those that were sent since a time. */
    int firstSince(long sinceNanos) {
        for (int first = next; ; first--) {
            Kept kept = at(first - 1);
            if (kept.length == 0 || kept.number != first - 1 || kept.sentNanos - sinceNanos < 0) {
                return first;
            }
        }
    }

    /** Reads a datagram into a buffer, ready to be sealed. Returns false if it is not there any more, or yet. */
    boolean read(int number, ByteBuffer into) {
        Kept kept = at(number);
        boolean isThere = kept.length > 0 && kept.number == number;
        if (isThere) {
            into.clear().put(kept.bytes, 0, kept.length).flip();
        }
        return isThere;
    }
}
