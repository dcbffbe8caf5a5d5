package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.Link;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PlayerPlaceTest {
    private final MatchSettings settings = MatchSettings.of("sum", StateLayout.of(1), 2);
    private final PlayerPlace place = new PlayerPlace(0, Rules.of(settings));

    private void input(long tick, long now) throws InvalidMessageException {
        ByteBuffer body = ByteBuffer.allocate(4 * settings.axes() + 2);
        place.input(tick, body, tick, now);
    }

    @Test
    void aNewPeerBeginsAnew() throws InvalidMessageException {
        place.take(Places.peer(0), null);
        assertEquals(PlayerPlace.State.WAITING, place.state());
        assertFalse(place.isReady() || place.isHost() || place.isJoining());
        place.ready();
        assertTrue(place.isReady());
        place.status(7);
        assertEquals(7, place.statusTick());
        Peer next = Places.peer(0);
        place.take(next, new LateJoin(Rules.of(settings)));
        assertEquals(PlayerPlace.State.WAITING_FOR_WORLD, place.state());
        assertTrue(place.isJoining() && place.join() != null);
        assertEquals(0, next.player());
        assertFalse(place.isReady());
        assertEquals(0, place.statusTick());
    }

    @Test
    void aPlaceIsFreeUnlessItsPlayerTookPart() {
        Peer peer = Places.peer(0);
        place.take(peer, new LateJoin(Rules.of(settings)));
        place.state(PlayerPlace.State.JOINING);
        assertTrue(place.isJoining());
        place.abandon();
        assertEquals(PlayerPlace.State.EMPTY, place.state());
        assertFalse(peer.hasPlace());
        assertNull(place.peer());
        assertNull(place.join());
        place.take(peer, null);
        place.activate(10, 2);
        assertFalse(place.isJoining());
        place.abandon();
        assertEquals(PlayerPlace.State.LEAVING, place.state());
        place.abandon();
        assertEquals(PlayerPlace.State.EMPTY, place.state());
    }

    @Test
    void aPlayerOfTheSequencersProcessIsTheHostUntilItHasLeft() {
        Peer host = new Peer(new Link(7, 100, 0), (to, packet) -> {}, true, 0);
        place.take(host, null);
        assertTrue(place.isHost());
        place.activate(10, 2);
        place.abandon();
        assertTrue(place.isHost());
        place.state(PlayerPlace.State.EMPTY);
        assertFalse(place.isHost());
    }

    @Test
    void onlyAnActivePlayerHasInput() throws InvalidMessageException {
        String message =
                assertThrows(InvalidMessageException.class, () -> input(12, 0)).getMessage();
        assertEquals("player 0 must send input only while it takes part", message);
        assertFalse(place.lacks(12));
        place.take(Places.peer(0), null);
        place.activate(10, 2);
        assertTrue(place.lacks(12));
        input(12, 0);
        assertTrue(place.hasInput(12) && place.inputs().has(12));
        assertFalse(place.hasInput(11) || place.hasInput(13) || place.lacks(12));
        place.abandon();
        assertFalse(place.hasInput(12));
    }

    @Test
    void aNewPeerHasItsOwnDelayAndFrames() {
        place.activate(10, 20);
        assertEquals(20, place.sendsFrame(10, 1_000));
        place.activate(12, 3);
        assertEquals(3, place.sendsFrame(12, 2_000));
        assertEquals(100, place.inputTimes().neededNanos(15, 2_100));
    }

    @Test
    void onlyANewAnswerIsSent() {
        assertFalse(place.isNewAnswer(null));
        assertTrue(place.isNewAnswer("no"));
        assertFalse(place.isNewAnswer("no"));
        assertTrue(place.isNewAnswer(null));
    }
}
