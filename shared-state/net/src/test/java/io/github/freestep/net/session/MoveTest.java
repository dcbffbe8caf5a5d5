package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.seal.Sealer;
import io.github.freestep.net.wire.Datagrams;
import io.github.freestep.testing.Seeds;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server sends its clients to another one, which goes on with the world. */
class MoveTest {
    private static final Move MOVE = new Move(null, 777, 41, 7);

    private final LinkRig rig = new LinkRig(5, true);

    private static void connect(LinkRig rig) {
        for (int i = 0; i < 5_000 && !rig.client.input().isConnected(); i++) {
            rig.step();
        }
        assertTrue(rig.client.input().isConnected());
        for (int i = 0; i < 5_000 && rig.admitted.isEmpty(); i++) {
            rig.step();
        }
    }

    /** Sends a client away, as a sender does, until it has left or half a second is over. */
    private static boolean sendAway(LinkRig rig) {
        for (int i = 0; i < 500; i++) {
            if (i % 20 == 0) {
                rig.server.sendAway(MOVE, (datagram, to) -> rig.send(null, datagram));
            }
            rig.step();
            Move move = rig.client.takeMove();
            if (move != null) {
                assertEquals(MOVE, move);
                rig.timesAreKnown = false;
                byte[] last = LinkRig.copy(rig.client.leave(rig.nowNanos));
                // The client sends nothing more to this server.
                rig.server.receive(ByteBuffer.wrap(last), rig.address, rig.nowNanos + LinkRig.OFFSET);
                return rig.server.sendAway(MOVE, (datagram, to) -> {});
            }
        }
        return false;
    }

