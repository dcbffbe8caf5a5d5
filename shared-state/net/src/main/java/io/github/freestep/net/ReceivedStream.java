package io.github.freestep.net;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Hands on the datagrams of the stream of events and notices of the run in order, and knows which ones to ask for. What
 * does not come within 2 s is left out: notices come again, and missed events are counted. For one thread. Allocates
 * only buffers for what waits for an earlier datagram, which it uses again.
 */
final class ReceivedStream {
    /** How many numbers, from the oldest missed one on, may be there. */
    static final int WINDOW = SentStream.MOST;

    /** How long a datagram may be overtaken before it counts as lost. */
    static final long LATE_NANOS = 10_000_000;

    /**
     * How often to ask while something is missing, because a request may get lost, too. The sender knows what it has
     * repeated, and seldom repeats anything twice in a round trip.
     */
    static final long AGAIN_NANOS = 10_000_000;

    static final long GIVE_UP_NANOS = 2_000_000_000;

    private final Consumer<ByteBuffer> output;
    private final byte[][] bytes = new byte[WINDOW][];

    /** 0 for a datagram that is not there. */
    private final int[] lengths = new int[WINDOW];

    private final ByteBuffer held = ByteBuffer.allocate(DatagramTransport.MAX_BYTES);
    private boolean begun;

    /** The number of the datagram that is handed on next. */
    int expected;

    /** The number after the newest one that is known to have been sent. */
    private int end;

    /** Since when the expected one is missed. */
    private long missedNanos;

    private boolean hasAsked;
    private long askedNanos;

    /** @param output takes what was sent, from position to limit, in a buffer with an array; valid during the call */
    ReceivedStream(Consumer<ByteBuffer> output) {
        this.output = output;
    }

    /** The sender is another one, or has another run. */
    void restart() {
        begun = false;
        expected = end;
        Arrays.fill(lengths, 0);
    }

    /**
     * Takes a datagram, which must be authentic.
     *
     * @return false if it has come before, or too late, or its number is so far away that it may be either
     */
    boolean take(int number, ByteBuffer content, long nowNanos) {
        reach(number, number, nowNanos);
        int slot = number & WINDOW - 1;
        if (number - expected < 0 || number - end >= 0 || lengths[slot] != 0) {
            return false;
        }
        if (number != expected) {
            keep(slot, content);
            return true;
        }
        expected++;
        missedNanos = nowNanos;
        output.accept(content);
        handOn();
        return true;
    }

    private void keep(int slot, ByteBuffer content) {
        if (bytes[slot] == null) {
            bytes[slot] = new byte[DatagramTransport.MAX_BYTES];
        }
        int length = Math.min(content.remaining(), DatagramTransport.MAX_BYTES - 1);
        content.get(content.position(), bytes[slot], 0, length);
        lengths[slot] = length + 1;
    }

    /** Notes the number of the newest datagram that was sent, as a piece says. */
    void newest(int number, long nowNanos) {
        reach(number, number + 1, nowNanos);
    }

    private void reach(int newest, int first, long nowNanos) {
        if (newest - expected >= WINDOW) {
            // What waits for what is missed would need more room. The events of both count as missed.
            restart();
        }
        if (!begun) {
            begun = true;
            expected = first;
            end = first;
        }
        if (newest + 1 - end > 0) {
            missedNanos = end == expected ? nowNanos : missedNanos;
            end = newest + 1;
        }
    }

    private void handOn() {
        for (int slot; expected != end && lengths[slot = expected & WINDOW - 1] != 0; ) {
            int length = lengths[slot] - 1;
            lengths[slot] = 0;
            expected++;
            output.accept(held.clear().put(bytes[slot], 0, length).flip());
        }
    }

    /** Gives up what has not come for long, up to the next datagram that is there. */
    void poll(long nowNanos) {
        if (expected != end && nowNanos - missedNanos >= GIVE_UP_NANOS) {
            do {
                expected++;
            } while (expected != end && lengths[expected & WINDOW - 1] == 0);
            missedNanos = nowNanos;
            handOn();
        }
    }

    /** Whether to ask the sender now for {@link #missed}. */
    boolean asks(long nowNanos) {
        boolean asks = expected != end
                && nowNanos - missedNanos >= LATE_NANOS
                && (!hasAsked || nowNanos - askedNanos >= AGAIN_NANOS);
        if (asks) {
            hasAsked = true;
            askedNanos = nowNanos;
        }
        return asks;
    }

    /** A bit for each datagram that is missed, the lowest for the first one. */
    long missed() {
        long missed = 0;
        int count = Math.min(Long.SIZE, end - expected);
        for (int i = 0; i < count; i++) {
            missed |= lengths[expected + i & WINDOW - 1] == 0 ? 1L << i : 0;
        }
        return missed;
    }
}
