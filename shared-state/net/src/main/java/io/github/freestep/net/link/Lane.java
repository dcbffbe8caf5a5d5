package io.github.freestep.net.link;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One of the lanes of a link: an ordered stream of messages to the other side, and one from it. A message is split into
 * units, which are numbered. The sender keeps a unit until the other side has taken it. Both sides are bounded. A lane
 * of which messages are sent only once keeps no order, and repeats nothing.
 *
 * <p>A message is sent as its difference from an earlier one if that is shorter. So it is short in each copy of it, and
 * a packet has room for copies of several messages.
 */
final class Lane {
    private static final int WINDOW_BYTES = 64 << 10;
    private static final int MASK_BITS = 64;
    private static final int MOST_DOUBLINGS = 4;

    /**
     * How many more packets have a unit, if one arrives that was sent after its first copy, and the unit does not. One
     * of them is the first that can arrive a round trip after the unit.
     */
    private static final int EXTRA_COPIES = 2;

    /** The bytes of a packet that repeated units may take, so that they never make an own packet for a new one. */
    private static final int REPEATED_BYTES = 400;

    /** Without a unit from the other side for this long, packets have no acknowledgement of the lane. */
    private static final long ACKNOWLEDGES_NANOS = 500_000_000;

    /** A part of a message. Its array is used again. */
    private static final class Unit {
        private byte[] bytes = {};
        private ByteBuffer view = ByteBuffer.wrap(bytes);
        private int length;
        private int flags;
        private boolean present;
        private boolean lost;
        private boolean wasLost;
        private int copies;
        private int extraCopies;
        private int firstPacket;
        private int packet;
        private long sentNanos;

        private void set(ByteBuffer from, int count, int unitFlags) {
            if (bytes.length < count) {
                bytes = new byte[Math.max(64, Integer.highestOneBit(count - 1) << 1)];
                view = ByteBuffer.wrap(bytes);
            }
            from.get(bytes, 0, count);
            length = count;
            flags = unitFlags;
            present = true;
            lost = false;
            wasLost = false;
            copies = 0;
            extraCopies = 0;
        }
    }

    private final int number;
    private final int maxMessage;
    private final int maxUnits;
    private final boolean isQuiet;
    private final boolean once;

    private Unit[] outgoing;
    /** The number of the oldest unit that the other side may lack. Numbers wrap. */
    private int base;

    /** The number that the next offered unit gets. */
    private int next;

    /** The number of the next unit that was never sent. */
    private int unsent;

    /** The bytes that the other side may lack. */
    int queuedBytes;

    private int flightBytes;
    private int backoff;
    private long roundNanos;
    private final LastMessages offered = new LastMessages();

    private final Unit[] incoming;
    private final LastMessages passed = new LastMessages();

    /** The number of the next unit to take. */
    private int expected;

    /** How many units have come, if they are sent only once. */
    private int arrived;

    private boolean hasReceived;

    /** Whether units were taken since the last acknowledgement. */
    boolean hasTaken;

    private long receivedNanos;
    private byte[] message = {};
    private int messageLength;

    /**
     * Makes a lane.
     *
     * @param window the units that may be on their way at once, a power of two; the receiver has room for as many
     * @param maxUnits how many units of the sender may wait
     * @param isQuiet whether each unit has timeouts of its own, because units are few; if so, bulk units are sent only
     *     once
     */
    Lane(int number, int maxMessage, int window, int maxUnits, boolean isQuiet) {
        this.number = number;
        this.maxMessage = maxMessage;
        this.maxUnits = maxUnits;
        this.isQuiet = isQuiet;
        once = isQuiet && number == Packet.BULK;
        outgoing = units(Math.min(64, window));
        incoming = units(window);
    }

    private static Unit[] units(int count) {
        Unit[] units = new Unit[count];
        Arrays.setAll(units, i -> new Unit());
        return units;
    }

    /**
     * Queues a message up to the limit of its buffer, and leaves the position as it is. Returns false if there is no
     * room; then the lane is as before.
     */
    boolean offer(ByteBuffer from) {
        int start = from.position();
        int length = from.remaining();
        // A difference is of a message that fits into one unit.
        int count = Math.max(1, (length + Packet.MAX_UNIT - 1) / Packet.MAX_UNIT);
        if (next - base + count > maxUnits) {
            return false;
        }
        ByteBuffer difference = once ? null : offered.differenceOf(from);
        ByteBuffer bytes = difference == null ? from : difference;
        for (int i = 0; i < count; i++) {
            if (next - base == outgoing.length) {
                grow();
            }
            int part = Math.min(bytes.remaining(), Packet.MAX_UNIT);
            int flags = (i == count - 1 ? UnitHeader.LAST : 0) | (difference == null ? 0 : UnitHeader.DIFFERENCE);
            out(next).set(bytes, part, flags);
            next++;
            queuedBytes += part;
        }
        from.position(start);
        if (!once) {
            offered.keep(from);
        }
        return true;
    }