    private static List<String> values(List<String> inputs) {
        return inputs.stream()
                .map(text -> text.substring(0, text.lastIndexOf(' ')))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"false, 0", "true, 0", "false, 0.3", "true, 0.3"})
    void inputGoesOnAndArrivesOnceAndInOrder(boolean keyed, double loss) {
        Seeds.first(20).forEach(seed -> {
            LinkRig link = new LinkRig(seed, keyed);
            link.loss = loss;
            link.duplicates = 0.1;
            link.maxDelayNanos = 20_000_000;
            connect(link);
            Random random = Seeds.random(seed);
            List<String> accepted = new ArrayList<>();
            for (int server = 0; server < 3; server++) {
                for (int i = 0; i < 200; i++) {
                    float value = random.nextFloat();
                    if (random.nextInt(4) == 0 && link.client.input().action(3, value)) {
                        accepted.add("action 3 " + value);
                    }
                    link.step();
                }
                assertTrue(sendAway(link));
                assertTrue(link.client.input().action(4, server), "input waits for the next server");
                accepted.add("action 4 " + (float) server);
                link.outage(50);
                link.restart();
                link.run(400);
                link.timesAreKnown = true;
                connect(link);
            }
            link.run(2_000);
            assertEquals(accepted, values(link.taken), "seed " + seed);
            assertEquals(0, link.client.input().lost() + link.client.input().refusedByServer());
            assertEquals(0, link.client.input().unacknowledged());
        });
    }

    /** Input that has waited must not come before that which the former server has handed over. */
    @Test
    void inputThatHasWaitedIsNotOlderThanTheNextServer() {
        connect(rig);
        assertTrue(sendAway(rig));
        rig.client.input().action(1, 1);
        rig.outage(300);
        rig.restart();
        long began = rig.nowNanos + LinkRig.OFFSET;
        rig.timesAreKnown = true;
        rig.run(300);
        assertEquals(1, rig.taken.size());
        String text = rig.taken.get(0);
        assertTrue(Long.parseLong(text.substring(text.lastIndexOf(' ') + 1)) >= began, text);
    }

    @Test
    void inputDoesNotWaitForLongerThanFiveSeconds() {
        connect(rig);
        assertTrue(sendAway(rig));
        assertTrue(rig.client.input().action(1, 1));
        rig.outage(4_900);
        assertTrue(rig.client.input().action(1, 2));
        rig.outage(200);
        assertFalse(rig.client.input().action(1, 3));
        assertEquals(2, rig.client.input().lost());
        rig.restart();
        rig.timesAreKnown = true;
        connect(rig);
        rig.run(300);
        assertEquals(List.of(), rig.taken);
    }

    /** The next server has another world, or an earlier moment of this one. Input for the former could hit others. */
    @Test
    void inputForAnotherWorldIsLost() {
        connect(rig);
        assertTrue(sendAway(rig));
        assertTrue(rig.client.input().action(1, 1));
        rig.restart();
        rig.run(200);
        rig.client.shows(true, false);
        rig.run(10);
        assertFalse(rig.client.input().action(1, 2));
        rig.timesAreKnown = true;
        rig.run(200);
        assertTrue(rig.client.input().action(1, 3));
        rig.run(200);
        assertEquals(List.of("action 1 3.0"), values(rig.taken));
        assertEquals(1, rig.client.input().lost());
    }

    /** While a service is handed over, its port refuses. What was refused then is for the service that goes on. */
    @Test
    void inputIsKeptWhileTheServiceIsHandedOver() {
        boolean[] handedOver = {false};
        connect(rig);
        rig.server.unless(() -> handedOver[0]);
        handedOver[0] = true;
        assertTrue(rig.client.input().action(1, 1));
        rig.run(300);
        assertEquals(List.of(), rig.taken);
        assertEquals(1, rig.client.input().unacknowledged());
        handedOver[0] = false;
        rig.run(100);
        assertEquals(1, rig.taken.size(), "the hand-over has failed");

        // The port refuses in the middle of a datagram.
        rig.accepts = false;
        boolean[] once = {false};
        rig.server.unless(() -> once[0] | !(once[0] = true));
        assertTrue(rig.client.input().action(1, 2));
        rig.run(300);
        assertEquals(1, rig.client.input().unacknowledged());
        assertEquals(0, rig.client.input().refusedByServer());
        assertEquals(0, rig.server.refused());
    }

    /** Also those that join while the others leave. */
    @Test
    void allClientsAreSentAway() {
        connect(rig);
        assertTrue(sendAway(rig));
        ClientLink other = rig.newClient();
        InetSocketAddress source = LinkRig.address(2);
        boolean sent = false;
        for (int i = 0; i < 400 && !sent; i++) {
            rig.nowNanos += 1_000_000;
            ByteBuffer greeting = other.next(rig.nowNanos, 0, false);
            ByteBuffer answer =
                    greeting == null ? null : rig.server.receive(greeting, source, rig.nowNanos + LinkRig.OFFSET);
            if (answer != null) {
                other.hear(answer, rig.nowNanos);
            }
            rig.server.sendAway(MOVE, (datagram, to) -> {
                assertEquals(source, to);
                other.hear(datagram, rig.nowNanos);
            });
            sent = other.takeMove() != null;
        }
        assertTrue(sent);
        rig.server.receive(other.leave(rig.nowNanos), source, rig.nowNanos + LinkRig.OFFSET);
        assertTrue(rig.server.sendAway(MOVE, (datagram, to) -> {}));
    }

    private static byte[] notice(LinkRig rig) {
        byte[][] notice = new byte[1][];
        assertFalse(rig.server.sendAway(MOVE, (datagram, to) -> notice[0] = LinkRig.copy(datagram)));
        return notice[0];
    }

    private static boolean hears(LinkRig rig, byte[] datagram) {
        boolean heard = rig.client.hear(ByteBuffer.wrap(datagram), rig.nowNanos);
        assertEquals(heard, rig.client.takeMove() != null);
        return heard;
    }

    /** With a key, one that is forged, changed, or came before. */
    @Test
    void aNoticeWithoutTheRightSealIsIgnored() {
        connect(rig);
        byte[] notice = notice(rig);
        for (int i = 0; i < notice.length; i++) {
            byte[] changed = notice.clone();
            changed[i] ^= 1;
            assertFalse(hears(rig, changed), "byte " + i);
        }
        LinkRig other = new LinkRig(6, false);
        connect(other);
        assertFalse(hears(rig, notice(other)), "without a seal");
        byte[] sealed = ByteBuffer.allocate(1 + MoveFormat.BYTES + Sealer.OVERHEAD)
                .put((byte) Datagrams.SEALED_MOVE)
                .put(Sealer.of(new byte[16], Datagrams.STATES_STREAM, 1, 1).seal(ByteBuffer.wrap(notice(other))))
                .array();
        assertFalse(hears(rig, sealed), "with another key");
        assertTrue(hears(rig, notice));
        assertFalse(hears(rig, notice), "a replay");
    }

    /** Without a key, only who has read the client's datagrams can forge a notice. */
    @ParameterizedTest
    @ValueSource(ints = {1, 8, 9, 16, 17, 24})
    void withoutAKeyANoticeMustHaveTheRunTheChallengeAndTheTicket(int place) {
        LinkRig plain = new LinkRig(7, false);
        connect(plain);
        byte[] notice = notice(plain);
        byte[] forged = notice.clone();
        forged[place] ^= 1;
        assertFalse(hears(plain, forged));
        assertTrue(plain.client.input().action(1, 1));
        assertTrue(hears(plain, notice));
    }

    @Test
    void aNoticeWithFieldsOfNoServerIsIgnored() throws Exception {
        for (String host : new String[] {"0.0.0.0", "224.0.0.1", "::", "ff02::1"}) {
            assertNull(read(new Move(InetAddress.getByName(host), 5, 1, 1)), host);
        }
        assertNull(read(new Move(null, 0, 1, 1)), "port 0");
        for (long tick : new long[] {-2, Long.MIN_VALUE, Datagrams.LIMIT + 1, Long.MAX_VALUE}) {
            assertNull(read(new Move(null, 5, tick, 1)), "tick " + tick);
        }
        for (long events : new long[] {0, -1, Datagrams.MOST_EVENTS + 1, Long.MAX_VALUE}) {
            assertNull(read(new Move(null, 5, 1, events)), "events " + events);
        }
        for (int length : new int[] {3, 5, 15, 17, 255}) {
            ByteBuffer notice = ByteBuffer.allocate(MoveFormat.BYTES);
            MoveFormat.write(notice, MOVE);
            notice.put(MoveFormat.BYTES - 17, (byte) length);
            assertNull(MoveFormat.read(notice), "length " + length);
        }
        for (Move move : List.of(
                new Move(InetAddress.getByName("2001:db8::7"), 65_535, -1, 1),
                new Move(InetAddress.getByName("192.0.2.1"), 1, Datagrams.LIMIT, Datagrams.MOST_EVENTS),
                MOVE)) {
            assertEquals(move, read(move));
        }
    }

    private static Move read(Move move) {
        ByteBuffer notice = ByteBuffer.allocate(MoveFormat.BYTES);
        MoveFormat.write(notice, move);
        return MoveFormat.read(notice);
    }

    /** A stranger who can read the network could send it anywhere. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void onlyAClientWithAKeyGoesToAnotherHost(boolean keyed) throws Exception {
        LinkRig link = new LinkRig(7, keyed);
        connect(link);
        Move move = new Move(InetAddress.getByName("192.0.2.1"), 5, 1, 1);
        link.server.sendAway(move, (datagram, to) -> link.client.hear(datagram, link.nowNanos));
        assertEquals(keyed ? move : null, link.client.takeMove());
        assertEquals(keyed ? 0 : 1, link.client.ignored());
    }

    /** Makes a notice of a reply that the client has just had, as a stranger can who reads the network. */
    private static void sendAwayFalsely(LinkRig link) {
        link.run(1_100);
        byte[] reply = link.toClient.get(link.toClient.size() - 1);
        ByteBuffer forged = ByteBuffer.allocate(MoveFormat.BYTES).put(reply);
        MoveFormat.write(forged, MOVE);
        assertTrue(link.client.hear(forged.position(0), link.nowNanos));
        assertEquals(MOVE, link.client.takeMove());
        link.client.leave(link.nowNanos);
        link.client.shows(false, true);
    }

    /** The server has never sent it away, and goes on with its inputs where it was. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3})
    void aClientThatFindsNoOtherServerComesBackWithItsInput(double loss) {
        Seeds.first(20).forEach(seed -> {
            LinkRig link = new LinkRig(seed, false);
            connect(link);
            List<String> accepted = new ArrayList<>();
            for (int value = 0; value < 90; value++) {
                if (value % 30 == 20) {
                    sendAwayFalsely(link);
                    link.outage(1_500);
                    link.loss = loss;
                } else if (value % 30 == 25) {
                    for (int i = 0; i < 5_000 && !link.client.isConnected(); i++) {
                        link.step();
                    }
                    // It is the first run that the client shows, so it goes on with no other.
                    link.client.shows(true, false);
                    link.run(1_000);
                    link.loss = 0;
                }
                assertTrue(link.client.input().action(1, value));
                accepted.add("action 1 " + (float) value);
                link.run(3);
            }
            link.run(2_000);
            assertEquals(accepted, values(link.taken), "seed " + seed);
            assertEquals(0, link.client.input().lost() + link.client.input().unacknowledged());
        });
    }

    /** Its input has waited for too long, so the server gets what comes after it. */
    @ParameterizedTest
    @ValueSource(ints = {5_500, 9_000, 12_000})
    void aClientThatComesBackLateGoesOnWithNewInput(int millis) {
        LinkRig link = new LinkRig(3, false);
        connect(link);
        for (int value = 0; value < 5; value++) {
            assertTrue(link.client.input().action(1, value));
            link.accepts = value % 2 == 0;
            link.run(100);
        }
        assertEquals(2, link.client.input().refusedByServer());
        link.accepts = true;
        link.taken.clear();
        sendAwayFalsely(link);
        assertTrue(link.client.input().action(1, 5));
        link.outage(millis - 3_000);
        link.outage(3_000);
        connect(link);
        for (int value = 6; value < 9; value++) {
            assertTrue(link.client.input().action(1, value));
            link.run(100);
        }
        assertEquals(List.of("action 1 6.0", "action 1 7.0", "action 1 8.0"), values(link.taken));
        assertEquals(1, link.client.input().lost());
        assertEquals(0, link.client.input().unacknowledged());
        assertEquals(2, link.client.input().refusedByServer());
    }

    /** It has found no server there. Its input goes on waiting, and it is sent where the server says now. */
    @Test
    void aClientThatComesBackIsSentAwayAgain() {
        connect(rig);
        assertTrue(sendAway(rig));
        assertTrue(rig.client.input().action(1, 1));
        rig.outage(1_000);
        rig.run(200);
        assertTrue(rig.client.isConnected());
        assertFalse(rig.server.sendAway(MOVE, (datagram, to) -> {}));
        assertTrue(sendAway(rig));
        rig.restart();
        rig.run(200);
        rig.timesAreKnown = true;
        rig.run(300);
        assertEquals(List.of("action 1 1.0"), values(rig.taken));
        assertEquals(0, rig.client.input().lost());
    }

    /** Its only cost is that the former server waits. */
    @Test
    void inputGoesOnIfTheConfirmationIsLost() {
        connect(rig);
        assertFalse(hears(rig, new byte[0]));
        assertTrue(hears(rig, notice(rig)));
        rig.timesAreKnown = false;
        rig.client.leave(rig.nowNanos);
        assertFalse(rig.server.sendAway(MOVE, (datagram, to) -> rig.send(null, datagram)));
        assertTrue(rig.client.input().action(1, 1));
        rig.restart();
        rig.run(200);
        rig.timesAreKnown = true;
        rig.run(300);
        assertEquals(List.of("action 1 1.0"), values(rig.taken));
        assertNull(rig.client.takeMove());
    }

    /** A reply of the former server may be under way while the client greets the next one. */
    @Test
    void aLateReplyOfTheFormerServerIsIgnored() {
        connect(rig);
        rig.run(1_500);
        byte[] reply = rig.toClient.get(rig.toClient.size() - 1);
        assertTrue(sendAway(rig));
        long ignored = rig.client.ignored();
        assertFalse(rig.client.hear(ByteBuffer.wrap(reply), rig.nowNanos));
        assertEquals(ignored + 1, rig.client.ignored());
        assertFalse(rig.client.isConnected());
    }

    private boolean shows() {
        return rig.server.admitted().get(0).shows(rig.nowNanos + LinkRig.OFFSET);
    }

    @Test
    void theServerKnowsWhichClientsShowItsStates() {
        connect(rig);
        assertFalse(shows());
        rig.client.shows(true, true);
        rig.run(200);
        assertTrue(shows());
        rig.client.shows(false, false);
        rig.run(200);
        assertFalse(shows());
        rig.client.shows(true, true);
        rig.run(200);
        assertTrue(shows());
        rig.outage(1_200);
        assertFalse(shows(), "it was silent");
    }
}
