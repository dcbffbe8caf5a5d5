package io.github.freestep.net.link;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A reliable connection over packets that may be lost, repeated and reordered. Both sides of it run this code. For one
 * thread. Has no clock: the caller passes the time, which may begin anywhere and wrap. Its queues are bounded, and
 * {@link #offer} reports when one is full. A message is acknowledged when it is taken, so a side that takes none bounds
 * what can be sent to it.
 *
 * <p>An urgent message is sent in one packet, in a match in two that follow each other, and in more if the other side
 * reports that packets get lost: in as many as it takes so that about two messages in a million get lost in all of
 * them, as long as the copies of all messages fit into the 400 bytes that packets have for them. A long message, or one
 * of many, has fewer copies. An urgent message is sent again when the other side has a later packet and not the
 * message, a round trip after it.
 *
 * <p>If nothing arrives at all, a match sends messages again after a timeout that is measured from round trips, because
 * it sends a packet each 50 ms anyway. Messages of an application are few. Their link is quiet between them, so it
 * measures seldom, and sends them again after 30, 60, ... up to 480 ms. If they are acknowledged before, it sends them
 * once.
 */
public final class Link {
    private static final SecureRandom TOKENS = new SecureRandom();

    static final long KEEP_ALIVE_NANOS = 50_000_000;

    /**
     * How long an acknowledgement, or a message that is not urgent, waits for a packet that goes anyway. Longer than a
     * tick at 60 Hz, so that neither costs packets in a match.
     */
    private static final long PATIENCE_NANOS = 20_000_000;

    /** Enough if 60 of 100 packets are lost. A packet has little room for copies, but a message is short. */
    private static final int MOST_COPIES = 26;

    /** The share of messages that may get lost in all copies. */
    private static final double LOST_MESSAGES = 2e-6;

    /** The packets whose times are remembered, a power of two. */
    private static final int PACKETS = 1_024;

    private static final int HELD_NANOS = 16_000;
    private static final int MOST_HELD = 0xFFFF;
    static final long MAX_TIMEOUT_NANOS = 1_000_000_000;

    /** The units of a lane of a match that may be on their way, and those that may wait. */
    static final int WINDOW = 512;

    private static final int MAX_UNITS = 1 << 14;

    /** After how long a message of an application is sent again first. The time doubles with each repeat. */
    private static final long REPEAT_NANOS = 30_000_000;

    public final long token;
    private final Lane[] lanes = new Lane[Packet.LANES];
    private final boolean isQuiet;
    private final ByteBuffer out = ByteBuffer.allocate(Packet.MAX);

    private long receivedNanos;
    private final UnitHeader header = new UnitHeader();
    private final PacketLoss loss = new PacketLoss();
    private boolean heard;
    private long newestNanos;
    private final long[] packetNanos = new long[PACKETS];
    private int packets;
    private int arrivedPacket = -1;
    private int copies;
    private boolean routineWaits;
    private long routineSinceNanos;
    private long sentNanos;
    private boolean ackDue;
    private long ackSinceNanos;
    private long roundTripNanos = -1;
    private long variationNanos;

    private Link(long token, int maxMessage, int window, int maxUnits, boolean isQuiet, long now) {
        this.token = token;
        this.isQuiet = isQuiet;
        copies = leastCopies();
        Arrays.setAll(lanes, i -> new Lane(i, maxMessage, window, maxUnits, isQuiet));
        receivedNanos = now;
        sentNanos = now - KEEP_ALIVE_NANOS;
        // Nothing was reported as arrived yet, so the wait for the first report begins here.
        packetNanos[PACKETS - 1] = now;
    }

    /**
     * Makes one side of a connection of a match, which sends a packet each 50 ms at least.
     *
     * @param token not 0; the peer chooses it, a new one for each connection
     * @param maxMessage the longest message that this side accepts, in bytes
     */
    public Link(long token, int maxMessage, long now) {
        this(token, maxMessage, WINDOW, MAX_UNITS, false, now);
    }

    /**
     * Makes one side of a connection for messages of an application, which sends nothing while there are none. Messages
     * of {@link Packet#BULK} are sent once, and keep no order.
     *
     * @param token not 0
     * @param maxMessage the longest message that this side accepts, in bytes; at most {@link Packet#MAX_UNIT}
     * @param capacity how many messages of each lane are kept at either side, a power of two
     */
    public static Link quiet(long token, int maxMessage, int capacity) {
        return new Link(token, maxMessage, capacity, capacity, true, 0);
    }

    /** Chooses a token that cannot be guessed, so that no other sender's packets are taken for this side's. */
    public static long newToken() {
        return TOKENS.nextLong(1, Long.MAX_VALUE);
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
        return lanes[lane].queuedBytes;
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
     * Takes the next message that has arrived, valid until the next call; null if there is none. Those of a lane come
     * in the order of sending.
     *
     * @throws InvalidMessageException if it is invalid: end the connection
     */
    public @Nullable ByteBuffer take() throws InvalidMessageException {
        ByteBuffer message = null;
        for (int lane = 0; lane < lanes.length && message == null; lane++) {
            message = lanes[lane].take();
            ackDue |= lanes[lane].hasTaken;
        }
        return message;
    }

    /**
     * Takes a packet whose token is this link's, see {@link Packet#token}. Its messages wait for {@link #take}.
     *
     * @throws InvalidMessageException if the packet is invalid: end the connection
     */
    public void onPacket(ByteBuffer from, long now) throws InvalidMessageException {
        int end = from.limit();
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
        ackSinceNanos = ackDue ? ackSinceNanos : now;
        header.begin();
        while (from.position() < end) {
            header.read(from, end);
            ackDue |= lanes[header.lane].read(header, from, now);
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
        copies = (int) Math.max(leastCopies(), Math.min(MOST_COPIES, Math.ceil(needed)));
    }

    private int leastCopies() {
        return isQuiet ? 1 : 2;
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

    private long timeoutNanos() {
        if (isQuiet) {
            return REPEAT_NANOS;
        }
        long measured = roundTripNanos < 0 ? 200_000_000 : roundTripNanos + 4 * variationNanos;
        return Math.min(MAX_TIMEOUT_NANOS, measured + PATIENCE_NANOS + 20_000_000);
    }

    /**
     * Sends what is due: new messages, overdue ones, acknowledgements, and a sign of life each 50 ms.
     *
     * @param sink takes the packets, which are valid during the call
     * @return the nanoseconds after which to call again at the latest, if nothing is offered or received before
     */
    public long flush(long now, Consumer<ByteBuffer> sink) {
        for (ByteBuffer next; (next = next(now)) != null; ) {
            sink.accept(next);
        }
        return untilFlush(now, timeoutNanos());
    }

    /** Returns the next packet that is due, valid until the next call; null if there is none. */
    public @Nullable ByteBuffer next(long now) {
        long timeout = timeoutNanos();
        boolean waits = lanes[Packet.ROUTINE].mayBegin();
        routineSinceNanos = waits && !routineWaits ? now : routineSinceNanos;
        routineWaits = waits;
        return isDue(now, timeout) ? write(now, timeout) : null;
    }

    private boolean isDue(long now, long timeout) {
        return lanes[Packet.URGENT].mayBegin() || lanes[Packet.BULK].mayBegin() || untilFlush(now, timeout) <= 0;
    }

    private long untilFlush(long now, long timeout) {
        long until = isQuiet ? Long.MAX_VALUE : sentNanos - now + KEEP_ALIVE_NANOS;
        if (ackDue) {
            until = Math.min(until, ackSinceNanos - now + (isQuiet ? 0 : PATIENCE_NANOS));
        }
        if (routineWaits) {
            until = Math.min(until, routineSinceNanos - now + PATIENCE_NANOS);
        }
        for (Lane lane : lanes) {
            until = Math.min(until, lane.untilOverdue(now, timeout));
        }
        return until;
    }

    private ByteBuffer write(long now, long timeout) {
        int number = packets++;
        packetNanos[number & PACKETS - 1] = now;
        out.clear();
        out.put(Packet.MAGIC).put(Packet.VERSION).putLong(token);
        int flagsAt = out.position();
        int flags = (lanes[Packet.URGENT].isOpening() ? Packet.OPENING : 0) | (heard ? Packet.HEARD : 0);
        out.put((byte) 0).putShort((short) number);
        if (heard) {
            out.putShort(loss.newest).putShort((short) Math.min(MOST_HELD, (now - newestNanos) / HELD_NANOS));
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
        out.flip();
        sentNanos = now;
        ackDue = false;
        return out;
    }
}
