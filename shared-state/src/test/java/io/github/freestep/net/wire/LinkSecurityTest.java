package io.github.freestep.net.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinkSecurityTest {
    private final LinkRig rig = new LinkRig(3, true);
    private final byte[] text = "a piece or a baseline".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    @Test
    void nothingPassesBeforeTheServerHasAnswered() {
        assertNull(openPiece(piece()));
        assertNull(openBaseline(baseline()));
        assertEquals(2, rig.client.ignored());
        rig.run(200);
        assertTrue(rig.client.isConnected());
        assertArrayEquals(text, openPiece(piece()));
        assertArrayEquals(text, openBaseline(baseline()));
        assertEquals(2, rig.client.ignored());
    }

    @Test
    void replaysOfPiecesAndBaselinesAreIgnored() {
        rig.run(200);
        byte[] piece = piece();
        byte[] baseline = baseline();
        assertNotNull(openPiece(piece));
        assertNotNull(openBaseline(baseline));
        assertNull(openPiece(piece));
        assertNull(openBaseline(baseline));
        assertNull(openPiece(baseline()), "wrong stream");
        assertNull(openBaseline(piece()), "wrong stream");
        assertEquals(4, rig.client.ignored());
    }

    @Test
    void anOldRunIsOfNoUseAgainstTheClient() {
        rig.run(200);
        List<byte[]> captured = List.of(piece(), piece(), baseline(), baseline());
        assertNotNull(openBaseline(captured.get(2)));
        rig.restart();
        rig.run(300);
        assertNotNull(openPiece(piece()));
        assertNotNull(openBaseline(baseline()));
        for (byte[] old : captured) {
            assertNull(openPiece(old));
            assertNull(openBaseline(old));
        }
        List<byte[]> replies = new ArrayList<>(rig.toClient);
        long lost = rig.client.input().lost();
        for (byte[] old : replies) {
            assertNull(openPiece(old));
        }
        assertNotNull(openPiece(piece()), "still in the new run");
        assertNull(openPiece(captured.get(1)));
        assertEquals(lost, rig.client.input().lost());
    }

    /** So that a receiver does not take it for a sign of life. */
    @Test
    void aReplyOfAnOldRunIsCountedAsIgnored() {
        rig.run(200);
        byte[] old = rig.toClient.get(rig.toClient.size() - 1);
        rig.restart();
        rig.run(300);
        long ignored = rig.client.ignored();
        assertNull(openPiece(old));
        assertEquals(ignored + 1, rig.client.ignored());
    }

    /** The times of the new run are unknown, and those of the old one are of no use in it. */
    @Test
    void noInputIsAcceptedFromTheReplyOfANewRunUntilItsTimesAreKnown() {
        rig.run(200);
        assertTrue(rig.client.input().isConnected());
        rig.restart();
        rig.server.receive(rig.client.next(rig.nowNanos += 200_000_000, 0, true), rig.nowNanos);
        assertNull(rig.client.openPiece(rig.server.reply(rig.nowNanos)));
        assertFalse(rig.client.input().action(1, 1));
        rig.client.next(rig.nowNanos, 0, true);
        assertTrue(rig.client.input().action(1, 1));
    }

    @Test
    void inputIsNotSentWhileTimesAreUnknown() {
        LinkRig plain = new LinkRig(4, false);
        plain.run(200);
        plain.client.input().action(1, 1);
        assertEquals(0, ClientFormat.inputs(plain.client.next(plain.nowNanos += 200_000_000, 0, false)));
        assertNull(plain.client.next(plain.nowNanos += 50_000_000, 0, false), "a greeting is enough");
        assertEquals(1, ClientFormat.inputs(plain.client.next(plain.nowNanos += 200_000_000, 0, true)));
    }

    /** The last replies of the old run contain the challenge with which the client waits for the new one. */
    @Test
    void repliesOfTheLastRunDoNotBringItBack() {
        rig.run(1_000);
        List<byte[]> replies = new ArrayList<>(rig.toClient);
        byte[] unseen = piece();
        rig.restart();
        rig.run(300);
        for (int i = replies.size() - 1; i >= 0; i--) {
            openPiece(replies.get(i));
        }
        assertNull(openPiece(unseen));
        assertNotNull(openPiece(piece()));
    }

    @Test
    void capturedInputIsNotAppliedTwice() {
        rig.run(200);
        rig.client.input().action(1, 1);
        rig.run(100);
        assertEquals(1, rig.taken.size());
        replayAllInput();
        assertEquals(1, rig.taken.size(), "in the same run");
        rig.outage(10_500);
        assertEquals(0, rig.server.clients());
        replayAllInput();
        assertEquals(1, rig.taken.size(), "after the client has left");
        rig.restart();
        replayAllInput();
        assertEquals(1, rig.taken.size(), "in another run");
    }

    /** Without a key there are no windows, so only tickets and sequences protect. */
    @Test
    void repeatedInputIsNotAppliedTwiceWithoutAKey() {
        LinkRig plain = new LinkRig(4, false);
        plain.run(200);
        plain.client.input().action(1, 1);
        plain.run(100);
        for (int round = 0; round < 3; round++) {
            plain.toServer.forEach(old -> plain.server.receive(ByteBuffer.wrap(old), plain.nowNanos + LinkRig.OFFSET));
            assertEquals(1, plain.taken.size());
            plain.outage(10_500);
        }
    }

    /** A reply has room for fewer. */
    @Test
    void allOfManyClientsAreAnswered() {
        List<ClientLink> clients = new ArrayList<>();
        for (int i = 0; i < Clients.CAPACITY; i++) {
            clients.add(rig.newClient());
        }
        for (int i = 0; i < 100; i++) {
            rig.nowNanos += 1_000_000;
            for (ClientLink client : clients) {
                ByteBuffer hello = client.next(rig.nowNanos, LinkRig.OFFSET, true);
                if (hello != null) {
                    rig.server.receive(hello, rig.nowNanos + LinkRig.OFFSET);
                }
            }
            ByteBuffer reply = rig.server.reply(rig.nowNanos + LinkRig.OFFSET);
            if (reply != null) {
                assertTrue(reply.remaining() <= StateEncoder.MAX_DATAGRAM + ServerLink.OVERHEAD);
                clients.forEach(client -> client.openPiece(reply));
            }
        }
        byte[] piece = piece();
        for (ClientLink client : clients) {
            assertNotNull(client.openPiece(ByteBuffer.wrap(piece)));
        }
        assertEquals(Clients.CAPACITY, rig.server.clients());
    }

    @Test
    void replayedGreetingsDoNotHoldPlacesForLong() {
        List<byte[]> greetings = greetings(Clients.CAPACITY);
        greetings.forEach(this::receive);
        assertEquals(Clients.CAPACITY, rig.server.clients());
        byte[] another = greetings(1).get(0);
        receive(another);
        assertEquals(Clients.CAPACITY, rig.server.clients());
        assertEquals(1, rig.server.ignored());
        rig.outage(2_001);
        receive(another);
        assertTrue(rig.server.clients() <= 2, "that one, and the rig's: " + rig.server.clients());
    }

    @Test
    void aPlaceThatIsTakenAgainIsHeldBrieflyAsWell() {
        rig.run(500);
        rig.outage(10_500);
        receive(greetings(1).get(0));
        assertEquals(1, rig.server.clients());
        for (int i = 0; i < 2_001; i++) {
            rig.nowNanos += 1_000_000;
            rig.server.reply(rig.nowNanos + LinkRig.OFFSET);
        }
        assertEquals(0, rig.server.clients());
    }

    /** The window of a client's counters is that of one salt. */
    @Test
    void aClientHasOneSalt() {
        receive(LinkRig.copy(clientWithSalt(1).next(0, 0, true)));
        assertEquals(0, rig.server.ignored());
        receive(LinkRig.copy(clientWithSalt(2).next(0, 0, true)));
        assertEquals(1, rig.server.ignored());
        receive(LinkRig.copy(clientWithSalt(1).next(0, 0, true)));
        assertEquals(2, rig.server.ignored(), "a replay");
        assertEquals(1, rig.server.clients());
    }

    private static ClientLink clientWithSalt(long salt) {
        long[] numbers = {salt, 77, 88};
        int[] next = new int[1];
        return ClientLink.of(LinkRig.KEY, () -> 0, () -> numbers[next[0]++], 5);
    }

    @Test
    void anotherKeyIsIgnoredOnBothSides() {
        byte[] other = LinkRig.KEY.clone();
        other[0]++;
        ClientLink stranger = ClientLink.of(other, () -> 0);
        rig.server.receive(stranger.next(0, 0, true), 0);
        assertEquals(0, rig.server.clients());
        assertEquals(1, rig.server.ignored());
        rig.run(150);
        assertNull(stranger.openPiece(ByteBuffer.wrap(rig.toClient.get(0))));
        assertNull(stranger.openBaseline(ByteBuffer.wrap(baseline())));
        assertEquals(2, stranger.ignored());
        assertFalse(stranger.isConnected());
    }

    @Test
    void aKeyOnOneSideOnlyIsIgnored() {
        ClientLink plain = ClientLink.of(null, () -> 0);
        rig.server.receive(plain.next(0, 0, true), 0);
        assertEquals(0, rig.server.clients());
        ServerLink open = ServerLink.of(1, null);
        open.receive(rig.client.next(0, 0, true), 0);
        assertEquals(0, open.clients());
        assertEquals(1, open.ignored());
    }

    /** The first byte of a sealed datagram is random, so it may look like a reply. */
    @Test
    void withoutAKeyAReplyToNoOneIsIgnored() {
        LinkRig open = new LinkRig(1, false);
        ByteBuffer foreign = ByteBuffer.allocate(ReplyFormat.HEADER + ReplyFormat.ENTRY);
        ReplyFormat.begin(foreign, 1);
        ReplyFormat.entry(foreign, 2, 3, 4, 5);
        open.client.openPiece(foreign.flip());
        open.client.openPiece(ByteBuffer.wrap(new byte[] {(byte) Datagrams.REPLY, 1, 2, 3}));
        assertEquals(2, open.client.ignored());
        open.run(500);
        assertTrue(open.client.isConnected());
        open.client.openPiece(foreign);
        assertEquals(3, open.client.ignored());
    }

    @Test
    void withoutAKeyEverythingPasses() {
        ClientLink plain = ClientLink.of(null, () -> 0);
        ByteBuffer any = ByteBuffer.wrap(text);
        assertSame(any, plain.openPiece(any));
        assertSame(any, plain.openBaseline(any));
        ServerLink open = ServerLink.of(1, null);
        assertSame(any, open.sealPiece(any));
        assertSame(any, open.sealBaseline(any));
    }

    @Test
    void aServerWithoutInputRefusesIt() {
        ServerLink open = ServerLink.of(1, null);
        ClientLink plain = ClientLink.of(null, () -> 0);
        open.receive(plain.next(0, 0, true), 0);
        plain.openPiece(open.reply(0));
        open.receive(plain.next(0, 0, true), 0);
        plain.input().axis(0, 1);
        plain.input().action(0, 1);
        open.receive(plain.next(1_000_000_000, 0, true), 1_000_000_000);
        plain.openPiece(open.reply(1_000_000_000));
        assertEquals(2, plain.input().refusedByServer());
        assertEquals(2, open.refused());
        assertEquals(0, open.applied());
    }

    @Test
    void namesWhatIsWrong() {
        assertEquals(
                "axes must be 0 or more, was -1",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> ServerLink.of(1, null, -1, id -> {}, (c, v, n) -> true, (c, v, n) -> true))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> ServerLink.of(1, new byte[15]));
        assertThrows(IllegalArgumentException.class, () -> ClientLink.of(new byte[33], () -> 0));
    }

    private void replayAllInput() {
        new ArrayList<>(rig.toServer).forEach(this::receive);
        rig.outage(50);
    }

    private void receive(byte[] datagram) {
        rig.server.receive(ByteBuffer.wrap(datagram), rig.nowNanos + LinkRig.OFFSET);
    }

    private List<byte[]> greetings(int count) {
        List<byte[]> greetings = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            greetings.add(LinkRig.copy(rig.newClient().next(0, 0, true)));
        }
        return greetings;
    }

    private byte[] piece() {
        return LinkRig.copy(rig.server.sealPiece(ByteBuffer.wrap(text)));
    }

    private byte[] baseline() {
        return LinkRig.copy(rig.server.sealBaseline(ByteBuffer.wrap(text)));
    }

    private byte[] openPiece(byte[] sealed) {
        ByteBuffer plain = rig.client.openPiece(ByteBuffer.wrap(sealed));
        return plain == null ? null : LinkRig.copy(plain);
    }

    private byte[] openBaseline(byte[] sealed) {
        ByteBuffer plain = rig.client.openBaseline(ByteBuffer.wrap(sealed));
        return plain == null ? null : LinkRig.copy(plain);
    }
}
