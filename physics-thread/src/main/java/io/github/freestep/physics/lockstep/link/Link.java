package io.github.freestep.physics.lockstep.link;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.function.Consumer;

/**
 * A reliable connection over packets that may be lost, repeated and reordered. Both sides of it run this code. For one
 * thread. Has no clock: the caller passes the time. Its queues are bounded; {@link #offer} reports when one is full.
 *
 * <p>Each packet repeats the urgent messages that the other side may lack, as far as there is room, so one lost packet
 * costs no round trip. What stays missing is repeated after a timeout that is measured from round trips.
 */
public final class Link {
    private static final SecureRandom TOKENS = new SecureRandom();

    static final long KEEP_ALIVE_NANOS = 50_000_000;

    private static final long ACK_NANOS = 10_000_000;
    private static final long REPEAT_NANOS = 2_000_000;
    private static final long MAX_TIMEOUT_NANOS = 1_000_000_000;

    private final long token;
    private final Packet packet = new Packet();
    private final Lane[] lanes;
    private final ByteBuffer out = ByteBuffer.allocate(Packet.MAX);

    private long receivedNanos;
    private boolean echoes;
    private int newestMicros;
    private int newestShift;
    private long sentNanos;
    private boolean hasSent;
    private boolean ackDue;
    private long ackSinceNanos;
    private long roundTripNanos = -1;
    private long variationNanos;

    /**
     * Makes one side of a connection.
     *
     * @param token not 0; the peer chooses it, a new one for each connection
     * @param maxMessage the longest message that this side accepts, in bytes
     */
    public Link(long token, int maxMessage, long now) {
        this.token = token;
        lanes = new Lane[] {new Lane(Packet.URGENT, maxMessage), new Lane(Packet.BULK, maxMessage)};
        receivedNanos = now;
    }

    /** Chooses a token that no one can guess, so that no other sender's packets are taken for this side's. */
    public static long newToken() {
        long token;
        do {
            token = TOKENS.nextLong();
        } while (token == 0);
        return token;
    }

    public long token() {
        return token;
    }

    /**
     * Queues a message.
     *
     * @param lane {@link Packet#URGENT} or {@link Packet#BULK}; messages of the same lane keep their order
     * @return false if the queue is full, because the other side does not take its messages: end the connection
     */
    public boolean offer(int lane, ByteBuffer message) {
        return lanes[lane].offer(message);
    }

    /** Returns the bytes of a lane that the other side may lack. */
    public int queuedBytes(int lane) {
        return lanes[lane].queuedBytes();
    }

    public boolean allDelivered() {
        return lanes[Packet.URGENT].allDelivered() && lanes[Packet.BULK].allDelivered();
    }

    /** Returns when the newest packet arrived, or when the link was made. */
    public long receivedNanos() {
        return receivedNanos;
    }

    /** Does not count a time as silence. */
    public void forgive(long nanos) {
        receivedNanos += nanos;
    }

    /** Returns how long nothing has arrived. */
    public long silentNanos(long now) {
        return now - receivedNanos;
    }

    /** Returns the mean round trip, -1 before the first. */
    public long roundTripNanos() {
        return roundTripNanos;
    }

    /**
     * Takes a packet whose token is this link's, see {@link Packet#token}.
     *
     * @throws InvalidMessageException if the packet or a message in it is invalid: end the connection
     */
    public void onPacket(ByteBuffer from, long now, MessageReceiver receiver) throws InvalidMessageException {
        int end = from.limit() - Packet.CHECKSUM;
        from.position(from.position() + 10);
        receivedNanos = now;
        readTimes(from, now);
        for (Lane lane : lanes) {
            lane.readAck(from);
        }
        while (from.position() < end) {
            readUnit(from, end, now, receiver);
        }
    }

    private void readTimes(ByteBuffer from, long now) {
        int theirs = from.getInt();
        int echo = from.getInt();
        if (from.get() != 0) {
            measure((micros(now) - echo) * 1_000L);
        }
        if (!echoes || theirs - newestMicros > 0) {
            echoes = true;
            newestMicros = theirs;
            newestShift = theirs - micros(now);
        }
    }

    private void measure(long nanos) {
        if (nanos < 0 || nanos > 60_000_000_000L) {
            return; // The other side invented it.
        }
        if (roundTripNanos < 0) {
            roundTripNanos = nanos;
            variationNanos = nanos / 2;
        } else {
            variationNanos += (Math.abs(nanos - roundTripNanos) - variationNanos) / 4;
            roundTripNanos += (nanos - roundTripNanos) / 8;
        }
    }

    private void readUnit(ByteBuffer from, int end, long now, MessageReceiver receiver) throws InvalidMessageException {
        if (end - from.position() < Packet.UNIT_HEADER) {
            throw new InvalidMessageException("a packet ends in the middle of a unit");
        }
        int flags = from.get();
        int sequence = from.getInt();
        int length = from.getShort();
        if ((flags & ~3) != 0 || length < 0 || length > end - from.position()) {
            throw new InvalidMessageException("a packet has a unit with flags " + flags + " and length " + length);
        }
        lanes[flags & 1].read(sequence, (flags & 2) != 0, from, length, receiver);
        if (!ackDue) {
            ackDue = true;
            ackSinceNanos = now;
        }
    }

    private static int micros(long now) {
        return (int) (now / 1_000);
    }

    private long timeoutNanos() {
        long measured = roundTripNanos < 0 ? 200_000_000 : roundTripNanos + 4 * variationNanos;
        return Math.min(MAX_TIMEOUT_NANOS, measured + ACK_NANOS + 20_000_000);
    }

    /**
     * Sends what is due: new messages, overdue ones, acknowledgements, and a sign of life each 50 ms.
     *
     * @param sink takes the packets, which are valid during the call
     * @return when to call again at the latest, if nothing is offered or received before
     */
    public long flush(long now, Consumer<ByteBuffer> sink) {
        long timeout = timeoutNanos();
        begin(now);
        for (Lane lane : lanes) {
            while (!lane.write(out, now, timeout)) {
                send(now, sink);
                begin(now);
            }
        }
        boolean due = !hasSent || now - sentNanos >= KEEP_ALIVE_NANOS || ackDue && now - ackSinceNanos >= ACK_NANOS;
        if (out.position() > Packet.HEADER || due) {
            lanes[Packet.URGENT].repeat(out, now, REPEAT_NANOS);
            send(now, sink);
        }
        return nextFlush(timeout);
    }

    private long nextFlush(long timeout) {
        long next = sentNanos + KEEP_ALIVE_NANOS;
        if (ackDue) {
            next = Math.min(next, ackSinceNanos + ACK_NANOS);
        }
        for (Lane lane : lanes) {
            next = Math.min(next, lane.nextTimeout(timeout));
        }
        return next;
    }

    private void begin(long now) {
        out.clear();
        out.put(Packet.MAGIC).put(Packet.VERSION).putLong(token).putInt(micros(now));
        out.putInt(newestShift + micros(now)).put((byte) (echoes ? 1 : 0));
        for (Lane lane : lanes) {
            lane.writeAck(out);
        }
    }

    private void send(long now, Consumer<ByteBuffer> sink) {
        packet.seal(out);
        sentNanos = now;
        hasSent = true;
        ackDue = false;
        sink.accept(out);
    }
}
