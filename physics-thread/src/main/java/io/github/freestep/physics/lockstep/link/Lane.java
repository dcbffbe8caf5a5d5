package io.github.freestep.physics.lockstep.link;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * One of the two lanes of a link: an ordered stream of messages to the other side, and one from it. A message is split
 * into units, which are numbered. The sender keeps a unit until the other side has it. Both sides are bounded.
 */
final class Lane {
    /** Units that may be on their way at once; the receiver has room for as many. */
    static final int WINDOW = 512;

    private static final int WINDOW_BYTES = 64 << 10;
    private static final int MAX_UNITS = 1 << 14;
    private static final int MASK_BITS = 64;
    private static final long MAX_TIMEOUT_NANOS = 1_000_000_000;

    /** A part of a message. Its array is used again. */
    private static final class Unit {
        private byte[] bytes = {};
        private ByteBuffer view = ByteBuffer.wrap(bytes);
        private int length;
        private boolean last;
        private boolean present;
        private long sentNanos;

        private void set(ByteBuffer from, int count, boolean end) {
            if (bytes.length < count) {
                bytes = new byte[Math.max(64, Integer.highestOneBit(count - 1) << 1)];
                view = ByteBuffer.wrap(bytes);
            }
            from.get(bytes, 0, count);
            length = count;
            last = end;
            present = true;
        }
    }

    private final int number;
    private final int maxMessage;

    private Unit[] outgoing = units(64);
    /** The number of the oldest unit that the other side may lack, and of the next unit. Numbers wrap. */
    private int base;

    private int next;
    /** The number of the next unit that was never sent. */
    private int unsent;

    private int queuedBytes;
    private int flightBytes;
    private int backoff;
    private long roundNanos;

    private final Unit[] incoming = units(WINDOW);
    private int expected;
    private byte[] message = {};
    private int messageLength;

