package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of the two ends of a link, which loses, repeats and reorders. */
class MessageLaneTest {
    private static LinkRig joined(int seed) {
        return new LinkRig(seed).run(1_000);
    }

    private static byte[] message(int number) {
        return ByteBuffer.allocate(4 + number * 31 % (MessageLane.MOST_BYTES - 3))
                .putInt(number)
                .array();
    }

    private static int number(byte[] message) {
        int number = ByteBuffer.wrap(message).getInt();
        assertEquals(message(number).length, message.length);
        return number;
    }

    @Test
    void messagesOfBothEndsArrive() {
        LinkRig rig = new LinkRig(1);
        // The server's clock wraps in 2 s.
        rig.nowNanos = Long.MAX_VALUE - LinkRig.OFFSET - 2_000_000_000L;
        rig.run(1_000);
        rig.way.loss = 0.2;
        rig.way.duplicates = 0.1;
        rig.way.jitterNanos = 80_000_000;
        List<MessageLane> lanes = List.of(rig.lane(), rig.client.lane);
        int[] sent = new int[2];
        int[] taken = new int[2];
        Set<Integer> once = new HashSet<>();
        for (int millis = 0; millis < 60_000 && taken[0] + taken[1] < 600; millis++) {
            rig.run(1);
            for (int end = 0; end < 2; end++) {
                if (millis % 8 == 0 && sent[end] < 300 && lanes.get(end).send(message(sent[end]), true)) {
                    sent[end]++;
                    lanes.get(end).send(message(1_000 * (end + 1) + sent[end]), false);
                }
                for (byte[] message; (message = lanes.get(1 - end).take()) != null; ) {
                    int number = number(message);
                    if (number < 1_000) {
                        assertEquals(taken[end]++, number, "in order and once");
                    } else {
                        assertTrue(once.add(number), "once");
                    }
                }
            }
        }
        assertEquals(600, taken[0] + taken[1]);
        assertTrue(once.size() > 300, "came " + once.size());
        rig.way.loss = 0;
        assertTrue(rig.client.lane.send(message(300), true));
        rig.run(200);
        assertEquals(300, number(rig.lane().take()));
        rig.run(1_000);
        int before = rig.messagesToClient.size() + rig.messagesToServer.size();
        rig.run(2_000);
        assertEquals(before, rig.messagesToClient.size() + rig.messagesToServer.size(), "silent once all is taken");
    }

    @Test
    void whatIsNotTakenBoundsWhatCanBeSent() {
        LinkRig rig = joined(2);
        rig.way.keepsOrder = true;
        MessageLane lane = rig.lane();
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < MessageLane.CAPACITY; i++) {
                assertTrue(lane.send(message(i), true));
                assertTrue(lane.send(message(i), false));
            }
            assertFalse(lane.send(message(0), true));
            assertFalse(lane.send(message(0), false));
            rig.run(1_000);
            assertFalse(lane.send(message(0), true));
            assertTrue(lane.send(message(32), false), "they were sent");
            int sent = rig.messagesToClient.size();
            rig.run(10_000);
            assertTrue(rig.messagesToClient.size() - sent < 25, "only the oldest is repeated");
            for (int i = 0; i < 2 * MessageLane.CAPACITY; i++) {
                assertEquals(i % MessageLane.CAPACITY, number(rig.client.lane.take()), "those over it are dropped");
            }
            assertNull(rig.client.lane.take());
            rig.run(5);
        }
        byte[] tooLong = new byte[MessageLane.MOST_BYTES + 1];
        assertThrows(IllegalArgumentException.class, () -> lane.send(tooLong, true));
    }

    /** Of a former run, not even what was captured comes; nor of a client that the server has forgotten meanwhile. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingComesFromBeforeARestart(boolean ofServer) {
        LinkRig rig = joined(3);
        rig.lane().send(message(1), true);
        rig.client.lane.send(message(2), true);
        rig.way.loss = 1;
        rig.run(10);
        rig.way.loss = 0;
        if (ofServer) {
            rig.restart();
        } else {
            assertEquals(List.of(), rig.outage(11_000).server.admitted());
        }
        rig.run(1_000);
        rig.arriveMessage(ByteBuffer.wrap(rig.messagesToServer.get(0)), rig.address);
        long ignored = rig.client.ignored();
        rig.arriveMessage(ByteBuffer.wrap(rig.messagesToClient.get(0)), null);
        assertEquals(ignored + 1, rig.client.ignored());
        rig.run(1_000);
        assertNull(rig.lane().take(), "what was not taken is lost");
        assertNull(rig.client.lane.take(), "what was not taken is lost");
        rig.lane().send(message(3), true);
        rig.client.lane.send(message(4), true);
        rig.run(100);
        assertEquals(3, number(rig.client.lane.take()));
        assertEquals(4, number(rig.lane().take()));
        rig.client.disconnect();
        assertFalse(rig.client.lane.send(message(5), true), "it has left");
    }

    @Test
    void messagesGoOnFromAnotherAddressOfTheSamePlace() {
        LinkRig rig = joined(4);
        rig.address = LinkRig.address(5);
        rig.client.lane.send(message(1), true);
        rig.run(2_000);
        assertEquals(List.of(rig.address), rig.admitted());
        assertEquals(1, number(rig.lane().take()));
    }

    @Test
    void withoutTheTicketOrTheKeyOrFromAnotherAddressNothingIsTaken() {
        LinkRig rig = joined(5);
        rig.way.loss = 1;
        rig.client.lane.send(message(1), true);
        rig.lane().send(message(2), true);
        rig.run(1);
        rig.arriveMessage(ByteBuffer.wrap(rig.messagesToServer.get(0)), LinkRig.address(9));
        assertNull(rig.lane().take());
        for (InetSocketAddress source : new InetSocketAddress[] {rig.address, null}) {
            byte[] datagram = (source == null ? rig.messagesToClient : rig.messagesToServer).get(0);
            for (int at = 0; at < datagram.length; at++) {
                byte[] forged = datagram.clone();
                forged[at] ^= 0x40;
                rig.arriveMessage(ByteBuffer.wrap(forged), source);
                rig.arriveMessage(ByteBuffer.wrap(datagram, 0, at), source);
            }
            rig.arriveMessage(ByteBuffer.wrap(datagram), source);
            rig.arriveMessage(ByteBuffer.wrap(datagram), source);
        }
        assertEquals(1, number(rig.lane().take()));
        assertNull(rig.lane().take());
        assertEquals(2, number(rig.client.lane.take()));
        assertNull(rig.client.lane.take());
    }
}
