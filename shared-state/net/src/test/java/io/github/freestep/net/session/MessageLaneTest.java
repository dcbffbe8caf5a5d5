package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Seeds;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages over a line that loses, repeats and reorders, on a virtual clock. */
class MessageLaneTest {
    private static final byte[] KEY = new byte[16];
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final InetSocketAddress ADDRESS = LinkRig.address(1);

    /** A datagram under way: a greeting or a reply, or one of a lane. */
    private record Flying(ByteBuffer bytes, boolean toServer, boolean isMessage, long atNanos) {}

    /** A server and a client whose datagrams take 0 to 80 ms. */
    private static final class Line {
        private final List<Flying> flying = new ArrayList<>();
        private final byte @Nullable [] key;
        private final SplittableRandom random;
        private final ClientLink client;
        private ServerLink server;
        private InetSocketAddress address = ADDRESS;
        private double loss = 0.2;
        private double repeats = 0.1;
        private long now = SECOND;

        Line(byte @Nullable [] key, long seed) {
            this.key = key;
            random = Seeds.splittable(seed);
            client = new ClientLink(key, new ClientInput(() -> now), random::nextLong, 1);
            restart();
        }

        void restart() {
            server = new ServerLink(random.nextLong(), key, null, random::nextLong, now);
        }

        private void fly(ByteBuffer datagram, boolean toServer, boolean isMessage) {
            for (boolean again = true; again; again = random.nextDouble() < repeats) {
                if (random.nextDouble() >= loss) {
                    ByteBuffer copy = ByteBuffer.allocate(datagram.remaining()).put(datagram.duplicate());
                    flying.add(new Flying(copy.flip(), toServer, isMessage, now + random.nextLong(80 * MILLI)));
                }
            }
        }

        void arrive(Flying each) {
            if (each.toServer && each.isMessage) {
                server.receiveMessage(each.bytes, address);
            } else if (each.toServer) {
                ByteBuffer reply = server.receive(each.bytes, address, now);
                if (reply != null) {
                    fly(reply, false, false);
                }
            } else if (each.isMessage) {
                client.hearMessage(each.bytes);
            } else {
                client.hear(each.bytes, now);
            }
        }

        void step() {
            now += MILLI;
            ByteBuffer greeting = client.next(now, 0, false);
            if (greeting != null) {
                fly(greeting, true, false);
            }
            for (ByteBuffer each; (each = client.nextMessage(now)) != null; ) {
                fly(each, true, true);
            }
            server.sendMessages(now, (datagram, to) -> {
                assertEquals(address, to);
                fly(datagram, false, true);
            });
            server.expire(now);
            List<Flying> due =
                    flying.stream().filter(each -> each.atNanos <= now).toList();
            flying.removeAll(due);
            due.forEach(this::arrive);
        }

        void run(long nanos) {
            for (long end = now + nanos; now < end; ) {
                step();
            }
        }

        MessageLane lane() {
            return server.admitted().get(0).lane;
        }
    }

    private static byte[] message(int number, boolean reliable) {
        ByteBuffer message = ByteBuffer.allocate(5 + number % (MessageLane.MOST_BYTES - 4));
        return message.putInt(number).put((byte) (reliable ? 1 : 0)).array();
    }

    /** Sends numbered messages, and checks what has come of those of the other end. */
    private static final class End {
        private final boolean once;
        private final Set<Integer> unreliable = new HashSet<>();
        private int sent;
        private int taken;

        /** @param once whether an unreliable message comes at most once */
        End(boolean once) {
            this.once = once;
        }

