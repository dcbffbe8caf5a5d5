package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.MatchSettings.OnSilence;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WaitsTest {
    private static final long MILLI = 1_000_000;

    private static MatchRules rules(OnSilence then) {
        return Rules.of(MatchSettings.of("t", StateLayout.of(1), 2).axes(0).silence(Duration.ofMillis(500), then));
    }

    private final MatchRules rules = rules(OnSilence.REMOVE);
    private final Waits waits = new Waits(rules);

    @Test
    void waitsForPlayersWhoseInputOfADueTickIsMissing() throws InvalidMessageException {
        PlayerPlace[] places = Places.active(rules, 5, 0);
        places[0].input(5, ByteBuffer.allocate(2), 4, 0);
        waits.check(places, Waits.NONE_DUE, 0);
        assertEquals(0, waits.awaited());
        waits.check(places, 5, 0);
        assertEquals(0b10, waits.awaited());
        waits.check(places, 5, 30 * MILLI);
        assertEquals(30 * MILLI, waits.nanos());
        assertEquals(0b11, Waits.missing(places, 6));
    }

    @Test
    void waitsForAllBeforeTheStart() {
        PlayerPlace[] places = Places.of(rules);
        places[0].take(Places.peer(0), null);
        places[0].ready();
        waits.checkStart(places, 10);
        assertEquals(0b10, waits.awaited());
        waits.checkStart(places, 25);
        assertEquals(15, waits.nanos());
    }

    @Test
    void reportsAWaitEachTenthOfASecond() {
        PlayerPlace[] places = Places.active(rules, 5, 0);
        int reports = 0;
        for (int millis = 0; millis < 350; millis++) {
            waits.check(places, 5, millis * MILLI);
            reports += waits.reports() ? 1 : 0;
        }
        assertEquals(3, reports);
    }

    @Test
    void aSilentPlayerIsRemoved() {
        PlayerPlace[] places = Places.active(rules, 5, 0);
        waits.check(places, Waits.NONE_DUE, 499 * MILLI);
        assertFalse(waits.isSilent(places[1]));
        waits.check(places, Waits.NONE_DUE, 500 * MILLI);
        assertTrue(waits.isSilent(places[1]));
        assertFalse(waits.pauses());
        assertEquals("player 1 was silent for 500 ms, the limit is 500 ms", waits.reason(places[1], 500 * MILLI));
    }

    @Test
    void aPlayerWhoIsHeardButSendsNoInputIsSilentToo() {
        PlayerPlace[] places = Places.active(rules, 5, 0);
        waits.check(places, 5, 0);
        places[0].peer().link().forgive(500 * MILLI);
        waits.check(places, 5, 500 * MILLI);
        assertTrue(waits.isSilent(places[0]));
    }

    @Test
    void theMatchPausesForASilentPlayerIfTheRulesSaySo() {
        MatchRules pauses = rules(OnSilence.PAUSE);
        Waits pausing = new Waits(pauses);
        PlayerPlace[] places = Places.active(pauses, 5, 0);
        places[0].peer().link().forgive(100 * MILLI);
        pausing.check(places, Waits.NONE_DUE, 500 * MILLI);
        assertTrue(pausing.pauses());
        assertFalse(pausing.isSilent(places[1]));
        assertEquals(0b10, pausing.awaited());
        assertEquals(500 * MILLI, pausing.nanos());
    }

    @Test
    void aMatchThatMayBeginWithoutAllWaitsOnlyForThoseWhoHaveJoined() {
        MatchRules early = Rules.of(MatchSettings.of("t", StateLayout.of(1), 3)
                .minPlayers(2)
                .silence(Duration.ofMillis(500), OnSilence.REMOVE));
        Waits start = new Waits(early);
        PlayerPlace[] places = Places.of(early);
        places[0].take(Places.peer(0), null);
        places[0].ready();
        start.checkStart(places, 0);
        assertEquals(0b110, start.awaited());
        places[1].take(Places.peer(0), null);
        start.checkStart(places, 0);
        assertEquals(0b010, start.awaited());
        places[1].ready();
        start.checkStart(places, 499 * MILLI);
        assertEquals(0, start.awaited());
        assertFalse(start.isSilent(places[0]));
        start.checkStart(places, 500 * MILLI);
        assertTrue(start.isSilent(places[0]) && start.isSilent(places[1]));
        assertFalse(start.isSilent(places[2]));
    }

    @Test
    void reportsAWaitBeforeTheStart() {
        PlayerPlace[] places = Places.of(rules);
        waits.checkStart(places, 0);
        assertFalse(waits.reports());
        waits.checkStart(places, 100 * MILLI);
        assertTrue(waits.reports());
        waits.checkStart(places, 200 * MILLI - 1);
        assertFalse(waits.reports());
        waits.checkStart(places, 200 * MILLI);
        assertTrue(waits.reports());
    }
}
