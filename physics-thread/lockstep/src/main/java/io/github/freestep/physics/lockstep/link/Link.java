package io.github.freestep.physics.lockstep.link;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.function.Consumer;

/**
 * A reliable connection over packets that may be lost, repeated and reordered. Both sides of it run this code. For one
 * thread. Has no clock: the caller passes the time. Its queues are bounded; {@link #offer} reports when one is full.
 *
 * <p>An urgent message is sent in two packets that follow each other, and in more if the other side reports that
 * packets get lost: in as many as it takes so that about two messages in a million get lost in all of them, as long as
 * the copies of all messages fit into the room that packets have for them. A long message, or one of many, has fewer
 * copies. An urgent message is sent again when the other side has a later packet and not the message, a round trip
 * after it. If nothing arrives at all, messages are sent again after a timeout that is measured from round trips.
 */
public final class Link {
    private static final SecureRandom TOKENS = new SecureRandom();

    private static final int RUN_SHIFT = 48;

    static final long KEEP_ALIVE_NANOS = 50_000_000;

    /**
     * How long an acknowledgement, or a message that is not urgent, waits for a packet that goes anyway. Longer than a
     * tick at 60 Hz, so that neither costs packets in a match.
     */
    private static final long PATIENCE_NANOS = 20_000_000;

    private static final int LEAST_COPIES = 2;

    /** Enough if 60 of 100 packets are lost. A packet has little room for copies, but a message is short. */
    private static final int MOST_COPIES = 26;

    /** The share of messages that may get lost in all copies. */
    private static final double LOST_MESSAGES = 2e-6;

    /** The packets whose times are remembered, a power of two. */
    private static final int PACKETS = 1_024;

    private static final int HELD_NANOS = 16_000;
    private static final int MOST_HELD = 0xFFFF;
    static final long MAX_TIMEOUT_NANOS = 1_000_000_000;

    public final long token;
    private final Packet packet = new Packet();
    private final Lane[] lanes;
    private final ByteBuffer out = ByteBuffer.allocate(Packet.MAX);