        void step(MessageLane lane, SplittableRandom random, int most) {
            if (sent < most && random.nextInt(4) == 0 && lane.send(message(sent, true), true)) {
                sent++;
                lane.send(message(sent, false), false);
            }
            if (random.nextInt(8) == 0) {
                for (byte[] message; (message = lane.take()) != null; ) {
                    ByteBuffer fields = ByteBuffer.wrap(message);
                    int number = fields.getInt();
                    boolean reliable = fields.get() == 1;
                    assertEquals(message(number, reliable).length, message.length);
                    if (reliable) {
                        assertEquals(taken++, number, "in order and once");
                    } else {
                        assertTrue(unreliable.add(number) || !once, "once");
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void reliableMessagesArriveOnceAndInOrder(boolean keyed) {
        for (int seed = 1; seed <= 5; seed++) {
            Line line = new Line(keyed ? KEY : null, seed);
            line.run(SECOND);
            End server = new End(keyed);
            End client = new End(keyed);
            for (int i = 0; i < 60_000 && (server.taken < 300 || client.taken < 300); i++) {
                line.step();
                server.step(line.lane(), line.random, 300);
                client.step(line.client.lane, line.random, 300);
            }
            assertEquals(300, server.taken, "seed " + seed);
            assertEquals(300, client.taken, "seed " + seed);
            assertTrue(server.unreliable.size() > 150 && client.unreliable.size() > 150);
            line.loss = 0;
            line.run(SECOND);
            int ignored = line.flying.size();
            line.run(SECOND);
            assertTrue(ignored < 20 && line.flying.size() < 20, "nothing is repeated once it was taken");
        }
    }

    @Test
    void whatIsNotTakenBoundsWhatCanBeSent() {
        Line line = new Line(KEY, 1);
        line.run(SECOND);
        MessageLane lane = line.lane();
        for (int i = 0; i < MessageLane.CAPACITY; i++) {
            assertTrue(lane.send(message(i, true), true));
            assertTrue(lane.send(message(i, false), false));
        }
        assertFalse(lane.send(message(0, true), true));
        assertFalse(lane.send(message(0, false), false));
        line.run(5 * SECOND);
        assertFalse(lane.send(message(0, true), true));
        assertTrue(lane.send(message(0, false), false), "they were sent");
        for (int i = 0; i < MessageLane.CAPACITY; i++) {
            assertEquals(i, ByteBuffer.wrap(line.client.lane.take()).getInt());
        }
        line.run(2 * SECOND);
        assertTrue(lane.send(message(32, true), true));
        byte[] tooLong = new byte[MessageLane.MOST_BYTES + 1];
        assertThrows(IllegalArgumentException.class, () -> lane.send(tooLong, true));
        line.run(10 * SECOND);
        int unreliable = 0;
        for (byte[] message; (message = line.client.lane.take()) != null; ) {
            unreliable += message[4] == 0 ? 1 : 0;
        }
        assertTrue(unreliable <= MessageLane.CAPACITY, "further ones were dropped, but were " + unreliable);
    }

    /** Of a former run, not even what was captured comes; nor of a client that the server has forgotten meanwhile. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingComesFromBeforeARestart(boolean ofServer) {
        Line line = new Line(ofServer ? KEY : null, 2);
        line.loss = 0;
        line.run(SECOND);
        MessageLane former = line.lane();
        former.send(message(1, true), true);
        line.client.lane.send(message(2, true), true);
        line.step();
        List<Flying> captured =
                line.flying.stream().filter(each -> each.isMessage).toList();
        assertTrue(captured.size() >= 2);
        line.flying.clear();
        if (ofServer) {
            line.restart();
        } else {
            line.server.expire(line.now + 11 * SECOND);
            assertEquals(List.of(), line.server.admitted());
        }
        line.run(SECOND);
        captured.forEach(line::arrive);
        assertNull(line.lane().take());
        assertNull(line.client.lane.take());
        line.run(SECOND);
        assertNull(line.lane().take(), "what was not taken is lost");
        assertNull(line.client.lane.take(), "what was not taken is lost");
        line.lane().send(message(3, true), true);
        line.run(SECOND);
        assertEquals(3, ByteBuffer.wrap(line.client.lane.take()).getInt());
    }

    @Test
    void messagesGoOnFromAnotherAddressOfTheSamePlace() {
        Line line = new Line(KEY, 3);
        line.loss = 0;
        line.run(SECOND);
        line.client.lane.send(message(1, true), true);
        line.step();
        line.flying.removeIf(each -> each.isMessage);
        line.address = LinkRig.address(2);
        line.flying.clear();
        for (int i = 0; i < 1_000 && !line.server.admitted().get(0).address.equals(line.address); i++) {
            line.now += MILLI;
            ByteBuffer greeting = line.client.next(line.now, 0, false);
            ByteBuffer reply = greeting == null ? null : line.server.receive(greeting, line.address, line.now);
            if (reply != null) {
                line.client.hear(reply, line.now);
            }
        }
        line.run(SECOND);
        assertEquals(1, ByteBuffer.wrap(line.lane().take()).getInt());
    }

    @Test
    void withoutTheTicketOrTheKeyOrFromAnotherAddressNothingIsTaken() {
        for (byte[] key : new byte[][] {null, KEY}) {
            Line line = new Line(key, 4);
            line.loss = 0;
            line.repeats = 0;
            line.run(SECOND);
            line.client.lane.send(message(1, true), true);
            line.lane().send(message(2, true), true);
            line.step();
            List<Flying> messages =
                    line.flying.stream().filter(each -> each.isMessage).toList();
            line.flying.clear();
            assertEquals(2, messages.size());
            long before = line.server.ignored;
            for (Flying each : messages) {
                if (each.toServer) {
                    line.server.receiveMessage(each.bytes, LinkRig.address(9));
                }
                for (int at = 0; at < (key == null ? 5 : each.bytes.remaining()); at++) {
                    ByteBuffer forged = ByteBuffer.wrap(each.bytes.array().clone());
                    forged.put(at, (byte) (forged.get(at) ^ 0x40));
                    line.arrive(new Flying(forged, each.toServer, true, 0));
                }
                for (int length = 0; length < MessageLane.HEADER; length++) {
                    line.arrive(new Flying(each.bytes.duplicate().limit(length), each.toServer, true, 0));
                }
            }
            assertTrue(line.server.ignored > before + 5);
            assertNull(line.lane().take());
            assertNull(line.client.lane.take());
            messages.forEach(line::arrive);
            messages.forEach(line::arrive);
            assertEquals(1, ByteBuffer.wrap(line.lane().take()).getInt());
            assertEquals(2, ByteBuffer.wrap(line.client.lane.take()).getInt());
            assertNull(line.lane().take());
        }
    }
}
