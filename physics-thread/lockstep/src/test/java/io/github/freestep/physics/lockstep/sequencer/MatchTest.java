package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.net.link.Link;
import io.github.freestep.net.link.Packet;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a match makes of the inputs of its only player, whose link takes no time. Ticks take 10 ms. */
class MatchTest {
    private static final long MILLI = 1_000_000;
    private static final int DELAY = 4;

    private final Match match = new Match(Rules.of(MatchSettings.of("t", StateLayout.of(1), 1)
            .rate(100)
            .axes(0)
            .inputDelay(DELAY, DELAY)
            .maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60))));
    private final PlayerPlace place = match.places[0];
    private long now;

    /** Sends what a player sends after a tick. */
    private void answer(long tick) throws InvalidMessageException {
        match.input(place, tick + DELAY, ByteBuffer.allocate(2));
        match.hash(place, tick, 1);
    }

    @Test
    void beforeTheStartAHostDecidesWhatComputes() {
        Peer first = Places.joining(match.rules, 0, "first");
        match.admit(first, place);
        assertFalse(match.computesAlike(Places.joining(match.rules)));
        assertTrue(match.computesAlike(Places.joining(match.rules, 0, "")), "it may replace the first one");
        Peer host = new Peer(new Link(7, 100, 0), 5, (to, packet) -> {}, true, 0);
        host.asks(Places.joining(match.rules).request(), 0);
        assertTrue(match.computesAlike(host));
        assertFalse(first.hasPlace());
        match.admit(host, place);
        Peer second = new Peer(new Link(8, 100, 0), 0, (to, packet) -> {}, true, 0);
        second.asks(Places.joining(match.rules, Peer.NO_PLAYER, "another").request(), 0);
        assertFalse(match.computesAlike(second), "the first host has decided");
        assertTrue(host.hasPlace());
    }

    @Test
    void aMatchThatStandsBeforeItsFirstTickCatchesUpAQuarterOfASecond() throws InvalidMessageException {
        match.admit(Places.joining(match.rules), place);
        place.ready();
        match.onTime();
        long began = 2_000 * MILLI;
        for (now = began; now < began + 4_000 * MILLI; now += MILLI) {
            long newest = match.status().tick();
            match.advance(now);
            match.onTime();
            for (long tick = newest + 1; tick <= match.status().tick(); tick++) {
                answer(tick);
            }
        }
        assertEquals(25 + 400, match.status().tick(), 2);
        assertTrue(match.status() == match.status());
        assertEquals(match.status().tick(), place.steppedTick, 1);
    }

    @Test
    void aNewPeerBeginsAgain() {
        Peer host = new Peer(new Link(7, 100, 0), 0, (to, packet) -> {}, true, 0);
        place.take(host, null);
        place.ready();
        place.activate(10, 2);
        assertTrue(place.isHost());
        place.abandon();
        assertFalse(host.hasPlace());
        assertTrue(place.isHost(), "until it has left");
        place.state = PlayerPlace.State.EMPTY;
        assertFalse(place.isHost());
        place.take(Places.peer(), null);
        assertEquals(PlayerPlace.State.WAITING, place.state);
    }

    /** It could say so ten times a second, and the files that players write about it are few. */
    @Test
    void whoOnlyJoinsTellsNobodyThatStatesDiffer() {
        for (boolean takesPart : new boolean[] {false, true}) {
            Match ofTwo = new Match(Rules.of(MatchSettings.of("t", StateLayout.of(1), 2)));
            Peer honest = Places.peer();
            ofTwo.places[0].take(honest, null);
            ofTwo.places[0].activate(1, 0);
            ofTwo.places[1].take(Places.joining(ofTwo.rules), null);
            if (takesPart) {
                ofTwo.places[1].activate(1, 0);
            }
            ofTwo.wrong(1, 30, 0);
            assertEquals(takesPart, honest.link.queuedBytes(Packet.URGENT) > 0);
        }
    }

    @Test
    void onlyAPlayerWhoTakesPartSendsInput() {
        place.take(Places.peer(), null);
        String message = assertThrows(
                        InvalidMessageException.class, () -> place.input(0, ByteBuffer.allocate(10), 0, 0))
                .getMessage();
        assertEquals("player 0 must send input only while it takes part", message);
    }
}
