package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

class DonorsTest {
    private static final long SECOND = 1_000_000_000;
    private static final long NOW = 100 * SECOND;

    private final MatchRules rules = Rules.of(MatchSettings.of("t", StateLayout.of(1), 2));
    private final PlayerPlace[] places = Places.active(rules, 1, 0);
    private final Donors donors = new Donors(2);

    private int choose(long awaited) {
        return donors.choose(places, awaited, NOW);
    }

    @Test
    void choosesAPlayerForWhomTheMatchDoesNotWaitIfThereIsOne() {
        assertEquals(0, choose(0));
        assertEquals(1, choose(0b01));
        assertEquals(1, choose(0b11));
    }

    @Test
    void choosesOnlyPlayersWhoTakePartAndRestoreExactly() {
        places[0].peer().join(0, false, 1, 0);
        assertEquals(1, choose(0));
        places[1].state(PlayerPlace.State.LEAVING);
        assertEquals(Peer.NO_PLAYER, choose(0));
    }

    @Test
    void asksAPlayerWhoSentNoWorldAgainOnlyForTheNextJoin() {
        donors.failed(0);
        donors.failed(1);
        assertEquals(Peer.NO_PLAYER, choose(0));
        donors.forgetFailed();
        assertEquals(0, choose(0));
    }

    @Test
    void asksAPlayerWhoseWorldWasWrongOnceMoreAndOnlyIfThereIsNoOtherWay() {
        donors.countWrong(0, NOW - SECOND);
        assertEquals(1, choose(0));
        places[1].state(PlayerPlace.State.LEAVING);
        assertEquals(0, choose(0));
        donors.countWrong(0, NOW - SECOND);
        assertEquals(Peer.NO_PLAYER, choose(0));
        donors.forgetWrong(0);
        assertEquals(0, choose(0));
    }

    @Test
    void forgivesWrongWorldsAfterAMinute() {
        donors.countWrong(0, NOW - 60 * SECOND);
        assertEquals(0, choose(0));
        donors.countWrong(0, NOW - 60 * SECOND + 1);
        assertEquals(1, choose(0));
    }
}
