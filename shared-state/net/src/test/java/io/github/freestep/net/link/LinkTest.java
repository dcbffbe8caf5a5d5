package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.VirtualNetwork;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two sides over a network, and one side with packets that the test writes itself. */
class LinkTest {
    private static final long MILLI = 1_000_000;
    private static final int MAX_MESSAGE = 100_000;

    private Link link = new Link(7, MAX_MESSAGE, 0);
    private int numbers;
    private int sent;
    private short delivered;

    /** Two sides, each step 1 ms, with packets that take some steps. */
    private static final class Pair {
        final Link[] sides = {new Link(7, MAX_MESSAGE, 0), new Link(7, MAX_MESSAGE, 0)};
        final List<List<String>> received = List.of(new ArrayList<>(), new ArrayList<>());
        final VirtualNetwork<Integer> network = new VirtualNetwork<>(3);
        final VirtualNetwork.Way way = new VirtualNetwork.Way();
        long now;
        long bytes;

        void say(int side, int lane, String text) {
            assertTrue(sides[side].offer(lane, ByteBuffer.wrap(text.getBytes())));
        }

        void run(int millis) {
            way.delayNanos = 10 * MILLI;
            for (int i = 0; i < millis; i++) {
                now += MILLI;
                flush(0);
                flush(1);
                network.deliver(now, this::arrive);
            }
        }

        private void flush(int side) {
            sides[side].flush(now, packet -> {
                bytes += packet.remaining();
                network.send(packet, side, 1 - side, way, now);
            });
        }

