package io.github.freestep.physics.lockstep.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LaneTest {
    private static final int MAX_MESSAGE = 2_500;
    private static final int TIMEOUT = 1_000;
    private static final int NUMBER = 1;
    private static final int ROOM = 100_000;

    private final Lane sender = new Lane(NUMBER, MAX_MESSAGE);
    private final Lane receiver = new Lane(NUMBER, MAX_MESSAGE);
    private final List<byte[]> received = new ArrayList<>();
    private final Random random = Seeds.random(6);
    private int packets;

    /** Queues messages of these lengths whose bytes have nothing in common. Returns the last one. */
    private byte[] queue(int... lengths) {
        byte[] message = {};
        for (int length : lengths) {
            message = new byte[length];
            random.nextBytes(message);
            assertTrue(sender.offer(ByteBuffer.wrap(message)));
        }
        return message;
    }

    /** Writes the next packet. Returns the numbers of its units. */
    private List<Integer> send(long now, int copies) {
        return numbers(packet(now, copies, ROOM));
    }

    private ByteBuffer packet(long now, int copies, int room) {
        ByteBuffer packet = ByteBuffer.allocate(room);
        UnitHeader header = new UnitHeader();
        header.begin();
        sender.write(packet, header, packets++, now, TIMEOUT, copies);
        return packet.flip();
    }

    private static List<Integer> numbers(ByteBuffer packet) {
        List<Integer> numbers = new ArrayList<>();
        UnitHeader header = new UnitHeader();
        header.begin();
        try {
            while (packet.hasRemaining()) {
                header.read(packet, packet.limit());
                assertEquals(NUMBER, header.lane);
                numbers.add((int) header.sequence);
                packet.position(packet.position() + header.length);
            }
        } catch (InvalidMessageException e) {
            throw new AssertionError(e);
        }
        packet.rewind();
        return numbers;
    }

    /** Lets the units of a packet arrive, except for some. */
    private void arrive(ByteBuffer packet, long now, Integer... lost) throws InvalidMessageException {
        UnitHeader header = new UnitHeader();
        header.begin();
        while (packet.hasRemaining()) {
            header.read(packet, packet.limit());
            int end = packet.position() + header.length;
            if (!List.of(lost).contains((int) header.sequence)) {
                receiver.read(header, packet, now, message -> {
                    byte[] bytes = new byte[message.remaining()];
                    message.get(bytes);
                    received.add(bytes);
                });
                assertEquals(end, packet.position());
            }
            packet.position(end);
        }
    }

    private void acknowledge(int upTo, long mask, int arrivedPacket) {
        ByteBuffer ack =
                ByteBuffer.allocate(10).putShort((short) upTo).putLong(mask).flip();
        sender.readAck(ack, Packet.ackFlag(NUMBER) | Packet.maskFlag(NUMBER), arrivedPacket);
    }

    /** Passes on what the receiver says it has. */
    private void acknowledge(long now, int arrivedPacket) {
        ByteBuffer ack = ByteBuffer.allocate(10);
        int flags = receiver.writeAck(ack, now);
        sender.readAck(ack.flip(), flags, arrivedPacket);
        assertEquals(0, ack.remaining());
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    @Test
    void anAcknowledgementOfWhatWasNeverSentIsIgnored() throws InvalidMessageException {
        queue(1, 1, 1);
        acknowledge(2, 0, 0);
        acknowledge(0, -1, 0);
        assertEquals(3, sender.queuedBytes());
        arrive(packet(0, 1, ROOM), 0);
        assertEquals(3, received.size());
        acknowledge(4, 0, 0);
        assertEquals(3, sender.queuedBytes());
        acknowledge(3, 0, 0);
        assertTrue(sender.allDelivered());
        assertEquals(0, sender.queuedBytes());
    }

    @Test
    void aUnitIsInAsManyPacketsAsAskedOneForEachTime() {
        queue(1);
        assertEquals(List.of(0), send(0, 3));
        assertEquals(List.of(), send(0, 3));
        assertEquals(List.of(0), send(1, 3));
        queue(1);
        assertEquals(List.of(0, 1), send(2, 3));
        assertEquals(List.of(1), send(3, 3));
        assertEquals(List.of(1), send(4, 3));
        assertEquals(List.of(), send(5, 3));
    }

    private boolean isOverdue(long now) {
        return sender.nextOverdue(now, TIMEOUT) <= now;
    }

    @Test
    void aUnitIsLostIfAPacketAfterItsLastCopyHasArrived() {
        queue(1, 1);
        send(0, 1);
        acknowledge(0, 0, 0);
        assertFalse(isOverdue(1));
        acknowledge(0, 2, 1);
        assertTrue(isOverdue(1));
        assertEquals(List.of(0, 1), send(1, 2));
        // It begins anew: this was its first packet of two.
        assertFalse(isOverdue(2));
        assertEquals(List.of(0, 1), send(2, 2));
        assertEquals(List.of(), send(3, 2));
    }

    @Test
    void copiesTakeALimitedPartOfAPacket() {
        queue(200, 201, 200);
        assertEquals(List.of(0, 1, 2), send(0, 2));
        assertEquals(List.of(0, 2), send(1, 2));
    }

    @Test
    void aUnitWhoseFirstCopyGotLostIsInTwoMorePackets() {
        queue(1);
        send(0, 2);
        send(0, 2);
        assertEquals(List.of(0), send(1, 2));
        acknowledge(0, 0, 0);
        assertEquals(List.of(), send(2, 2));
        acknowledge(0, 0, 1);
        assertFalse(isOverdue(2));
        assertEquals(List.of(0), send(3, 2));
        assertEquals(List.of(0), send(4, 2));
        assertEquals(List.of(), send(5, 2));
    }

    @Test
    void aRoundLastsAtMostAboutASecond() {
        queue(1);
        long timeout = 250_000_000;
        List<Long> rounds = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 5; i++) {
            UnitHeader header = new UnitHeader();
            header.begin();
            sender.write(ByteBuffer.allocate(ROOM), header, i, now, timeout, 1);
            long next = sender.nextOverdue(now + 1, timeout);
            rounds.add(next - now);
            now = next;
        }
        assertEquals(List.of(timeout, 2 * timeout, 4 * timeout, 4 * timeout, 4 * timeout), rounds);
    }

    @Test
    void onlyWhatIsMissingIsSentAgain() throws InvalidMessageException {
        queue(IntStream.range(0, 70).map(i -> 1).toArray());
        arrive(packet(0, 1, ROOM), 0, 0, 1, 3, 66);
        assertEquals(0, received.size());
        acknowledge(0, 1);
        // The acknowledgement reaches up to unit 64; what is behind it may have arrived.
        assertEquals(3 + 5, sender.queuedBytes());
        ByteBuffer again = packet(1, 1, ROOM);
        assertEquals(List.of(0, 1, 3), numbers(again));
        assertEquals(List.of(65, 66, 67, 68, 69), send(TIMEOUT, 1));
        arrive(again, 1);
        assertEquals(66, received.size());
        acknowledge(1, 0);
        assertEquals(1, sender.queuedBytes());
    }

    @Test
    void afterATimeoutAllIsSentAgainAndThenOnlyTheOldestUnit() {
        queue(1, 1);
        send(0, 1);
        queue(1);
        send(10, 1);
        assertFalse(isOverdue(TIMEOUT - 1));
        assertTrue(isOverdue(TIMEOUT));
        assertEquals(TIMEOUT, sender.nextOverdue(11, TIMEOUT));
        // Two packets of one round, because the first is full after one unit.
        int room = UnitHeader.MAX + 1 + Packet.CHECKSUM;
        assertEquals(List.of(), numbers(packet(TIMEOUT, 1, room - 1)));
        assertEquals(List.of(0), numbers(packet(TIMEOUT, 1, room)));
        assertTrue(isOverdue(TIMEOUT));
        assertEquals(List.of(1), send(TIMEOUT, 1));
        assertFalse(isOverdue(TIMEOUT));
        // The second round lasts twice as long.
        assertEquals(3 * TIMEOUT, sender.nextOverdue(TIMEOUT + 1, TIMEOUT));
        assertFalse(isOverdue(3 * TIMEOUT - 1));
        assertTrue(isOverdue(3 * TIMEOUT));
        assertEquals(List.of(0), send(3 * TIMEOUT, 1));
        assertEquals(7 * TIMEOUT, sender.nextOverdue(3 * TIMEOUT, TIMEOUT));
        assertFalse(isOverdue(7 * TIMEOUT - 1));
        assertEquals(List.of(0), send(7 * TIMEOUT, 1));
        // An answer ends it.
        acknowledge(1, 0, 0);
        assertTrue(isOverdue(7 * TIMEOUT));
        assertEquals(List.of(1, 2), send(7 * TIMEOUT, 1));
        assertEquals(9 * TIMEOUT, sender.nextOverdue(7 * TIMEOUT + 1, TIMEOUT));
        acknowledge(3, 0, 0);
        assertEquals(Long.MAX_VALUE, sender.nextOverdue(7 * TIMEOUT, TIMEOUT));
    }

    @Test
    void whatIsOnItsWayIsBounded() {
        assertFalse(sender.mayBegin());
        queue(IntStream.range(0, Lane.WINDOW + 1).map(i -> 1).toArray());
        assertTrue(sender.mayBegin());
        assertEquals(range(0, Lane.WINDOW), send(0, 1));
        assertFalse(sender.mayBegin());
        acknowledge(1, 0, 0);
        assertEquals(List.of(Lane.WINDOW), send(0, 1));
        acknowledge(Lane.WINDOW + 1, 0, 0);
        queue(IntStream.range(0, 65).map(i -> 1_024).toArray());
        assertEquals(64, send(0, 1).size());
        assertFalse(sender.mayBegin());
        acknowledge(Lane.WINDOW + 2, 0, 0);
        assertEquals(1, send(0, 1).size());
    }

    @Test
    void aMessageThatHasNoRoomChangesNothing() {
        queue(Packet.MAX_UNIT + 1);
        assertEquals(Packet.MAX_UNIT + 1, sender.queuedBytes());
        int more = 0;
        while (sender.offer(ByteBuffer.allocate(1))) {
            more++;
        }
        assertEquals((1 << 14) - 2, more);
        int sent = 0;
        while (sender.mayBegin()) {
            sent += send(0, 1).size();
            acknowledge(sent, 0, 0);
        }
        assertEquals(1 << 14, sent);
        assertEquals(0, sender.queuedBytes());
        queue(IntStream.range(0, (1 << 14) - 1).map(i -> 1).toArray());
        assertFalse(sender.offer(ByteBuffer.allocate(Packet.MAX_UNIT + 1)), "two units");
        ByteBuffer one = ByteBuffer.allocate(Packet.MAX_UNIT);
        assertTrue(sender.offer(one));
        assertEquals(Packet.MAX_UNIT, one.remaining());
    }

    @Test
    void messagesGoOnBeyondTheLastNumber() throws InvalidMessageException {
        byte[] message = new byte[2];
        for (int i = 0; i < 70_000; i++) {
            message[0] = (byte) i;
            message[1] = (byte) (i >> 8);
            assertTrue(sender.offer(ByteBuffer.wrap(message)));
            if (i % 50 == 49) {
                arrive(packet(i, 1, ROOM), i);
                acknowledge(i, 0);
            }
        }
        assertTrue(sender.allDelivered());
        assertEquals(70_000, received.size());
        for (int i = 0; i < 70_000; i++) {
            assertArrayEquals(new byte[] {(byte) i, (byte) (i >> 8)}, received.get(i));
        }
    }

    @Test
    void unitsBeyondTheWindowAreIgnored() throws InvalidMessageException {
        UnitHeader header = new UnitHeader();
        for (int sequence : new int[] {Lane.WINDOW, -1, Lane.WINDOW - 1}) {
            ByteBuffer unit = ByteBuffer.allocate(10);
            header.begin();
            header.write(unit, NUMBER, UnitHeader.LAST, sequence, 1);
            unit.put((byte) sequence);
            arrive(unit.flip(), 0);
        }
        queue(IntStream.range(0, Lane.WINDOW - 1).map(i -> 1).toArray());
        arrive(packet(0, 1, ROOM), 0);
        assertEquals(Lane.WINDOW, received.size());
        assertArrayEquals(new byte[] {(byte) (Lane.WINDOW - 1)}, received.get(Lane.WINDOW - 1));
    }

    @Test
    void theLongestMessageIsTaken() throws InvalidMessageException {
        byte[] last = queue(MAX_MESSAGE, 1, MAX_MESSAGE);
        arrive(packet(0, 1, ROOM), 0);
        assertArrayEquals(last, received.get(2));
        assertEquals(
                List.of(MAX_MESSAGE, 1, MAX_MESSAGE),
                received.stream().map(bytes -> bytes.length).toList());
        queue(MAX_MESSAGE + 1);
        assertEquals(
                "a message must have at most 2500 bytes, had more",
                assertThrows(InvalidMessageException.class, () -> arrive(packet(1, 1, ROOM), 0))
                        .getMessage());
    }
}
