package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.net.link.Link;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PlayerPlaceTest {
    private final MatchRules rules = Rules.of(MatchSettings.of("place", StateLayout.of(1), 2));
    private final PlayerPlace place = new PlayerPlace(0, rules);

    @Test
    void aNewPeerBeginsAnew() {
        Peer host = new Peer(new Link(7, 100, 0), 0, (to, packet) -> {}, true, 0);
        place.take(host, null);
        place.ready();
        assertTrue(place.isNewAnswer("no"));
        place.activate(10, 2);
        assertTrue(place.isHost());
        place.abandon();
        assertFalse(host.hasPlace());
        assertTrue(place.isHost(), "until it has left");
        place.state = PlayerPlace.State.EMPTY;
        assertFalse(place.isHost());
        place.take(Places.peer(), null);
        assertEquals(PlayerPlace.State.WAITING, place.state);
        assertTrue(place.isNewAnswer("no"));
        assertFalse(place.isNewAnswer("no"));
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
