package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.state.StateLayout;
import org.junit.jupiter.api.Test;

class WorldRequestTest {
    private static final long HISTORY = 1 << 16;

    private final MatchRules rules = Rules.of(MatchSettings.of("t", StateLayout.of(1), 2), HISTORY);
    private final PlayerPlace[] places = Places.active(rules, 1);
    private final WorldRequest worlds = new WorldRequest(rules);

    private boolean onTime(long now) {
        return worlds.onTime(places, 0, now);
    }

    @Test
    void asksAPlayerForWhomTheMatchDoesNotWait() {
        worlds.onTime(places, 0b01, 0);
        assertEquals(1, worlds.save(places, 10, 0));
    }

    @Test
    void asksAnotherDonorIfTheFirstOneLeaves() {
        onTime(0);
        worlds.save(places, 10, 0);
        places[0].state = PlayerPlace.State.LEAVING;
        onTime(0);
        onTime(0);
        assertEquals(1, worlds.save(places, 12, 0));
    }

    @Test
    void thereIsNoWorldIfNoOneCanSaveItNowOrSoon() {
        places[0].state = PlayerPlace.State.LEAVING;
        for (PlayerPlace.State state : PlayerPlace.State.values()) {
            places[1].state = state;
            boolean soon = state == PlayerPlace.State.JOINING || state == PlayerPlace.State.ENTERING;
            assertEquals(soon || state == PlayerPlace.State.ACTIVE, onTime(0), state::toString);
        }
    }
}