    private long receivedNanos;
    private final UnitHeader header = new UnitHeader();
    private final PacketLoss loss = new PacketLoss();
    private boolean heard;
    private long newestNanos;
    private final long[] packetNanos = new long[PACKETS];
    private int packets;
    private int arrivedPacket = -1;
    private int copies = LEAST_COPIES;
    private boolean routineWaits;
    private long routineSinceNanos;
    private long sentNanos;
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
        lanes = new Lane[] {
            new Lane(Packet.URGENT, maxMessage), new Lane(Packet.ROUTINE, maxMessage), new Lane(Packet.BULK, maxMessage)
        };
        receivedNanos = now;
        sentNanos = now - KEEP_ALIVE_NANOS;
    }

    /**
     * Chooses a token that cannot be guessed, so that no other sender's packets are taken for this side's. A sequencer
     * of another run does not take it, so that late packets begin no connection there. Runs count as equal if their
     * numbers differ by a multiple of 65,536, because a token has 16 bits of them.
     */
    public static long newToken(long run) {
        return TOKENS.nextLong(1, 1L << RUN_SHIFT) | run - 1 << RUN_SHIFT;
    }

    /** Whether a token was chosen for a sequencer of a run. */
    public static boolean isFor(long token, long run) {
        return token >>> RUN_SHIFT == (run - 1 << RUN_SHIFT) >>> RUN_SHIFT;
    }

    /**
     * Queues a message.
     *
     * @param lane {@link Packet#URGENT}, {@link Packet#ROUTINE} or {@link Packet#BULK}; messages of the same lane keep
     *     their order
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
        return lanes[Packet.URGENT].allDelivered()
                && lanes[Packet.ROUTINE].allDelivered()
                && lanes[Packet.BULK].allDelivered();
    }

    /** Returns when the newest packet arrived, or when the link was made. */
    public long receivedNanos() {
        return receivedNanos;
    }

    /** Sends the first message again at once, because the other side does not know the connection. */
    public void beginAgain() {
        lanes[Packet.URGENT].sendAgain();
    }

    /** Does not count a time as silence. */
    public void forgive(long nanos) {
        receivedNanos += nanos;
    }

    /** Returns how long nothing has arrived. */
    public long silentNanos(long now) {
        return now - receivedNanos;
    }

    /**
     * Returns how long ago this side sent the newest packet that the other side has reported as arrived. While both
     * sides hear each other, that is a round trip and some.
     */
    public long unheardNanos(long now) {
        return packets - arrivedPacket > PACKETS ? Long.MAX_VALUE : now - packetNanos[arrivedPacket & PACKETS - 1];
    }

    /** Returns the share of the other side's packets that were lost lately. */
    public double lostShare() {
        return (loss.share() & 0xFF) / 255.0;
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
        int flags = from.get();
        short number = from.getShort();
        if (from.position() + ackBytes(flags) > end) {
            throw new InvalidMessageException("a packet is cut off");
        }
        if (loss.arrived(number)) {
            heard = true;
            newestNanos = now;
        }
        if ((flags & Packet.HEARD) != 0) {
            readTimes(from, now);
        }
        for (Lane lane : lanes) {
            lane.readAck(from, flags, arrivedPacket);
        }
        header.begin();
        while (from.position() < end) {
            readUnit(from, end, now, receiver);
        }
    }

    /** Returns the number of bytes between a packet's header and its first unit. */
    static int ackBytes(int flags) {
        int bytes = (flags & Packet.HEARD) != 0 ? Packet.HEARD_BYTES : 0;
        for (int lane = 0; lane < Packet.LANES; lane++) {
            bytes += (flags & Packet.ackFlag(lane)) != 0 ? Packet.ACK_BYTES : 0;
            bytes += (flags & Packet.maskFlag(lane)) != 0 ? Packet.MASK_BYTES : 0;
        }
        return bytes;
    }

    private void readTimes(ByteBuffer from, long now) {
        int newest = packets - 1;
        int arrived = newest + (short) (from.getShort() - newest);
        int held = from.getShort() & 0xFFFF;
        int lost = from.get() & 0xFF;
        if (arrived - arrivedPacket <= 0 || arrived - newest > 0 || newest - arrived >= PACKETS) {
            return; // Of a packet that was overtaken, or of nonsense.
        }
        arrivedPacket = arrived;
        if (held < MOST_HELD) {
            measure(now - packetNanos[arrived & PACKETS - 1] - (long) held * HELD_NANOS);
        }
        double needed = lost == 0 ? 1 : Math.log(LOST_MESSAGES) / Math.log(Math.min(254, lost) / 255.0);
        copies = (int) Math.max(LEAST_COPIES, Math.min(MOST_COPIES, Math.ceil(needed)));
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
        header.read(from, end);
        lanes[header.lane].read(header, from, now, receiver);
        if (!ackDue) {
            ackDue = true;
            ackSinceNanos = now;
        }
    }

    private long timeoutNanos() {
        long measured = roundTripNanos < 0 ? 200_000_000 : roundTripNanos + 4 * variationNanos;
        return Math.min(MAX_TIMEOUT_NANOS, measured + PATIENCE_NANOS + 20_000_000);
    }

    /**
     * Sends what is due: new messages, overdue ones, acknowledgements, and a sign of life each 50 ms.
     *
     * @param sink takes the packets, which are valid during the call
     * @return when to call again at the latest, if nothing is offered or received before
     */
    public long flush(long now, Consumer<ByteBuffer> sink) {
        long timeout = timeoutNanos();
        boolean waits = lanes[Packet.ROUTINE].mayBegin();
        routineSinceNanos = waits && !routineWaits ? now : routineSinceNanos;
        routineWaits = waits;
        while (isDue(now, timeout)) {
            send(now, timeout, sink);
        }
        return nextFlush(now, timeout);
    }

    private boolean isDue(long now, long timeout) {
        return lanes[Packet.URGENT].mayBegin() || lanes[Packet.BULK].mayBegin() || nextFlush(now, timeout) <= now;
    }

    private long nextFlush(long now, long timeout) {
        long next = sentNanos + KEEP_ALIVE_NANOS;
        if (ackDue) {
            next = Math.min(next, ackSinceNanos + PATIENCE_NANOS);
        }
        if (routineWaits) {
            next = Math.min(next, routineSinceNanos + PATIENCE_NANOS);
        }
        for (Lane lane : lanes) {
            next = Math.min(next, lane.nextOverdue(now, timeout));
        }
        return next;
    }

    private void send(long now, long timeout, Consumer<ByteBuffer> sink) {
        int number = packets++;
        packetNanos[number & PACKETS - 1] = now;
        out.clear();
        out.put(Packet.MAGIC).put(Packet.VERSION).putLong(token);
        int flagsAt = out.position();
        int flags = (lanes[Packet.URGENT].isOpening() ? Packet.OPENING : 0) | (heard ? Packet.HEARD : 0);
        out.put((byte) 0).putShort((short) number);
        if (heard) {
            out.putShort(loss.newest()).putShort((short) Math.min(MOST_HELD, (now - newestNanos) / HELD_NANOS));
            out.put(loss.share());
        }
        for (Lane lane : lanes) {
            flags |= lane.writeAck(out, now);
        }
        out.put(flagsAt, (byte) flags);
        header.begin();
        for (int lane = 0; lane < Packet.LANES; lane++) {
            lanes[lane].write(out, header, number, now, timeout, lane == Packet.URGENT ? copies : 1);
        }
        routineWaits &= lanes[Packet.ROUTINE].mayBegin();
        packet.seal(out);
        sentNanos = now;
        ackDue = false;
        sink.accept(out);
    }
}
