package io.github.freestep.net.link;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.VirtualNetwork;
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

    private Lane sender = new Lane(NUMBER, MAX_MESSAGE, Link.WINDOW, 1 << 14, false);
    private Lane receiver = new Lane(NUMBER, MAX_MESSAGE, Link.WINDOW, 1 << 14, false);
    private final List<byte[]> received = new ArrayList<>();
    private final Random random = Seeds.random(6);
    private int packets;
    private long timeout = TIMEOUT;
    private boolean takes = true;
    private boolean acknowledges;

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
        sender.write(packet, header, packets++, now, timeout, copies);
        return packet.flip();
    }

    /** The units in what is left of a packet, each as its lane and its number. */
    static List<String> units(ByteBuffer packet) {
        List<String> units = new ArrayList<>();
        UnitHeader header = new UnitHeader();
        header.begin();
        try {
            while (packet.hasRemaining()) {
                header.read(packet, packet.limit());
                units.add(header.lane + ":" + header.sequence);
                packet.position(packet.position() + header.length);
            }
        } catch (InvalidMessageException e) {
            throw new AssertionError(e);
        }
        return units;
    }

    private static List<Integer> numbers(ByteBuffer packet) {
        List<String> units = units(packet);
        packet.rewind();
        return units.stream()
                .map(unit -> Integer.valueOf(unit.replace(NUMBER + ":", "")))
                .toList();
    }

    /** Lets the units of a packet arrive, except for some. */
    private void arrive(ByteBuffer packet, long now, Integer... lost) throws InvalidMessageException {
        UnitHeader header = new UnitHeader();
        header.begin();
        while (packet.hasRemaining()) {
            header.read(packet, packet.limit());
            int end = packet.position() + header.length;
            if (!List.of(lost).contains((int) header.sequence)) {
                acknowledges |= receiver.read(header, packet, now);
                assertEquals(end, packet.position());
                if (takes) {
                    take();
                }
            }
            packet.position(end);
        }
    }

    private void take() throws InvalidMessageException {
        for (ByteBuffer message; (message = receiver.take()) != null; ) {
            received.add(VirtualNetwork.copy(message));
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

    @Test
    void anAcknowledgementOfWhatWasNeverSentIsIgnored() throws InvalidMessageException {
        queue(1, 1, 1);
        acknowledge(2, 0, 0);
        acknowledge(0, -1, 0);
        assertEquals(3, sender.queuedBytes);
        arrive(packet(0, 1, ROOM), 0);
        assertEquals(3, received.size());
        acknowledge(4, 0, 0);
        assertEquals(3, sender.queuedBytes);
        acknowledge(3, 0, 0);
        assertTrue(sender.allDelivered());
        assertEquals(0, sender.queuedBytes);
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
        return sender.untilOverdue(now, TIMEOUT) <= 0;
    }

    @Test
    void aUnitIsLostIfAPacketAfterItsLastCopyHasArrived() {
        queue(1, 1);
        send(0, 1);
        acknowledge(0, 0, 0);
        assertFalse(isOverdue(1));
        acknowledge(0, 0, 1);
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
        rounds(250, 1, 2, 4, 4, 4);
        sender = new Lane(NUMBER, MAX_MESSAGE, 32, 32, true);
        rounds(30, 1, 2, 4, 8, 16, 16);
        queue(1);
        assertEquals(List.of(1), send(1_000_000_000, 1));
        assertEquals(List.of(), send(1_029_000_000, 1));
        assertEquals(List.of(1), send(1_030_000_000, 1), "each unit of a quiet lane has timeouts of its own");
    }

    private void rounds(int millis, Integer... lasts) {
        timeout = millis * 1_000_000L;
        queue(1);
        List<Integer> rounds = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < lasts.length; i++) {
            packet(now, 1, ROOM);
            long round = 1 + sender.untilOverdue(now + 1, timeout);
            rounds.add((int) (round / timeout));
            now += round;
        }
        assertEquals(List.of(lasts), rounds);
    }

    @Test
    void onlyWhatIsMissingIsSentAgain() throws InvalidMessageException {
        queue(IntStream.range(0, 70).map(i -> 1).toArray());
        arrive(packet(0, 1, ROOM), 0, 0, 1, 3, 66);
        assertEquals(0, received.size());
        acknowledge(0, 1);
        // The acknowledgement reaches up to unit 63; what is behind it may have arrived.
        assertEquals(3 + 6, sender.queuedBytes);
        ByteBuffer again = packet(1, 1, ROOM);
        assertEquals(List.of(0, 1, 3), numbers(again));
        assertEquals(List.of(64, 65, 66, 67, 68, 69), send(TIMEOUT, 1));
        arrive(again, 1);
        assertEquals(66, received.size());
        acknowledge(1, 0);
        assertEquals(1, sender.queuedBytes);
    }

    @Test
    void afterATimeoutAllIsSentAgainAndThenOnlyTheOldestUnit() {
        queue(1, 1);
        send(0, 1);
        queue(1);
        send(10, 1);
        assertFalse(isOverdue(TIMEOUT - 1));
        assertTrue(isOverdue(TIMEOUT));
        assertEquals(TIMEOUT - 11, sender.untilOverdue(11, TIMEOUT));
        // Two packets of one round, because the first is full after one unit.
        int room = UnitHeader.MAX + 1;
        assertEquals(List.of(), numbers(packet(TIMEOUT, 1, room - 1)));
        assertEquals(List.of(0), numbers(packet(TIMEOUT, 1, room)));
        assertTrue(isOverdue(TIMEOUT));
        assertEquals(List.of(1), send(TIMEOUT, 1));
        assertFalse(isOverdue(TIMEOUT));
        // The second round lasts twice as long.
        assertEquals(2 * TIMEOUT - 1, sender.untilOverdue(TIMEOUT + 1, TIMEOUT));
        assertFalse(isOverdue(3 * TIMEOUT - 1));
        assertTrue(isOverdue(3 * TIMEOUT));
        assertEquals(List.of(0), send(3 * TIMEOUT, 1));
        assertEquals(4 * TIMEOUT, sender.untilOverdue(3 * TIMEOUT, TIMEOUT));
        assertFalse(isOverdue(7 * TIMEOUT - 1));
        assertEquals(List.of(0), send(7 * TIMEOUT, 1));
        // An answer ends it.
        acknowledge(1, 0, 0);
        assertTrue(isOverdue(7 * TIMEOUT));
        assertEquals(List.of(1, 2), send(7 * TIMEOUT, 1));
        assertEquals(2 * TIMEOUT - 1, sender.untilOverdue(7 * TIMEOUT + 1, TIMEOUT));
        acknowledge(3, 0, 0);
        assertEquals(Long.MAX_VALUE, sender.untilOverdue(7 * TIMEOUT, TIMEOUT));
    }

    @Test
    void aTimeoutMayEndAfterTheClockHasWrapped() {
        long sent = Long.MAX_VALUE - 5;
        queue(1);
        send(sent, 1);
        assertEquals(TIMEOUT - 1, sender.untilOverdue(sent + 1, TIMEOUT));
        assertEquals(List.of(), send(sent + 1, 1));
        assertEquals(List.of(), send(sent + TIMEOUT - 1, 1));
        assertEquals(List.of(0), send(sent + TIMEOUT, 1));
    }

    @Test
    void whatIsOnItsWayIsBounded() {
        assertFalse(sender.mayBegin());
        queue(IntStream.range(0, Link.WINDOW + 1).map(i -> 1).toArray());
        assertTrue(sender.mayBegin());
        assertEquals(IntStream.range(0, Link.WINDOW).boxed().toList(), send(0, 1));
        assertFalse(sender.mayBegin());
        acknowledge(1, 0, 0);
        assertEquals(List.of(Link.WINDOW), send(0, 1));
        acknowledge(Link.WINDOW + 1, 0, 0);
        queue(IntStream.range(0, 65).map(i -> 1_024).toArray());
        assertEquals(64, send(0, 1).size());
        assertFalse(sender.mayBegin());
        acknowledge(Link.WINDOW + 2, 0, 0);
        assertEquals(1, send(0, 1).size());
    }

    @Test
    void aMessageThatHasNoRoomChangesNothing() {
        queue(Packet.MAX_UNIT + 1);
        assertEquals(Packet.MAX_UNIT + 1, sender.queuedBytes);
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
        assertEquals(0, sender.queuedBytes);
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
        for (int sequence : new int[] {Link.WINDOW, -1, Link.WINDOW - 1}) {
            ByteBuffer unit = ByteBuffer.allocate(10);
            header.begin();
            header.write(unit, NUMBER, UnitHeader.LAST, sequence, 1);
            unit.put((byte) sequence);
            arrive(unit.flip(), 0);
        }
        queue(IntStream.range(0, Link.WINDOW - 1).map(i -> 1).toArray());
        arrive(packet(0, 1, ROOM), 0);
        assertEquals(Link.WINDOW, received.size());
        assertArrayEquals(new byte[] {(byte) (Link.WINDOW - 1)}, received.get(Link.WINDOW - 1));
    }

    /** Otherwise the bytes of the difference themselves would become a part of the message. */
    @Test
    void aDifferenceThatIsAPartOfALongMessageIsRefused() {
        int difference = UnitHeader.DIFFERENCE;
        for (int[] flags : new int[][] {{0, difference | UnitHeader.LAST}, {difference, UnitHeader.LAST}}) {
            receiver = new Lane(NUMBER, MAX_MESSAGE, Link.WINDOW, 1 << 14, false);
            ByteBuffer units = ByteBuffer.allocate(20);
            UnitHeader header = new UnitHeader();
            header.begin();
            header.write(units, NUMBER, flags[0], 0, 1);
            header.write(units.put((byte) 0), NUMBER, flags[1], 1, 1);
            units.put((byte) 0).flip();
            refusedWith("a difference must be a whole message", InvalidMessageException.class, () -> arrive(units, 0));
        }
    }

    /** Neither its beginning nor its end is, or is in, another message. */
    @Test
    void allOfAMessageThatIsTooLongIsRefused() throws InvalidMessageException {
        receiver = new Lane(NUMBER, 1_500, Link.WINDOW, 1 << 14, false);
        takes = false;
        queue(2_500);
        byte[] next = queue(300);
        arrive(packet(0, 1, ROOM), 0);
        refusedWith("a message must have at most 1500 bytes, had more", InvalidMessageException.class, this::take);
        take();
        assertEquals(1, received.size());
        assertArrayEquals(next, received.get(0));
    }

    @Test
    void ofWhatIsNotTakenOnlyTheOldestIsSentAgain() throws InvalidMessageException {
        takes = false;
        queue(1, 1, 1);
        ByteBuffer first = packet(0, 1, UnitHeader.MAX + 1);
        arrive(first, 0);
        assertFalse(acknowledges, "not before it is taken");
        arrive(packet(0, 1, ROOM), 0);
        assertTrue(acknowledges, "one before is not taken");
        acknowledge(0, 9);
        assertEquals(1, sender.queuedBytes);
        assertFalse(isOverdue(TIMEOUT - 1), "it has arrived");
        assertEquals(List.of(0), send(TIMEOUT, 1));
        take();
        assertEquals(3, received.size());
        acknowledge(1_000_000_000, 9);
        assertTrue(sender.allDelivered());
        acknowledges = false;
        arrive(first.rewind(), 0);
        assertTrue(acknowledges, "the other side has not heard that it was taken");
        assertEquals(0, receiver.writeAck(ByteBuffer.allocate(10), 500_000_000));
    }

    /** It may lie about what it lacks. */
    @Test
    void aPeerGetsOnlyFewCopiesOfAUnitThatItAsksFor() {
        sender = new Lane(NUMBER, MAX_MESSAGE, 4, 4, true);
        queue(1);
        int sent = 0;
        for (int now = 0; now < TIMEOUT; now++) {
            sent += send(now, 1).size();
            acknowledge(0, 0, packets);
        }
        assertEquals(4, sent);
    }

    @Test
    void whatIsSentOnceIsNotRepeatedAndKeepsNoOrder() throws InvalidMessageException {
        sender = new Lane(Packet.BULK, 4, 4, 4, true);
        receiver = new Lane(Packet.BULK, 4, 4, 4, true);
        takes = false;
        List<ByteBuffer> sent = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            assertTrue(sender.offer(ByteBuffer.wrap(new byte[] {1, 2, 3, (byte) i})));
            sent.add(packet(0, 3, ROOM));
            assertTrue(sender.allDelivered());
        }
        assertEquals(List.of(), send(10 * TIMEOUT, 3));
        for (int i : new int[] {5, 3, 0, 1, 4}) {
            arrive(sent.get(i), 0);
        }
        take();
        assertFalse(acknowledges || receiver.writeAck(ByteBuffer.allocate(10), 0) != 0);
        List<Integer> last = received.stream().map(bytes -> (int) bytes[3]).toList();
        assertEquals(List.of(5, 3, 0, 1), last, "there was no room for more");
        queue(5, 1, 1, 1);
        assertFalse(sender.offer(ByteBuffer.allocate(1)));
        arrive(packet(0, 3, ROOM), 0);
        assertThrows(InvalidMessageException.class, this::take, "longer than it accepts");
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
        refusedWith(
                "a message must have at most 2500 bytes, had more",
                InvalidMessageException.class,
                () -> arrive(packet(1, 1, ROOM), 0));
    }
}