    Lane(int number, int maxMessage) {
        this.number = number;
        this.maxMessage = maxMessage;
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
        int count = Math.max(1, (length + Packet.MAX_UNIT - 1) / Packet.MAX_UNIT);
        if (next - base + count > MAX_UNITS) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (next - base == outgoing.length) {
                grow();
            }
            int part = Math.min(from.remaining(), Packet.MAX_UNIT);
            out(next).set(from, part, i == count - 1);
            next++;
            queuedBytes += part;
        }
        from.position(start);
        return true;
    }

    private void grow() {
        Unit[] larger = new Unit[2 * outgoing.length];
        for (int i = 0; i < outgoing.length; i++) {
            larger[base + i & larger.length - 1] = out(base + i);
        }
        for (int i = 0; i < larger.length; i++) {
            larger[i] = larger[i] == null ? new Unit() : larger[i];
        }
        outgoing = larger;
    }

    private Unit out(int sequence) {
        return outgoing[sequence & outgoing.length - 1];
    }

    /** Returns the bytes that the other side may lack. */
    int queuedBytes() {
        return queuedBytes;
    }

    boolean allDelivered() {
        return base == next;
    }

    /** Whether a unit waits that was never sent and may be sent now. */
    boolean mayBegin() {
        return unsent != next && unsent - base < WINDOW && flightBytes < WINDOW_BYTES;
    }

    /**
     * Writes units that were never sent, or that are overdue. Returns false if the packet has no room for the next one;
     * then it must be called again with a new packet.
     */
    boolean write(ByteBuffer packet, long now, long timeoutNanos) {
        if (!writeOverdue(packet, now, timeoutNanos)) {
            return false;
        }
        while (mayBegin()) {
            Unit unit = out(unsent);
            if (!put(unit, unsent, packet, now)) {
                return false;
            }
            flightBytes += unit.length;
            unsent++;
        }
        return true;
    }

    /**
     * After the first timeout, all that is overdue is sent again. After further ones without an answer, only the oldest
     * unit: that is enough to find out whether the other side is back.
     */
    private boolean writeOverdue(ByteBuffer packet, long now, long timeoutNanos) {
        boolean all = backoff == 0 || backoff == 1 && now == roundNanos;
        long timeout = all ? timeoutNanos : timeoutNanos << backoff;
        for (int sequence = base; sequence != unsent; sequence++) {
            Unit unit = out(sequence);
            if (unit.present && now - unit.sentNanos >= timeout) {
                if (!put(unit, sequence, packet, now)) {
                    return false;
                }
                backOff(now, timeoutNanos);
            }
            if (unit.present && !all) {
                break;
            }
        }
        return true;
    }

    private void backOff(long now, long timeoutNanos) {
        boolean newRound = backoff == 0 || now != roundNanos;
        if (newRound && timeoutNanos << backoff < MAX_TIMEOUT_NANOS) {
            backoff++;
        }
        roundNanos = now;
    }

    /** Repeats units in the room that is left, the oldest first, so that a lost packet costs no round trip. */
    void repeat(ByteBuffer packet, long now, long minAgeNanos) {
        for (int sequence = base; sequence != unsent; sequence++) {
            Unit unit = out(sequence);
            if (unit.present && now - unit.sentNanos >= minAgeNanos && !put(unit, sequence, packet, now)) {
                return;
            }
        }
    }

    private boolean put(Unit unit, int sequence, ByteBuffer packet, long now) {
        if (packet.remaining() < Packet.UNIT_HEADER + unit.length + Packet.CHECKSUM) {
            return false;
        }
        packet.put((byte) (number | (unit.last ? 2 : 0))).putInt(sequence).putShort((short) unit.length);
        packet.put(unit.bytes, 0, unit.length);
        unit.sentNanos = now;
        return true;
    }

    /** Returns when {@link #write} has an overdue unit, {@link Long#MAX_VALUE} if none is on its way. */
    long nextTimeout(long timeoutNanos) {
        long first = Long.MAX_VALUE;
        for (int sequence = base; sequence != unsent; sequence++) {
            if (out(sequence).present) {
                first = Math.min(first, out(sequence).sentNanos);
                if (backoff > 0) {
                    break; // Without an answer, only the oldest unit is sent again.
                }
            }
        }
        return first == Long.MAX_VALUE ? first : first + (timeoutNanos << backoff);
    }

    void writeAck(ByteBuffer packet) {
        long mask = 0;
        for (int i = 0; i < MASK_BITS; i++) {
            if (incoming[expected + 1 + i & WINDOW - 1].present) {
                mask |= 1L << i;
            }
        }
        packet.putInt(expected).putLong(mask);
    }

    /** Takes what the other side says it has. */
    void readAck(ByteBuffer packet) {
        int upTo = packet.getInt();
        long mask = packet.getLong();
        if (upTo - base < 0 || upTo - unsent > 0) {
            return; // Of a packet that was overtaken, or of nonsense.
        }
        if (upTo != base) {
            backoff = 0;
        }
        while (base != upTo) {
            delivered(base++);
        }
        for (int i = 0; i < MASK_BITS; i++) {
            int sequence = base + 1 + i;
            if ((mask >>> i & 1) != 0 && sequence - unsent < 0) {
                delivered(sequence);
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
     * Takes a unit from a packet, and passes on all messages that are complete with it.
     *
     * @return false if it was known or too far ahead
     */
    boolean read(int sequence, boolean last, ByteBuffer packet, int length, MessageReceiver receiver)
            throws InvalidMessageException {
        int ahead = sequence - expected;
        Unit unit = incoming[sequence & WINDOW - 1];
        if (ahead < 0 || ahead >= WINDOW || unit.present) {
            packet.position(packet.position() + length);
            return false;
        }
        unit.set(packet, length, last);
        while ((unit = incoming[expected & WINDOW - 1]).present) {
            unit.present = false;
            expected++;
            pass(unit, receiver);
        }
        return true;
    }

    private void pass(Unit unit, MessageReceiver receiver) throws InvalidMessageException {
        if (unit.last && messageLength == 0) {
            receiver.onMessage(unit.view.clear().limit(unit.length));
            return;
        }
        if (messageLength + unit.length > maxMessage) {
            throw new InvalidMessageException("a message must have at most " + maxMessage + " bytes, had more");
        }
        if (message.length < messageLength + unit.length) {
            message = Arrays.copyOf(message, Math.max(2 * message.length, messageLength + unit.length));
        }
        System.arraycopy(unit.bytes, 0, message, messageLength, unit.length);
        messageLength += unit.length;
        if (unit.last) {
            int length = messageLength;
            messageLength = 0;
            receiver.onMessage(ByteBuffer.wrap(message, 0, length));
        }
    }
}