    private void grow() {
        Unit[] larger = units(2 * outgoing.length);
        for (int i = 0; i < outgoing.length; i++) {
            larger[base + i & larger.length - 1] = out(base + i);
        }
        outgoing = larger;
    }

    private Unit out(int sequence) {
        return outgoing[sequence & outgoing.length - 1];
    }

    boolean allDelivered() {
        return base == next;
    }

    /** Whether a unit waits that was never sent and may be sent now. */
    boolean mayBegin() {
        return unsent != next && unsent - base < incoming.length && flightBytes < WINDOW_BYTES;
    }

    /** Whether the other side may lack the first unit of the lane. */
    boolean isOpening() {
        return base == 0;
    }

    private boolean sendsAll(long now) {
        return isQuiet || backoff == 0 || backoff == 1 && now == roundNanos;
    }

    /**
     * Returns the time until a unit is overdue, which is 0 or negative if it is overdue already. Compares only
     * differences of times, because a clock may wrap.
     */
    private long untilOverdue(Unit unit, long now, boolean all, long timeoutNanos) {
        int doublings = isQuiet ? Math.min(unit.copies - 1, MOST_DOUBLINGS) : all ? 0 : backoff;
        return unit.lost ? 0 : unit.sentNanos - now + (timeoutNanos << doublings);
    }

    /**
     * Writes, in their order, units that are overdue, units that were never sent, and as copies those that were sent in
     * fewer than {@code copies} packets. So a lost packet costs no round trip. Writes as much as fits.
     *
     * @param packetNumber the number of the packet, above those of all before
     */
    void write(ByteBuffer packet, UnitHeader header, int packetNumber, long now, long timeoutNanos, int copies) {
        boolean all = sendsAll(now);
        boolean mayBeOverdue = true;
        int repeatedBytes = 0;
        for (int sequence = base; sequence != unsent; sequence++) {
            Unit unit = out(sequence);
            if (!unit.present) {
                continue;
            }
            boolean overdue = mayBeOverdue && untilOverdue(unit, now, all, timeoutNanos) <= 0;
            mayBeOverdue &= all;
            boolean repeats = unit.copies < copies + unit.extraCopies && unit.sentNanos != now;
            if (overdue) {
                if (!put(unit, sequence, packet, header, packetNumber, now)) {
                    return;
                }
                if (unit.lost) {
                    unit.lost = false;
                    unit.wasLost = true;
                    unit.copies = 1;
                    unit.firstPacket = packetNumber;
                    unit.extraCopies = 0;
                } else {
                    backOff(now, timeoutNanos);
                }
            } else if (repeats && repeatedBytes + unit.length <= REPEATED_BYTES) {
                repeatedBytes += unit.length;
                if (!put(unit, sequence, packet, header, packetNumber, now)) {
                    return;
                }
            }
        }
        while (mayBegin()) {
            Unit unit = out(unsent);
            if (!put(unit, unsent, packet, header, packetNumber, now)) {
                return;
            }
            unit.firstPacket = packetNumber;
            flightBytes += unit.length;
            unsent++;
            if (once) {
                delivered(base++);
            }
        }
    }

    private void backOff(long now, long timeoutNanos) {
        boolean newRound = backoff == 0 || now != roundNanos;
        if (newRound && timeoutNanos << backoff < Link.MAX_TIMEOUT_NANOS) {
            backoff++;
        }
        roundNanos = now;
    }

    private boolean put(Unit unit, int sequence, ByteBuffer packet, UnitHeader header, int packetNumber, long now) {
        if (packet.remaining() < UnitHeader.MAX + unit.length) {
            return false;
        }
        header.write(packet, number, unit.flags, sequence, unit.length);
        packet.put(unit.bytes, 0, unit.length);
        unit.sentNanos = now;
        unit.packet = packetNumber;
        unit.copies++;
        return true;
    }

    /**
     * Returns the time until a unit must be sent again, because it was lost or the other side has not answered in time;
     * {@link Long#MAX_VALUE} if no unit is on its way.
     *
     * <p>In a match, all that is overdue is sent again after the first timeout. After further ones without an answer,
     * only the oldest unit: that is enough to find out whether the other side is back.
     */
    long untilOverdue(long now, long timeoutNanos) {
        boolean all = sendsAll(now);
        long first = Long.MAX_VALUE;
        for (int sequence = base; sequence != unsent && (all || first == Long.MAX_VALUE); sequence++) {
            Unit unit = out(sequence);
            if (unit.present) {
                first = Math.min(first, untilOverdue(unit, now, all, timeoutNanos));
            }
        }
        return first;
    }

