package io.github.freestep.net.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Published;
import io.github.freestep.net.wire.ClientBodies;
import io.github.freestep.net.wire.Output;
import io.github.freestep.net.wire.StateEncoder;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server knows of its clients. */
class ClientStatusTest {
    private static final long MILLI = 1_000_000;
    private static final int MILLI_MICROS = 1_000;

    private final ClientStatus status = LinkRig.status(LinkRig.keys(7));

    @Test
    void aRoundTripIsTheMeanOfWhatTheClientSaysIfThatCanBe() {
        status.took(-1);
        assertEquals(ClientStatus.UNKNOWN, status.roundTripNanos, "the client had no reply");
        status.took(40 * MILLI_MICROS);
        assertEquals(40 * MILLI, status.roundTripNanos);
        status.took(80 * MILLI_MICROS);
        assertEquals(45 * MILLI, status.roundTripNanos, "an eighth of what it differs");
        for (int micros : new int[] {Integer.MIN_VALUE, -1, 10_000_001, Integer.MAX_VALUE}) {
            status.took(micros);
            assertEquals(45 * MILLI, status.roundTripNanos, "micros " + micros);
        }
    }

    @Test
    void theLongestTimeWithoutNewStatesCountsForAMinute() {
        status.came(10, 1_000 * MILLI);
        assertEquals(0, status.silenceNanos);
        status.came(20, 1_350 * MILLI);
        status.came(20, 9_000 * MILLI);
        assertEquals(300 * MILLI, status.silenceNanos, "half a report is the report's");
        status.came(30, 9_000 * MILLI);
        assertEquals(500 * MILLI, status.silenceNanos);
        for (int i = 1; i <= 600; i++) {
            status.came(30 + i, (9_000 + 100 * i) * MILLI);
        }
        assertEquals(200 * MILLI, status.silenceNanos);
    }

    @Test
    void aClientWithoutCopiesIsThinned() {
        StatePace pace = new StatePace(190_000);
        ClientStatus limited = new ClientStatus(LinkRig.keys(7), LinkRig.address(3), new MessageLane(), pace);
        for (int i = 1; i <= 100; i++) {
            limited.load.add(i * 10 * MILLI, 1_000, 0, 1_000, 0);
        }
        limited.plan(1_000 * MILLI, false);
        assertEquals(1, limited.sends, "all states are sent");
        assertTrue(limited.isThinned());
    }

    /** However little the client may be sent. */
    @Test
    void aRequiredStateIsSent() {
        ClientStatus few = new ClientStatus(LinkRig.keys(7), LinkRig.address(3), new MessageLane(), new StatePace(1));
        for (int i = 1; i <= 500; i++) {
            few.plan(i * 10 * MILLI, false);
            few.load.add(i * 10 * MILLI, 500, 0, 500, 0);
        }
        assertEquals(0, few.sends);
        few.plan(5_010 * MILLI, true);
        assertEquals(1, few.sends);
    }

    @Test
    void asMuchAsWasSentIsRepeated() {
        assertFalse(status.mayRepeat(1));
        status.sent(1_000);
        assertTrue(status.mayRepeat(600));
        assertFalse(status.mayRepeat(500));
        assertTrue(status.mayRepeat(400));
        assertEquals(2_000, status.sentBytes);
        status.sent(10 << 20);
        assertFalse(status.mayRepeat((512 << 10) + 1));
        assertTrue(status.mayRepeat(512 << 10));
    }

    private long asks(int first, long missed, long nowNanos) {
        status.asks(first, missed, nowNanos);
        assertEquals(first, status.firstWanted());
        long wanted = status.takeWanted();
        assertEquals(0, status.takeWanted());
        return wanted;
    }

    @Test
    void whatIsOnItsWayIsNotRepeatedAgain() {
        long now = 5_000 * MILLI;
        assertEquals(1, asks(1, 1, 0));
        assertEquals(0, asks(1, 1, 49 * MILLI));
        assertEquals(1, asks(1, 1, 50 * MILLI), "no round trip is known");
        status.took(100 * MILLI_MICROS);
        assertEquals(0b1011, asks(10, 0b1011, now));
        assertEquals(0, asks(10, 0b1011, now + 50 * MILLI));
        assertEquals(0b1011, asks(10, 0b1011, now + 100 * MILLI), "it should have come");
        // The first two have come, and two more are missed.
        assertEquals(0b1_0100, asks(13, 0b1_0101, now + 120 * MILLI));
        assertEquals(0, asks(13, 0b1_0101, now + 130 * MILLI));
        assertEquals(0b1, asks(13 + 64, 1, now + 140 * MILLI));
        // One that was lost is repeated while more is missed.
        now += 1_000 * MILLI;
        assertEquals(0b1, asks(10, 0b1, now));
        assertEquals(0b10, asks(10, 0b11, now + 60 * MILLI));
        assertEquals(0b11, asks(10, 0b11, now + 100 * MILLI));
    }

