package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
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

    /** So a player can't hide that the match waits for it by ending each wait before the next evaluation. */
    @Test
    void countsWaitsThatHaveEnded() throws InvalidMessageException {
        place.activate(10, 2);
        place.waited().begin(100);
        place.waited().begin(130);
        input(12, 150);
        place.waited().begin(180);
        assertEquals(50 + 20, waitedOf(100, 200));
        assertEquals(7, waitedOf(7, 207));
        place.waited().forgive(1_000);
        assertEquals(3, waitedOf(10, 1_210));
    }

    private double waitedOf(long nanos, long now) {
        place.endSpan(now, nanos);
        return place.waited().share() * nanos;
    }

    @Test
    void aMatchThatWaitsForMoreThanASecondStandsStill() {
        place.activate(10, 2);
        place.waited().begin(100);
        place.endSpan(1_000_000_100, 100);
        assertFalse(place.waited().stands());
        place.endSpan(1_000_000_101, 1);
        assertTrue(place.waited().stands());
    }
}