    /**
     * Writes which units have arrived, and returns the flags for the packet; 0 if none has come for some time. The
     * lowest bit of the mask is for a unit that waits to be taken.
     */
    int writeAck(ByteBuffer packet, long now) {
        if (!hasTaken && (!hasReceived || now - receivedNanos >= ACKNOWLEDGES_NANOS)) {
            return 0;
        }
        hasTaken = false;
        packet.putShort((short) expected);
        long mask = 0;
        for (int i = 0; i < Math.min(MASK_BITS, incoming.length); i++) {
            if (incoming[expected + i & incoming.length - 1].present) {
                mask |= 1L << i;
            }
        }
        if (mask != 0) {
            packet.putLong(mask);
        }
        return Packet.ackFlag(number) | (mask != 0 ? Packet.maskFlag(number) : 0);
    }

    /**
     * Takes what the other side says it has. A unit is lost if it has not arrived, but a packet has that was sent after
     * its last copy. The first one that the other side has not taken is sent again after timeouts, though it has
     * arrived: the answer says whether it was taken.
     *
     * @param flags those of the packet
     * @param arrivedPacket the number of the newest packet that the other side has received
     */
    void readAck(ByteBuffer packet, int flags, int arrivedPacket) {
        if ((flags & Packet.ackFlag(number)) == 0) {
            return;
        }
        int upTo = base + (short) (packet.getShort() - base);
        long mask = (flags & Packet.maskFlag(number)) != 0 ? packet.getLong() : 0;
        if (upTo - base < 0 || upTo - unsent > 0) {
            return; // Of a packet that was overtaken, or of nonsense.
        }
        if (upTo != base) {
            backoff = 0;
        }
        while (base != upTo) {
            delivered(base++);
        }
        // Units beyond the mask may have arrived.
        for (int i = 0; i < MASK_BITS && base + i - unsent < 0; i++) {
            Unit unit = out(base + i);
            if ((mask >>> i & 1) == 0) {
                // A client may lie, and no budget counts messages: they are repeated once before a timeout.
                unit.lost |= unit.present && arrivedPacket - unit.packet > 0 && !(isQuiet && unit.wasLost);
                unit.extraCopies = !unit.lost && arrivedPacket - unit.firstPacket > 0 ? EXTRA_COPIES : unit.extraCopies;
            } else if (i > 0) {
                delivered(base + i);
            }
        }
    }

    private void delivered(int sequence) {
        Unit unit = out(sequence);
        if (unit.present) {
            unit.present = false;
            queuedBytes -= unit.length;
            flightBytes -= unit.length;
        }
    }

    /**
     * Keeps a unit from a packet, unless it is known or too far ahead. Returns whether to acknowledge it before it is
     * taken, because another one is missing, or the other side has not heard that it was taken.
     */
    boolean read(UnitHeader header, ByteBuffer packet, long now) {
        int sequence = once ? arrived : header.sequence;
        int ahead = (short) (sequence - expected);
        Unit unit = incoming[sequence & incoming.length - 1];
        if (ahead < 0 || ahead >= incoming.length || unit.present) {
            packet.position(packet.position() + header.length);
        } else {
            unit.set(packet, header.length, header.flags);
            arrived++;
        }
        hasReceived = !once;
        receivedNanos = now;
        return !once && ahead != 0;
    }

    /** Takes the next message, valid until the next call; null if it has not arrived. */
    @Nullable ByteBuffer take() throws InvalidMessageException {
        for (Unit unit; (unit = incoming[expected & incoming.length - 1]).present; ) {
            unit.present = false;
            expected++;
            hasTaken = !once;
            ByteBuffer whole = whole(unit);
            if (whole != null) {
                return whole;
            }
        }
        return null;
    }

    /** Returns the message that a unit completes; null if others follow. */
    private @Nullable ByteBuffer whole(Unit unit) throws InvalidMessageException {
        boolean last = (unit.flags & UnitHeader.LAST) != 0;
        ByteBuffer whole = unit.view.clear().limit(unit.length);
        int begun = messageLength;
        // Once a unit is refused, so are the others of its message: it is too long up to its end.
        messageLength = last ? 0 : maxMessage + 1;
        if (begun > maxMessage) {
            return null;
        }
        if ((unit.flags & UnitHeader.DIFFERENCE) != 0) {
            if (!last || begun != 0) {
                throw new InvalidMessageException("a difference must be a whole message");
            }
            whole = passed.restore(whole);
        }
        int length = begun + unit.length;
        if (length > maxMessage) {
            throw new InvalidMessageException("a message must have at most " + maxMessage + " bytes, had more");
        }
        if (last && begun == 0) {
            if (!once) {
                passed.keep(whole);
            }
            return whole;
        }
        if (message.length < length) {
            message = Arrays.copyOf(message, Math.max(2 * message.length, length));
        }
        System.arraycopy(unit.bytes, 0, message, begun, unit.length);
        messageLength = last ? 0 : length;
        return last ? ByteBuffer.wrap(message, 0, length) : null;
    }
}