    @Test
    void aLossIsWhatTheClientReportsIfThatCanBe() {
        assertEquals(ClientStatus.UNKNOWN, status.lossPerMille);
        status.lost(-1);
        status.lost(1_001);
        assertEquals(ClientStatus.UNKNOWN, status.lossPerMille);
        status.lost(1_000);
        assertEquals(1_000, status.lossPerMille);
        status.lost(-1);
        assertEquals(ClientStatus.UNKNOWN, status.lossPerMille, "the client no longer knows it");
    }

    @Test
    void everyClientIsListedWithItsRoundTripAndLoss() {
        LinkRig rig = new LinkRig(1);
        rig.way.jitterNanos = 40 * MILLI;
        assertEquals(List.of(), rig.server.admitted());
        rig.run(300);
        ClientStatus client = rig.server.admitted().get(0);
        assertEquals(rig.client.input.client(), client.id);
        assertEquals(rig.address, client.address);
        assertEquals(ClientStatus.UNKNOWN, client.lossPerMille);
        rig.client.loss(125);
        assertSame(client, rig.run(5_000).server.admitted().get(0));
        assertEquals(125, client.lossPerMille);
        // Each way takes up to 40 ms, and the link has steps of 1 ms.
        assertEquals(40 * MILLI, client.roundTripNanos, 25 * MILLI);
        rig.way.jitterNanos = MILLI;
        rig.run(8_000);
        assertTrue(client.roundTripNanos <= 3 * MILLI, () -> client.roundTripNanos + " ns");
    }

    /** The first answer may be to any of its datagrams, but the next one is to the one after that answer. */
    @ParameterizedTest
    @ValueSource(ints = {0, 50, 5_000})
    void aClientKnowsItsRoundTripHoweverLongItHasAskedBefore(int outageMillis) {
        for (int wayMillis : new int[] {20, 150}) {
            LinkRig rig = new LinkRig(1);
            rig.way.delayNanos = wayMillis * MILLI;
            rig.outage(outageMillis).run(4 * wayMillis + 120);
            assertEquals(2 * wayMillis, rig.client.input.roundTripNanos() / MILLI, 4);
        }
    }

    @Test
    void piecesAreAcknowledged25TimesPerSecond() {
        LinkRig rig = new LinkRig(4).run(300);
        rig.toServer.clear();
        rig.client.pieces(7, new long[4]);
        for (int i = 0; i < 1_000; i++) {
            rig.client.input.axis(0, i);
            rig.step();
        }
        assertTrue(rig.toServer.size() > 100, () -> rig.toServer.size() + " datagrams");
        assertEquals(25, acknowledged(rig), 1);
        rig.run(3_000);
        rig.toServer.clear();
        assertEquals(rig.run(1_000).toServer.size(), acknowledged(rig));
        rig.toServer.clear();
        for (int i = 0; i < 1_000; i++) {
            rig.client.pieces(8 + i, new long[4]);
            rig.step();
        }
        assertEquals(25, rig.toServer.size(), 1, "without input, too");
    }

    private static long acknowledged(LinkRig rig) {
        ClientHeader header = new ClientHeader();
        return rig.toServer.stream()
                .filter(each -> header.read(rig.opened(each)) && header.acknowledges)
                .count();
    }

    /** A client can send any number of acknowledgements, and each one takes time for each body. */
    @Test
    void theNewestAcknowledgementIsAppliedWithTheNextState() {
        Published published = new Published(StateLayout.of(1), 1);
        published.begin(0, 0).position(0, 1, 2, 3);
        State state = published.publish();
        ClientBodies bodies = new ClientBodies(0);
        status.memory = bodies;
        bodies.choose(state, new long[] {1}, new byte[1]);
        StateEncoder encoder = new StateEncoder(published.layout, PoseGrid.STANDARD, 1);
        int first = bytes(encoder, bodies, state);
        int newest = (int) bodies.newest();
        bodies.acknowledge(newest + (1 << 20), new long[4]);
        bodies.acknowledge(newest, new long[4]);
        bodies.acknowledge(newest - 1, new long[4]);
        assertTrue(bytes(encoder, bodies, state) < first - 5, "as what differs from the acknowledged state");
    }

    private int bytes(StateEncoder encoder, ClientBodies bodies, State state) {
        int[] bytes = new int[1];
        Output output = new Output(ofStream -> {}, piece -> bytes[0] += piece.remaining());
        encoder.begin(state, 0, output);
        encoder.encode(bodies, output);
        return bytes[0];
    }
}
