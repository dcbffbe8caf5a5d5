package io.github.freestep.net.session;

import static io.github.freestep.net.link.RoomHeader.PIECE;
import static io.github.freestep.net.link.RoomHeader.STREAM;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.net.seal.DevelopmentKey;
import io.github.freestep.net.seal.NamedPlayers;
import io.github.freestep.net.seal.PlayerKeys;
import io.github.freestep.net.seal.Sealer;
import io.github.freestep.net.session.ServerLink.Limits;
import io.github.freestep.net.wire.Datagrams;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.VirtualNetwork;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LinkSecurityTest {
    private static final InetSocketAddress SOURCE = LinkRig.address(1);

    private final LinkRig rig = new LinkRig(3);
    private final byte[] text = "a piece or of the stream".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    @Test
    void nothingPassesBeforeTheServerHasAnswered() {
        assertNull(open(PIECE, sealed(PIECE)));
        assertNull(open(STREAM, sealed(STREAM)));
        assertEquals(2, rig.client.ignored());
        assertTrue(rig.run(200).client.joined);
        assertArrayEquals(text, open(PIECE, sealed(PIECE)));
        assertArrayEquals(text, open(STREAM, sealed(STREAM)));
        assertEquals(2, rig.client.ignored());
    }

    @Test
    void replaysOfPiecesAndOfTheStreamAreIgnored() {
        rig.run(200);
        byte[] piece = sealed(PIECE);
        byte[] ofStream = sealed(STREAM);
        assertNotNull(open(PIECE, piece));
        assertNotNull(open(STREAM, ofStream));
        assertNull(open(PIECE, piece));
        assertNull(open(STREAM, ofStream));
        assertNull(open(PIECE, sealed(STREAM)), "wrong stream");
        assertNull(open(STREAM, sealed(PIECE)), "wrong stream");
        assertEquals(4, rig.client.ignored());
    }

    /** A client begins with its oldest unacknowledged input, so a gap in the sequences is forged. */
    @Test
    void inputWithAnImpossibleSequenceIsNotApplied() {
        rig.run(500);
        ClientHeader header = new ClientHeader();
        assertTrue(header.read(rig.opened(rig.toServer.get(rig.toServer.size() - 1))));
        ByteBuffer forged = ByteBuffer.allocate(200);
        for (long sequence : new long[] {-1, 0, 2, Long.MIN_VALUE, Long.MAX_VALUE}) {
            header.firstSequence = sequence;
            header.write(forged);
            ClientHeader.input(forged, true, 1, 1, rig.nowNanos + LinkRig.OFFSET);
            ByteBuffer sealed = rig.sealedByClient(forged.flip());
            assertNull(rig.server.receive(sealed, SOURCE, rig.nowNanos + LinkRig.OFFSET));
        }
        assertEquals(List.of(), rig.taken);
        rig.client.input.action(1, 1);
        rig.run(20);
        assertEquals(1, rig.taken.size(), "the client's own sequence continues");
    }

    @Test
    void anOldRunIsOfNoUseAgainstTheClient() {
        rig.run(200);
        List<byte[]> captured = List.of(sealed(PIECE), sealed(PIECE), sealed(STREAM), sealed(STREAM));
        assertNotNull(open(STREAM, captured.get(2)));
        rig.restart();
        rig.run(300);
        assertNotNull(open(PIECE, sealed(PIECE)));
        assertNotNull(open(STREAM, sealed(STREAM)));
        for (byte[] old : captured) {
            assertNull(open(PIECE, old));
            assertNull(open(STREAM, old));
        }
        List<byte[]> replies = new ArrayList<>(rig.toClient);
        long lost = rig.client.input.lost();
        for (byte[] old : replies) {
            assertFalse(rig.client.hear(ByteBuffer.wrap(old), rig.nowNanos));
        }
        assertNotNull(open(PIECE, sealed(PIECE)), "still in the new run");
        assertNull(open(PIECE, captured.get(1)));
        assertEquals(lost, rig.client.input.lost());
    }

    @Test
    void aPacketOfAMatchCountsOnceAndInItsRunOnly() {
        rig.run(200);
        byte[] recorded = packet();
        byte[] packet = packet();
        assertArrayEquals(text, openPacket(packet));
        assertNull(openPacket(packet));
        rig.restart();
        rig.run(300);
        assertNull(openPacket(recorded));
        assertArrayEquals(text, openPacket(packet()));
    }

    private byte[] packet() {
        return VirtualNetwork.copy(rig.client.seal(ByteBuffer.wrap(text)));
    }

    private byte[] openPacket(byte[] sealed) {
        ByteBuffer packet = rig.server.openPacket(ByteBuffer.wrap(sealed), rig.server.at(SOURCE));
        return packet == null ? null : VirtualNetwork.copy(packet);
    }

    /** The times of the new run are unknown, and those of the old one are of no use in it. */
    @Test
    void noInputIsAcceptedFromTheReplyOfANewRunUntilItsTimesAreKnown() {
        assertTrue(rig.run(200).client.input.isConnected());
        rig.restart();
        ByteBuffer greeting = rig.client.next(rig.nowNanos += 200_000_000, 0, true);
        assertTrue(rig.client.hear(rig.server.receive(greeting, SOURCE, rig.nowNanos), rig.nowNanos));
        assertFalse(rig.client.input.action(1, 1));
        rig.client.next(rig.nowNanos, 0, true);
        assertTrue(rig.client.input.action(1, 1));
    }

    /** Also if all of them are behind one address translation. */
    @Test
    void asManyClientsAsThereArePlacesAreAdmitted() {
        LinkRig link = new LinkRig(7);
        List<ClientLink> clients = new ArrayList<>();
        for (int i = 0; i < Clients.CAPACITY; i++) {
            clients.add(link.newClient());
            link.join(clients.get(i), new InetSocketAddress("192.0.2.1", i + 1));
        }
        assertEquals(Clients.CAPACITY, link.server.clients.places.size());
        assertEquals(Clients.CAPACITY, link.admitted().size());
        for (ClientLink client : clients) {
            PlayerKeys keys = LinkRig.keys(client.input.client());
            assertNotNull(client.open(PIECE, link.seal(PIECE, text, keys)));
        }
        ClientLink another = link.newClient();
        another.hear(link.server.receive(another.next(0, 0, true), LinkRig.address(1_000), link.nowNanos), 0);
        assertEquals(
                "the server has as many clients as it can have, 256; wait until one leaves", another.takeRefusal());
        assertEquals(Clients.CAPACITY, link.admitted().size());
    }

    /** Such as that of a receiver whose link was opened again. */
    @Test
    void aNewAddressIsProvedAndLosesNoInput() {
        LinkRig link = new LinkRig(6).run(200);
        link.client.input.action(1, 1);
        link.outage(20);
        link.address = LinkRig.address(2);
        link.client.input.action(2, 2);
        link.run(100);
        assertEquals(List.of(LinkRig.address(2)), link.admitted());
        assertEquals(2, link.taken.size());
        assertEquals(0, link.client.input.lost());
        assertEquals(1, link.server.clients.places.size());
    }

    /** An address must not get each state twice. A receiver may be started again at the address of one that crashed. */
    @Test
    void anAddressIsTakenOverOnceItsClientIsSilent() {
        rig.run(200);
        ClientLink again = rig.newClient();
        rig.outage(4_800);
        assertTakes(again, false);
        rig.outage(300);
        assertTakes(again, true);
    }

    /** A datagram that was sent before may come after. */
    @Test
    void aClientThatLeavesGivesItsAddressToTheNextAtOnce() {
        rig.run(200);
        ClientLink next = rig.newClient();
        assertTakes(next, false);
        assertTrue(next.takeRefusal().startsWith("the server has another client at this address"));
        assertTrue(rig.server.takeRefusal().contains("told: the server has another client at this address"));
        rig.client.input.action(1, 1);
        byte[] late = VirtualNetwork.copy(rig.client.next(rig.nowNanos + 100_000_000, 0, true));
        receive(VirtualNetwork.copy(rig.client.leave()));
        receive(late);
        assertEquals(List.of(), rig.admitted());
        assertTakes(next, true);
        receive(VirtualNetwork.copy(rig.client.leave()));
        assertEquals(List.of(), rig.taken, "its seat may be another one's");
        assertNull(next.takeRefusal());
        assertNull(rig.server.takeRefusal());
        assertNull(rig.newClient().leave(), "it is nowhere");
    }

    /** Otherwise it would be sent states for as long as it likes, where it may not be. */
    @Test
    void aClientThatIsHeardElsewhereOnlyIsSilent() {
        rig.run(200);
        for (int i = 0; i < 51; i++) {
            rig.outage(100);
            ByteBuffer newest = ByteBuffer.wrap(rig.toServer.get(rig.toServer.size() - 1));
            assertNotNull(rig.server.receive(newest, LinkRig.address(9), rig.nowNanos + LinkRig.OFFSET));
        }
        assertEquals(List.of(), rig.admitted());
    }

    /** Who sees its datagrams and is closer to the server can repeat each of them there first. */
    @Test
    void aClientWhoseDatagramsAreHeardElsewhereFirstIsNotSilent() {
        rig.run(200);
        for (int i = 0; i < 60; i++) {
            rig.client.input.action(i, 1);
            rig.outage(100);
            byte[] newest = rig.toServer.get(rig.toServer.size() - 1);
            ByteBuffer copy = ByteBuffer.wrap(newest.clone());
            assertNotNull(rig.server.receive(copy, LinkRig.address(9), rig.nowNanos + LinkRig.OFFSET));
            ByteBuffer answer = rig.server.receive(ByteBuffer.wrap(newest), SOURCE, rig.nowNanos + LinkRig.OFFSET);
            assertTrue(answer != null && rig.client.hear(answer, rig.nowNanos), "answer " + i);
        }
        assertEquals(List.of(rig.address), rig.admitted());
        assertEquals(0, rig.client.input.unacknowledged());
    }

    private void assertTakes(ClientLink client, boolean takes) {
        rig.join(client, rig.address);
        assertEquals(
                List.of((takes ? client : rig.client).input.client()),
                rig.server.admitted().stream().map(status -> status.id).toList());
    }

    /** Each is sent all bodies when it comes. So they must not cost more than one that moves once per second. */
    @Test
    void twoClientsCannotTakeTurnsAtAnAddress() {
        for (boolean leave : new boolean[] {false, true}) {
            LinkRig link = new LinkRig(11);
            ClientLink[] clients = {link.newClient(), link.newClient()};
            link.join(clients[0], SOURCE);
            link.join(clients[1], SOURCE);
            int changes = 0;
            long there = clients[0].input.client();
            for (int i = 0; i < 40; i++) {
                link.outage(leave ? 200 : 350);
                if (leave && !link.admitted().isEmpty()) {
                    int leaving = there == clients[0].input.client() ? 0 : 1;
                    link.server.receive(clients[leaving].leave(), SOURCE, link.nowNanos + LinkRig.OFFSET);
                    clients[leaving] = link.newClient();
                }
                link.join(clients[i % 2], SOURCE);
                link.join(clients[1 - i % 2], SOURCE);
                for (ClientStatus one : link.server.admitted()) {
                    changes += one.id == there ? 0 : 1;
                    there = one.id;
                }
            }
            assertEquals(leave ? 8 : 0, changes);
        }
    }

    @Test
    void aDroppedClientIsRefusedAndKnowsIt() {
        rig.run(200);
        rig.server.drop(rig.client.input.client() + 1);
        rig.server.drop(rig.client.input.client());
        assertEquals(List.of(), rig.admitted());
        assertEquals(List.of(), rig.run(500).admitted());
        assertNull(rig.client.takeRefusal(), "it could be forged, until the server has not answered for some time");
        rig.run(3_000);
        assertEquals(0, rig.server.clients.places.size());
        assertEquals("the server has dropped this client; ask its operator", rig.client.takeRefusal());
        assertEquals(
                "the client at " + rig.address
                        + " was refused, and told: the server has dropped this client; ask its operator",
                rig.server.takeRefusal());
        rig.join(rig.newClient(), LinkRig.address(3));
        assertEquals(List.of(LinkRig.address(3)), rig.admitted(), "others are not affected");
        for (long player = rig.client.input.client(); player < rig.client.input.client() + 2; player++) {
            ClientLink again = rig.newClient(LinkRig.keys(player));
            rig.join(again, LinkRig.address(4));
            assertEquals("the server has dropped this client; ask its operator", again.takeRefusal(), "the player");
        }
    }

    /** 10,000 greetings per second from forged sources, on a link with a round trip of 200 ms. */
    @Test
    void strangersDoNotKeepAClientOut() {
        LinkRig link = new LinkRig(12);
        link.way.delayNanos = 100_000_000;
        List<byte[]> greetings = IntStream.range(0, 300)
                .mapToObj(i -> VirtualNetwork.copy(link.newClient().next(0, 0, true)))
                .toList();
        long in = 0;
        long out = 0;
        for (int i = 0; i < 2_000; i++) {
            for (int n = 0; n < 10; n++) {
                byte[] greeting = greetings.get((10 * i + n) % 300);
                InetSocketAddress forged = new InetSocketAddress("192.0." + (i & 0xFF) + "." + n, 1 + i);
                ByteBuffer answer =
                        link.server.receive(ByteBuffer.wrap(greeting), forged, link.nowNanos + LinkRig.OFFSET);
                in += greeting.length;
                out += answer.remaining();
            }
            link.step();
        }
        assertEquals(List.of(link.address), link.admitted());
        assertEquals(1, link.server.clients.places.size());
        assertTrue(out <= in, out + " bytes for " + in);
    }

    /** Such as after a crash, or while the same player still plays elsewhere. */
    @Test
    void theNewestProcessOfAPlayerHasThePlace() {
        rig.run(200);
        rig.client.input.action(1, 1);
        rig.run(20);
        ClientLink[] later = {process(1L << 32), process(1L << 33)};
        rig.join(later[0], LinkRig.address(2));
        rig.join(later[1], LinkRig.address(3));
        assertEquals(List.of(LinkRig.address(2)), rig.admitted(), "at most one in a second, as each costs all bodies");
        rig.outage(1_000);
        rig.join(later[1], LinkRig.address(3));
        assertEquals(List.of(LinkRig.address(3)), rig.admitted());
        assertEquals(1, rig.server.clients.places.size());
        replayAllInput();
        rig.run(3_000);
        assertEquals(List.of(LinkRig.address(3)), rig.admitted());
        assertTrue(rig.client.takeRefusal().startsWith("the same player has joined again, with a token of the same"));
        assertEquals(1, rig.taken.size());
        later[1].input.action(2, 2);
        rig.join(later[1], LinkRig.address(3));
        assertEquals(2, rig.taken.size(), "its own inputs begin again");
    }

    /** Also one that was replaced by a process that was replaced since: they have the tickets of a moment ago. */
    @Test
    void noneOfTheProcessesBeforeIsLetInAgain() {
        List<ClientLink> before = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ClientLink next = process(i);
            rig.join(next, LinkRig.address(2 + i));
            assertEquals(List.of(LinkRig.address(2 + i)), rig.admitted());
            rig.outage(1_000);
            before.forEach(each -> rig.join(each, LinkRig.address(2 + before.indexOf(each))));
            assertEquals(List.of(LinkRig.address(2 + i)), rig.admitted());
            before.add(next);
        }
        assertTrue(rig.server.takeRefusal().contains("told: the same player has joined again"));
    }

    /** The place is still that of the token before, which has other keys. */
    @Test
    void aPlayerWithARenewedTokenIsLetIn() {
        rig.server.seconds = () -> 999;
        rig.join(process(keysUntil(1_000), 1L << 32), LinkRig.address(2));
        assertEquals(List.of(LinkRig.address(2)), rig.admitted());
        rig.outage(1_000);
        rig.server.seconds = () -> 1_000;
        ClientLink again = process(keysUntil(2_000), 1L << 33);
        rig.join(again, LinkRig.address(3));
        assertNull(again.takeRefusal());
        assertEquals(List.of(LinkRig.address(3)), rig.admitted());
    }

    /** A player's token may be renewed while the player still has a place. */
    @Test
    void aPlayerContinuesWithItsNextToken() {
        rig.run(200);
        long player = rig.keys.player;
        rig.client.renew(PlayerKeys.ofToken(new NamedPlayers(LinkRig.KEY, 0).token(player, -2), 0));
        rig.client.input.action(1, 1);
        rig.run(100);
        assertEquals(1, rig.taken.size());
        assertEquals(0, rig.client.input.unacknowledged());
        assertTrue(rig.lane().send(new byte[] {7}, true));
        rig.run(100);
        assertArrayEquals(new byte[] {7}, rig.client.lane.take());
    }

    private static PlayerKeys keysUntil(int expiry) {
        return PlayerKeys.ofToken(new NamedPlayers(LinkRig.KEY, 0).token(5, expiry), 0);
    }

    private ClientLink process(long counter) {
        return process(rig.keys, counter);
    }

    private ClientLink process(PlayerKeys keys, long counter) {
        return new ClientLink(keys, new ClientInput(() -> rig.nowNanos), Seeds.random(counter)::nextLong, counter);
    }

    /** Otherwise, somebody who has stolen a token could take the place without a handshake. */
    @Test
    void aReplyToAnotherAddressHasNoHalfOfTheTicketOfAPlace() {
        LinkRig link = new LinkRig(9).run(200);
        long ticket = link.server.clients.byId(link.client.input.client()).ticket;
        link.client.disconnect();
        ByteBuffer greeting = link.client.next(link.nowNanos + 200_000_000, 0, true);
        ByteBuffer reply = link.server.receive(greeting, LinkRig.address(2), link.nowNanos + LinkRig.OFFSET);
        reply = Sealer.ofRun().open(RoomHeader.TO_CLIENT, link.keys.toPlayer, reply);
        assertFalse(Tickets.samePlace(ticket, ServerReply.read(reply).ticket()));
        assertEquals(List.of(link.address), link.admitted());
    }

    /** A place that was given before is kept. */
    @Test
    void anExpiredTokenIsRefusedAndSaysWhatToDo() {
        PlayerKeys keys = keysUntil(1_000);
        ClientLink[] clients = {rig.newClient(keys), rig.newClient(keys)};
        rig.server.seconds = () -> 999;
        rig.join(clients[0], SOURCE);
        rig.server.seconds = () -> 1_000;
        clients[0].input.action(1, 1);
        rig.join(clients[0], SOURCE);
        assertEquals(1, rig.taken.size());
        rig.server.clients.expire(Clients.IDLE_NANOS + rig.nowNanos + LinkRig.OFFSET, client -> {});
        assertRefused(rig.server, clients[1], "the token has expired; get another one from your login");
        assertEquals(
                "the client at " + SOURCE
                        + " was refused, and told: the token has expired; get another one from your login",
                rig.server.takeRefusal());
    }

    @Test
    void anotherKeyIsRefusedWithAReasonOnBothSides() {
        byte[] foreign = new NamedPlayers(new byte[16], 0).token(rig.client.input.client(), -1);
        ClientLink stranger = ClientLink.of(PlayerKeys.ofToken(foreign, 0), new ClientInput(() -> 0));
        assertRefused(
                rig.server,
                stranger,
                "the token is missing or of another key than that of the server; let your login make it by"
                        + " PlayerToken.issue(...) with the server's key, or on one machine, set neither key"
                        + " nor token");
        assertEquals(
                "the client at " + SOURCE
                        + " was refused, and told: the token is missing or of another key than that of"
                        + " the server; let your login make it by PlayerToken.issue(...) with the server's key, or on"
                        + " one machine, set neither key nor token",
                rig.server.takeRefusal());
        assertNull(rig.server.takeRefusal());
        rig.run(150);
        assertFalse(stranger.hear(ByteBuffer.wrap(rig.toClient.get(0)), 0));
        assertNull(stranger.open(STREAM, ByteBuffer.wrap(sealed(STREAM))));
        assertEquals(2, stranger.ignored());
        assertFalse(stranger.joined);
    }

    @Test
    void anotherVersionIsRefused() {
        // This datagram is as short as one of the first version.
        byte[] other = Arrays.copyOf(VirtualNetwork.copy(rig.client.next(0, 0, true)), 41);
        other[0] += 0x10;
        ByteBuffer refusal = rig.server.receive(ByteBuffer.wrap(other), SOURCE, 0);
        assertTrue(refusal.remaining() < other.length);
        assertFalse(rig.client.hear(refusal, rig.nowNanos));
        assertEquals("the server has another version of Freestep; use the same on both", rig.client.takeRefusal());
    }

    private static void assertRefused(ServerLink server, ClientLink client, String reason) {
        ByteBuffer greeting = client.next(0, 0, true);
        int length = greeting.remaining();
        ByteBuffer refusal = server.receive(greeting, SOURCE, 0);
        assertTrue(refusal.remaining() < length);
        assertEquals(0, server.clients.places.size());
        assertFalse(client.hear(refusal, 0));
        assertEquals(reason, client.takeRefusal());
        assertNull(client.takeRefusal());
    }

    /** Clients of other versions read them, too. Numbers 2, 3 and 7 were of reasons that no server gives any more. */
    @Test
    void reasonsKeepTheirNumbers() {
        StringBuilder numbers = new StringBuilder();
        ByteBuffer datagram = ByteBuffer.allocate(50);
        for (Refusal each : Refusal.values()) {
            ByteBuffer written = each.write(ByteBuffer.allocate(Refusal.BYTES), datagram);
            numbers.append(each).append(' ').append(written.get(1)).append(' ');
            assertEquals(each, Refusal.read(written, datagram));
        }
        assertEquals(
                "VERSION 1 KEY_DIFFERS 4 FULL 5 DROPPED 6 ADDRESS_TAKEN 8 EXPIRED 9" + " JOINED_AGAIN 10 ",
                numbers.toString());
    }

    /** Who has not seen the client's datagram cannot repeat its bytes. */
    @Test
    void aForgedRefusalIsIgnored() {
        rig.client.next(0, 0, true);
        byte[] forged = new byte[Refusal.BYTES];
        forged[0] = Datagrams.REFUSAL;
        assertFalse(rig.client.hear(ByteBuffer.wrap(forged), rig.nowNanos));
        assertFalse(rig.client.hear(ByteBuffer.wrap(forged, 0, 5), rig.nowNanos));
        assertNull(rig.client.takeRefusal());
    }

    @Test
    void aServerWithoutInputLetsTheClientRefuseIt() {
        ServerLink open = ServerLink.of(1, LinkRig.KEY, 0, null, Limits.NONE);
        ClientLink plain = ClientLink.of(LinkRig.keys(1), new ClientInput(() -> 0));
        plain.hear(open.receive(plain.next(0, 0, true), SOURCE, 0), 0);
        plain.hear(open.receive(plain.next(0, 0, true), SOURCE, 0), 0);
        plain.next(20_000_000, 0, true);
        assertFalse(plain.input.axis(0, 1));
        assertFalse(plain.input.action(0, 1));
        assertFalse(plain.input.isConnected());
        assertEquals(
                "the server takes no input, so all is refused here; call input(...) on the builder of its StateSender",
                plain.input.refusal());
        assertNull(rig.client.input.refusal(), "of a server that takes input");
    }

    /** Otherwise, all clicks of an outage would hit in one tick what is there then. */
    @Test
    void anActionThatIsTooOldIsRefusedAndAnAxisHolds() {
        rig.restart(new Limits(Double.POSITIVE_INFINITY, Integer.MAX_VALUE, 1_000_000_000));
        rig.run(200);
        rig.client.input.action(1, 1);
        rig.client.input.axis(0, 1);
        rig.outage(900);
        rig.client.input.action(2, 1);
        rig.outage(200);
        rig.run(100);
        assertEquals(2, rig.taken.size(), rig.taken::toString);
        assertTrue(rig.taken.get(0).startsWith("axis 0"), rig.taken::toString);
        assertTrue(rig.taken.get(1).startsWith("action 2"), rig.taken::toString);
        assertEquals(1, rig.client.input.refusedByServer());
    }

    /** Otherwise, one client could fill the queue, so that the input of others has no room. */
    @Test
    void inputBeyondTheLimitIsRefusedAndBothSidesCountIt() {
        rig.restart(limit(500));
        rig.run(200);
        rig.client.input.axis(LinkRig.AXES, 1);
        rig.run(20);
        int sent = 1;
        for (int i = 0; i < 2_000; i++) {
            for (int n = 0; n < 20; n++) {
                sent += rig.client.input.action(1, 1) ? 1 : 0;
            }
            rig.step();
        }
        rig.run(100);
        assertEquals(500 + 2 * 500, rig.taken.size(), 55);
        assertEquals(sent, rig.taken.size() + rig.client.input.refusedByServer());
        assertEquals(rig.client.input.refusedByServer(), rig.server.admitted().get(0).refusedInputs);
        String reported = rig.server.takeRefusal();
        long beyond = rig.client.input.refusedByServer() - 1;
        assertTrue(reported.contains("sends more than 500 inputs per second, so " + beyond + " were"), reported);
        assertNull(rig.server.takeRefusal());
    }

    /** With 20 ticks a second and the places that a service has by default, which three could fill at once. */
    @Test
    void threeWhoSendAllTheirInputAtOnceTakeNoClickFromAFourth() {
        joinSilent(0);
        List<Flooder> flooders = List.of(new Flooder(7), new Flooder(8), new Flooder(9));
        for (int millis = 0; millis < 10_000; millis++) {
            if (millis % 1_000 == 0) {
                flooders.forEach(Flooder::flood);
            }
            if (millis % 50 == 49) {
                rig.tick();
            }
            if (millis % 50 % 16 == 0) {
                assertTrue(rig.client.input.action(4, 1));
            }
            rig.step();
        }
        rig.run(100);
        assertEquals(800, clicks());
        assertEquals(0, rig.client.input.refusedByServer());
        long others = rig.taken.size() - 800;
        assertTrue(others > 3 * 10 * 500, () -> others + " inputs of the others");
    }

    @Test
    void aKeyOnOneSideOnlyIsRefused() {
        ClientLink without = rig.newClient(PlayerKeys.ofToken(DevelopmentKey.tokenOr(null), 0));
        rig.join(without, SOURCE);
        assertTrue(without.takeRefusal().startsWith("the token is missing or of another key"));
        byte[] none = DevelopmentKey.or(null, SOURCE.getAddress(), "here", "see it");
        rig.server = new ServerLink(1, none, 0, null, Limits.NONE, Sealer.ofRun(), rig.tickets);
        ClientLink with = rig.newClient();
        rig.join(with, SOURCE);
        assertTrue(with.takeRefusal().startsWith("the token is missing or of another key"));
        rig.join(without, SOURCE);
        assertEquals(List.of(SOURCE), rig.admitted());
    }

    /** As long as there is room for all, whoever comes first has it. */
    @Test
    void oneWhoSendsMuchAmongManySilentOnesWaitsForNoTick() {
        joinSilent(100);
        new Flooder(7).flood();
        assertEquals(2_000, rig.taken.size());
    }

    @Test
    void whatIsBeyondAClientsLimitTakesNoPlaceOfOthers() {
        joinSilent(0, 600);
        Flooder flooder = new Flooder(7);
        flooder.flood();
        flooder.flood();
        int flooded = rig.taken.size();
        assertEquals(600, flooded);
        new Flooder(8).flood();
        assertEquals(600, rig.taken.size() - flooded);
    }

    @Test
    void onlyThoseWhoSendHaveAShare() {
        joinSilent(100);
        List.of(new Flooder(7), new Flooder(8)).forEach(Flooder::flood);
        assertEquals(2_560, rig.taken.size());
        click(150);
        rig.run(100);
        assertEquals(150, clicks());
        click(100);
        rig.run(100);
        assertEquals(512 / 3, clicks(), "the rest waits");
        rig.tick();
        assertEquals(250, rig.run(50).taken.size() - 2_560);
    }

    /** Such as in a pause of a service that takes input all the same. */
    @Test
    void withoutStatesInputWaitsForAQuarterOfASecond() {
        joinSilent(0);
        List.of(new Flooder(7), new Flooder(8)).forEach(Flooder::flood);
        click(250);
        rig.run(100);
        assertEquals(512 / 3, clicks());
        rig.run(250);
        assertEquals(250, clicks());
    }

    /** Lets no tick take input from here on, and silent clients join. */
    private void joinSilent(int clients) {
        joinSilent(clients, 2_000);
    }

    private void joinSilent(int clients, int inputLimit) {
        rig.restart(limit(inputLimit));
        rig.room = 4_096;
        rig.run(200);
        for (int i = 0; i < clients; i++) {
            rig.join(rig.newClient(), LinkRig.address(100 + i));
        }
    }

    private static Limits limit(int inputs) {
        return new Limits(Double.POSITIVE_INFINITY, inputs, ServerLink.MAX_DISTANCE_NANOS);
    }

    private void click(int times) {
        for (int i = 0; i < times; i++) {
            assertTrue(rig.client.input.action(4, 1));
        }
    }

    private long clicks() {
        return rig.taken.stream().filter(each -> each.startsWith("action 4")).count();
    }

    /** A player whose program sends as much as it wants to. */
    private final class Flooder {
        private final ClientHeader header = new ClientHeader();
        private final ByteBuffer text = ByteBuffer.allocate(Sealer.MAX_PLAIN);
        private final Sealer sealer;
        private final PlayerKeys keys;

        private Flooder(int player) {
            keys = LinkRig.keys(player);
            sealer = new Sealer(player, 1);
            header.client = player;
            assertTrue(header.read(rig.opened(rig.toServer.get(rig.toServer.size() - 1))));
            header.client = player;
            long now = rig.nowNanos + LinkRig.OFFSET;
            header.ticket = rig.tickets.of(LinkRig.address(player), player, player, now);
        }

        private void flood() {
            long now = rig.nowNanos + LinkRig.OFFSET;
            for (int datagram = 0; datagram < 40; datagram++) {
                Client place = rig.server.clients.byId(keys.player);
                header.firstSequence = place == null ? 1 : place.sequence + 1;
                header.write(text);
                for (int i = 0; i < 50; i++) {
                    ClientHeader.input(text, true, 1, 1, now);
                }
                ByteBuffer sent = LinkRig.sealedByClient(sealer, keys, text.flip());
                rig.server.receive(sent, LinkRig.address((int) keys.player), now);
            }
        }
    }

    private void replayAllInput() {
        new ArrayList<>(rig.toServer).forEach(this::receive);
        rig.outage(50);
    }

    private void receive(byte[] datagram) {
        rig.server.receive(ByteBuffer.wrap(datagram), SOURCE, rig.nowNanos + LinkRig.OFFSET);
    }

    private byte[] sealed(byte kind) {
        return VirtualNetwork.copy(rig.seal(kind, text));
    }

    private byte[] open(byte kind, byte[] sealed) {
        ByteBuffer plain = rig.client.open(kind, ByteBuffer.wrap(sealed));
        return plain == null ? null : VirtualNetwork.copy(plain);
    }

    /**
     * Tickets for strangers change every four seconds, so a server that answers two greetings may send two. It has a
     * place for the one that is returned only, and its states come whatever the client returns.
     */
    @Test
    void theSecondTicketOfAStrangerLosesToThatOfItsPlace() {
        rig.nowNanos = 8_000_000_000L - LinkRig.OFFSET - 150_000_000;
        rig.way.delayNanos = 100_000_000;
        rig.run(1_000);
        for (int i = 0; i < 10; i++) {
            rig.client.input.action(1, i);
            assertNotNull(open(PIECE, sealed(PIECE)));
            rig.run(100);
        }
        rig.run(200);
        assertEquals(10, rig.taken.size());
        assertEquals(0, rig.client.input.lost());
    }
}
