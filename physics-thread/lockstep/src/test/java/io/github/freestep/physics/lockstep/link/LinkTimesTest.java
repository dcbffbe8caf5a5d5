package io.github.freestep.physics.lockstep.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When one side of a link sends, and what, with packets of the other side that the test writes itself. */
class LinkTimesTest {
    private static final long MILLI = 1_000_000;
    private static final long TOKEN = 7;
    private static final int MAX_MESSAGE = 10_000;

    private final Link link = new Link(TOKEN, MAX_MESSAGE, 0);
    private final Packet packets = new Packet();
    private int numbers;
    private int sent;
    private short delivered;

    /** Sends what is due. Returns the units of each packet as lane and sequence. */
    private List<String> flush(long now) {
        List<String> units = flush(link, now).stream().map(LinkTimesTest::units).toList();
        sent += units.size();
        return units;
    }

    private static List<byte[]> flush(Link link, long now) {
        List<byte[]> sent = new ArrayList<>();
        link.flush(now, packet -> {
            byte[] bytes = new byte[packet.remaining()];
            packet.get(bytes);
            sent.add(bytes);
        });
        return sent;
    }

    private static String units(byte[] bytes) {
        ByteBuffer packet = ByteBuffer.wrap(bytes).limit(bytes.length - Packet.CHECKSUM);
        int flags = packet.get(10);
        packet.position(Packet.HEADER + ((flags & Packet.HEARD) != 0 ? Packet.HEARD_BYTES : 0));
        for (int lane = 0; lane < Packet.LANES; lane++) {
            packet.position(packet.position()
                    + ((flags & Packet.ackFlag(lane)) != 0 ? Packet.ACK_BYTES : 0)
                    + ((flags & Packet.maskFlag(lane)) != 0 ? Packet.MASK_BYTES : 0));
        }
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
        return String.join(" ", units);
    }

    private void offer(int lane) {
        assertTrue(link.offer(lane, ByteBuffer.wrap(new byte[] {(byte) lane})));
    }

    /** Lets a packet of the other side arrive, with what follows its number. */
    private void arrive(long now, int flags, ByteBuffer rest) throws InvalidMessageException {
        ByteBuffer packet = ByteBuffer.allocate(Packet.MAX);
        packet.put(Packet.MAGIC).put(Packet.VERSION).putLong(TOKEN);
        packet.put((byte) flags).putShort((short) numbers++).put(rest);
        packets.seal(packet);
        assertEquals(TOKEN, packets.token(packet));
        link.onPacket(packet, now, message -> {});
    }

    /** The other side has received packets up to one, the newest some time ago, and has lost a share of 255. */
    private void hears(long now, int newest, int held, int lost) throws InvalidMessageException {
        ByteBuffer times = ByteBuffer.allocate(5).putShort((short) newest).putShort((short) held);
        arrive(now, Packet.HEARD, times.put((byte) lost).flip());
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "1, 3", "26, 6", "153, 26", "255, 26"})
    void sendsAsManyCopiesAsTheLossNeeds(int lost, int copies) throws InvalidMessageException {
        flush(0);
        hears(1, 0, 0, lost);
        offer(Packet.URGENT);
        int packetsWithIt = 0;
        for (int i = 1; i < 32; i++) {
            offer(Packet.URGENT);
            List<String> units = List.of(flush(i * MILLI).get(0).split(" "));
            packetsWithIt += units.contains("0:0") ? 1 : 0;
        }
        assertEquals(copies, packetsWithIt);
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