        private void arrive(ByteBuffer packet, int from, int to, long arrivedNanos) {
            assertEquals(7, Packet.token(packet));
            try {
                sides[to].onPacket(packet, now);
                for (ByteBuffer message; (message = sides[to].take()) != null; ) {
                    received.get(to).add(new String(VirtualNetwork.copy(message)));
                }
            } catch (InvalidMessageException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static String text(int number, int length) {
        return (number + ":").repeat(length).substring(0, length);
    }

    @Test
    void keepsTheOrderOverALossyNetwork() {
        Pair pair = new Pair();
        pair.way.loss = 0.2;
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            sent.add(text(i, 1 + i % 7 * 500));
            pair.say(0, Packet.URGENT, sent.get(i));
            pair.say(1, Packet.URGENT, sent.get(i));
            pair.run(10);
        }
        pair.run(2_000);
        assertEquals(sent, pair.received.get(0));
        assertEquals(sent, pair.received.get(1));
        assertTrue(pair.sides[0].allDelivered());
        assertEquals(0, pair.sides[0].queuedBytes(Packet.URGENT));
    }

    @Test
    void bulkDoesNotDelayUrgentMessages() {
        Pair pair = new Pair();
        for (int i = 0; i < 100; i++) {
            pair.say(0, Packet.BULK, text(i, 10_000));
        }
        pair.run(30);
        pair.say(0, Packet.URGENT, "now");
        pair.run(12);
        assertTrue(pair.received.get(1).contains("now"));
        assertFalse(pair.received.get(1).contains(text(99, 10_000)));
        pair.run(2_000);
        assertEquals(101, pair.received.get(1).size());
    }

    @Test
    void sendsLittleIntoTheVoidAndGoesOnAfterwards() {
        Pair pair = new Pair();
        pair.run(100);
        pair.way.loss = 1;
        for (int i = 0; i < 100; i++) {
            pair.say(0, Packet.BULK, text(i, 10_000));
        }
        pair.run(200);
        pair.bytes = 0;
        pair.run(10_000);
        assertTrue(pair.bytes < 10 * 1_000 * 60, "bytes in 10 s: " + pair.bytes);
        pair.way.loss = 0;
        pair.run(3_000);
        assertEquals(100, pair.received.get(1).size());
    }

    @Test
    void survivesAnyBytes() {
        Random random = Seeds.random(1);
        for (int i = 0; i < 3_000; i++) {
            Link link = i % 2 == 0 ? new Link(7, 2_000, 0) : Link.quiet(7, 1_000, 32);
            ByteBuffer packet = ByteBuffer.allocate(Packet.MAX);
            byte[] noise = new byte[Packet.HEADER - 10 + random.nextInt(100)];
            random.nextBytes(noise);
            packet.put(Packet.MAGIC).put(Packet.VERSION).putLong(7).put(noise);
            if (random.nextBoolean()) {
                int length = random.nextInt(40);
                packet.put((byte) random.nextInt(4)).putInt(random.nextInt(3)).putShort((short) length);
                packet.put(new byte[length]);
            }
            packet.flip();
            assertEquals(7, Packet.token(packet));
            Packet.begins(packet);
            try {
                link.onPacket(packet, 1);
                for (int n = 0; n < 100 && link.take() != null; n++) {}
            } catch (InvalidMessageException e) {
                assertFalse(e.getMessage().isBlank());
            }
            link.flush(1_000, out -> {});
        }
    }

    @Test
    void doesNotAskToBeCalledAllTheTimeWhileTheOtherSideIsSilent() {
        for (int i = 0; i < 200; i++) {
            assertTrue(link.offer(Packet.URGENT, ByteBuffer.allocate(100)));
            link.flush(i * 16 * MILLI, packet -> {});
        }
        int calls = 0;
        for (long now = 4_000 * MILLI; now < 10_000 * MILLI; calls++) {
            long until = link.flush(now, packet -> {});
            assertTrue(until > 0, "at " + now + " in " + until);
            now += until;
        }
        assertTrue(calls <= 250, "calls " + calls);
    }

    /** Sends what is due. Returns the units of each packet as lane and sequence. */
    private List<String> flush(long now) {
        List<String> units = new ArrayList<>();
        link.flush(now, packet -> units.add(units(VirtualNetwork.copy(packet))));
        sent += units.size();
        return units;
    }

    private static String units(byte[] bytes) {
        ByteBuffer packet = ByteBuffer.wrap(bytes);
        packet.position(Packet.HEADER + Link.ackBytes(packet.get(10)));
        return String.join(" ", LaneTest.units(packet));
    }

    private void offer(int lane) {
        assertTrue(link.offer(lane, ByteBuffer.wrap(new byte[] {(byte) lane})));
    }

    /** Lets a packet of the other side arrive, with what follows its number. */
    private void arrive(long now, int flags, ByteBuffer rest) throws InvalidMessageException {
        ByteBuffer packet = ByteBuffer.allocate(Packet.MAX);
        packet.put(Packet.MAGIC).put(Packet.VERSION).putLong(7);
        packet.put((byte) flags).putShort((short) numbers++).put(rest);
        packet.flip();
        assertEquals(7, Packet.token(packet));
        link.onPacket(packet, now);
    }

    /** The other side has received packets up to one, the newest some time ago, and has lost a share of 255. */
    private void hears(long now, int newest, int held, int lost) throws InvalidMessageException {
        ByteBuffer times = ByteBuffer.allocate(5).putShort((short) newest).putShort((short) held);
        arrive(now, Packet.HEARD, times.put((byte) lost).flip());
    }

    @ParameterizedTest
    @CsvSource({"0, 2, 0", "1, 3, 0", "26, 6, 0", "153, 26, 0", "255, 26, 0", "0, 1, 32", "26, 6, 32"})
    void sendsAsManyCopiesAsTheLossNeeds(int lost, int copies, int capacity) throws InvalidMessageException {
        link = capacity == 0 ? link : Link.quiet(7, MAX_MESSAGE, capacity);
        offer(Packet.URGENT);
        flush(0);
        hears(1, 0, 0, lost);
        offer(Packet.URGENT);
        int packetsWithIt = 0;
        for (int i = 1; i < 31; i++) {
            offer(Packet.URGENT);
            List<String> units = List.of(flush(i * MILLI).get(0).split(" "));
            packetsWithIt += units.contains("0:1") ? 1 : 0;
        }
        assertEquals(copies, packetsWithIt);
    }

    @ParameterizedTest
    @CsvSource({"0, 20", "32, 0"})
    void anAcknowledgementOfAMatchWaitsForAPacketThatGoesAnyway(int capacity, int millis)
            throws InvalidMessageException {
        link = capacity == 0 ? link : Link.quiet(7, MAX_MESSAGE, capacity);
        flush(0);
        arrive(10 * MILLI, 0, ByteBuffer.wrap(new byte[] {UnitHeader.LAST, 0, 0, 1, 5}));
        assertEquals(5, link.take().get());
        assertEquals(List.of(), flush((10 + millis) * MILLI - 1));
        assertEquals(List.of(""), flush((10 + millis) * MILLI));
    }

    @Test
    void aQuietLinkRepeatsAfter30Millis() {
        link = Link.quiet(7, MAX_MESSAGE, 32);
        offer(Packet.URGENT);
        assertEquals(List.of("0:0"), flush(0));
        assertEquals(List.of(), flush(30 * MILLI - 1));
        assertEquals(List.of("0:0"), flush(30 * MILLI));
    }

    /**
     * Sends a message at a time, and once more with the next sign of life. Returns how long after that it is resent.
     */
    private long sentAgainAfter(long now) throws InvalidMessageException {
        offer(Packet.URGENT);
        flush(now);
        long copied = now + 50 * MILLI;
        assertEquals(1, flush(copied).size());
        long again = copied;
        List<String> units = List.of();
        while (units.isEmpty() || units.get(0).isEmpty()) {
            again += MILLI;
            units = flush(again);
        }
        delivered++;
        arrive(
                again,
                Packet.ackFlag(0),
                ByteBuffer.allocate(2).putShort(delivered).flip());
        assertTrue(link.allDelivered());
        return again - copied;
    }

    @Test
    void sendsAgainAfterATimeoutThatFollowsTheRoundTrips() throws InvalidMessageException {
        assertEquals(240 * MILLI, sentAgainAfter(0));
        flush(1_000 * MILLI);
        hears(1_100 * MILLI, sent - 1, 1_250, 0);
        assertEquals(80 * MILLI, link.roundTripNanos(), "20 ms of them at the other side");
        assertEquals((80 + 4 * 40 + 40) * MILLI, sentAgainAfter(2_000 * MILLI));
        flush(3_000 * MILLI);
        hears(3_160 * MILLI, sent - 1, 0, 0);
        assertEquals(90 * MILLI, link.roundTripNanos());
        assertEquals((90 + 4 * 50 + 40) * MILLI, sentAgainAfter(4_000 * MILLI));
        flush(5_000 * MILLI);
        hears(15_000 * MILLI, sent - 1, 0, 0);
        assertEquals(1_000 * MILLI, sentAgainAfter(16_000 * MILLI));
    }

    @ParameterizedTest
    @ValueSource(longs = {-60_000_000_000L, 60_000_000_000L, Long.MAX_VALUE - 10_000_000, Long.MAX_VALUE - 65_000_000})
    void theClockMayBeginAnywhereAndWrap(long start) throws InvalidMessageException {
        link = new Link(7, MAX_MESSAGE, start);
        assertEquals(5, link.unheardNanos(start + 5), "since the beginning");
        assertNotNull(link.next(start));
        assertNull(link.next(start + 1));
        assertNull(link.next(start + 50 * MILLI - 1));
        assertNotNull(link.next(start + 50 * MILLI), "a sign of life");
        long now = start + 60 * MILLI;
        assertTrue(link.offer(Packet.ROUTINE, ByteBuffer.allocate(1)));
        arrive(now, 0, ByteBuffer.wrap(new byte[] {UnitHeader.LAST, 0, 0, 1, 5}));
        assertEquals(5, link.take().get());
        assertNull(link.next(now));
        assertEquals(20 * MILLI, link.flush(now, packet -> {}), "what waits for a packet that goes anyway");
        assertNotNull(link.next(now + 20 * MILLI));
    }

    @Test
    void onlyTrueTimesAreMeasured() throws InvalidMessageException {
        for (int i = 0; i < 3; i++) {
            flush(i * 100 * MILLI);
        }
        hears(210 * MILLI, 3, 0, 255);
        hears(210 * MILLI, -1, 0, 255);
        assertEquals(-1, link.roundTripNanos(), "packets that were never sent");
        hears(210 * MILLI, 0, 0xFFFF, 0);
        assertEquals(-1, link.roundTripNanos(), "held for too long to be said");
        hears(210 * MILLI, 1, 0xFFFE, 0);
        assertEquals(-1, link.roundTripNanos(), "held for longer than the round trip");
        hears(210 * MILLI, 1, 0, 0);
        assertEquals(-1, link.roundTripNanos(), "known before");
        hears(60_200 * MILLI + 1, 2, 0, 0);
        assertEquals(-1, link.roundTripNanos(), "more than a minute");
        flush(70_000 * MILLI);
        hears(130_000 * MILLI, 3, 0, 0);
        assertEquals(60_000 * MILLI, link.roundTripNanos());
    }
}
