package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WaitsTest {
    private static final long MILLI = 1_000_000;

    private final MatchRules rules = Rules.of(MatchSettings.of("t", StateLayout.of(1), 2)
            .axes(0)
            .maxWait(Duration.ofMillis(500), Duration.ofSeconds(10)));
    private final Waits waits = new Waits(rules);

    private PlayerPlace[] placesWithAnInputOf(int player) throws InvalidMessageException {
        PlayerPlace[] places = Places.active(rules, 5);
        places[player].input(5, ByteBuffer.allocate(2), 4, 0);
        return places;
    }

    @Test
    void aPlayerGoesIfTheOthersHadToWaitForMoreThanTheRulesAllow() throws InvalidMessageException {
        PlayerPlace[] places = placesWithAnInputOf(0);
        waits.check(places, 5, true, 0);
        assertNull(waits.problem(places[1], 500 * MILLI));
        assertTrue(waits.mayEnter(501 * MILLI));
        assertEquals(
                "the others had to wait 501 ms of the last 10000 ms for player 1, and the match settings allow 500 ms; "
                        + Messages.JOIN_AGAIN,
                waits.problem(places[1], 501 * MILLI));
        assertNull(waits.problem(places[0], 501 * MILLI));
        waits.gone.takeOver(places[1].waited, 501 * MILLI);
        assertEquals(0, places[1].waited.lastNanos(501 * MILLI), "the next player of the place pays nothing");
        assertFalse(waits.mayEnter(10_000 * MILLI));
        assertFalse(waits.mayEnter(10_200 * MILLI));
        assertTrue(waits.mayEnter(10_700 * MILLI), "it lies far enough back");
    }

    @Test
    void waitsAddUp() throws InvalidMessageException {
        PlayerPlace[] places = placesWithAnInputOf(0);
        PlayerWait waited = places[1].waited;
        for (int i = 0; i < 5; i++) {
            waits.check(places, 5, true, i * 1_500 * MILLI);
            waits.check(places, 5, true, (i * 1_500 + 50) * MILLI);
            waited.end((i * 1_500 + 100) * MILLI);
            assertEquals((i + 1) * 100 * MILLI, waited.lastNanos((i * 1_500 + 100) * MILLI));
        }
        waits.check(places, 5, true, 7_500 * MILLI);
        waited.end(7_507 * MILLI);
        assertEquals(507 * MILLI, waited.lastNanos(7_507 * MILLI));
        assertEquals(507 * MILLI, waited.lastNanos(10_000 * MILLI));
        assertEquals(407 * MILLI, waited.lastNanos(10_250 * MILLI), "the first wait lies too far back");
        assertEquals(0, waited.lastNanos(30_000 * MILLI));
    }

    @Test
    void noOneWaitsForAPlayerIfAllAreLate() {
        PlayerPlace[] places = Places.active(rules, 5);
        waits.check(places, 5, true, 0);
        assertEquals(0, places[1].waited.lastNanos(2_000 * MILLI));
        assertEquals(2_000 * MILLI, places[1].waited.nanos(2_000 * MILLI));
    }

    @Test
    void aWaitThatTheScaleCausesDoesNotCount() throws InvalidMessageException {
        PlayerPlace[] places = placesWithAnInputOf(0);
        waits.check(places, 5, false, 0);
        assertEquals(0, places[1].waited.lastNanos(1_000 * MILLI));
        waits.check(places, 5, true, 1_000 * MILLI);
        assertEquals(100 * MILLI, places[1].waited.lastNanos(1_100 * MILLI));
        waits.check(places, 5, false, 1_100 * MILLI);
        assertEquals(100 * MILLI, places[1].waited.lastNanos(1_300 * MILLI));
    }

    /**
     * A donor may let the others wait while it saves, but must not use up what is left of that once its world arrives,
     * and must not get more time by being asked again.
     */
    @Test
    void aWaitAfterTheEndOfASaveCounts() throws InvalidMessageException {
        PlayerPlace[] places = placesWithAnInputOf(0);
        PlayerWait waited = places[1].waited;
        waited.beginSave(0);
        waits.check(places, 5, true, 0);
        places[1].input(5, ByteBuffer.allocate(2), 5, 400 * MILLI);
        places[0].input(6, ByteBuffer.allocate(2), 6, 400 * MILLI);
        assertTrue(waited.rests(4_399 * MILLI) && !waited.rests(4_400 * MILLI), "its world may never come");
        waits.check(places, 6, true, 400 * MILLI);
        assertEquals(0, waited.lastNanos(500 * MILLI), "an input does not end the save");
        waited.endSave(500 * MILLI);
        assertEquals(100 * MILLI, waited.lastNanos(600 * MILLI));
        assertTrue(waited.rests(5_499 * MILLI) && !waited.rests(5_500 * MILLI));
        waited.end(600 * MILLI);
        waited.begin(true, 5_000 * MILLI);
        waited.end(5_100 * MILLI);
        assertFalse(waited.rests(5_500 * MILLI), "a later wait has nothing to do with the save");
        waited.beginSave(6_000 * MILLI);
        waited.end(6_100 * MILLI);
        assertFalse(waited.rests(7_100 * MILLI), "the save before that does not count again");
    }

    @Test
    void aPlayerForWhomNoOneWaitsMayBeSilentForFiveSeconds() {
        PlayerPlace[] places = Places.active(rules, 5);
        assertNull(waits.problem(places[1], 4_999 * MILLI));
        assertEquals("player 1 was silent for 5000 ms, the limit is 5000 ms", waits.problem(places[1], 5_000 * MILLI));
        waits.check(places, 5, true, 0);
        places[0].peer.link.forgive(5_000 * MILLI);
        assertNotNull(waits.problem(places[0], 5_000 * MILLI), "it is heard, but sends no input");
        assertNull(waits.problem(Places.of(rules)[0], 5_000 * MILLI), "a free place");
    }
}
