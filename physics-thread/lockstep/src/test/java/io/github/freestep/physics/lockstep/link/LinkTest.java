package io.github.freestep.physics.lockstep.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.VirtualNetwork;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LinkTest {
    private static final long MILLI = 1_000_000;
    private static final int MAX_MESSAGE = 100_000;

    /** Two sides, each step 1 ms, with packets that take some steps. */
    private static final class Pair {
        final Link[] sides = {new Link(7, MAX_MESSAGE, 0), new Link(7, MAX_MESSAGE, 0)};
        final Packet packets = new Packet();
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
            assertEquals(7, packets.token(packet));
            try {
                sides[to].onPacket(
                        packet, now, message -> received.get(to).add(new String(VirtualNetwork.copy(message))));
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
    void survivesAnyBytesWithARightChecksum() {
        Random random = Seeds.random(1);
        Packet packets = new Packet();
        for (int i = 0; i < 3_000; i++) {
            Link link = new Link(7, 2_000, 0);
            ByteBuffer packet = ByteBuffer.allocate(Packet.MAX);
            byte[] noise = new byte[Packet.HEADER - 10 + random.nextInt(100)];
            random.nextBytes(noise);
            packet.put(Packet.MAGIC).put(Packet.VERSION).putLong(7).put(noise);
            if (random.nextBoolean()) {
                int length = random.nextInt(40);
                packet.put((byte) random.nextInt(4)).putInt(random.nextInt(3)).putShort((short) length);
                packet.put(new byte[length]);
            }
            packets.seal(packet);
            assertEquals(7, packets.token(packet));
            Packet.begins(packet);
            try {
                link.onPacket(packet, 1, message -> {});
            } catch (InvalidMessageException e) {
                assertFalse(e.getMessage().isBlank());
            }
            link.flush(1_000, out -> {});
        }
    }

    @Test
    void doesNotAskToBeCalledAllTheTimeWhileTheOtherSideIsSilent() {
        Link link = new Link(7, MAX_MESSAGE, 0);
        for (int i = 0; i < 200; i++) {
            assertTrue(link.offer(Packet.URGENT, ByteBuffer.allocate(100)));
            link.flush(i * 16 * MILLI, packet -> {});
        }
        int calls = 0;
        for (long now = 4_000 * MILLI; now < 10_000 * MILLI; calls++) {
            long next = link.flush(now, packet -> {});
            assertTrue(next > now, "at " + now + " for " + next);
            now = next;
        }
        assertTrue(calls <= 250, "calls " + calls);
    }
}
