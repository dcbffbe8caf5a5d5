package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.MatchSettings.OnSilence;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.physics.lockstep.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.link.Link;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a match makes of the inputs of its only player, whose link takes no time. Ticks take 10 ms. */
class MatchTest {
    private static final long MILLI = 1_000_000;
    private static final long PERIOD = 10 * MILLI;
    private static final int DELAY = 4;

    private final Match match = new Match(
            Rules.of(MatchSettings.of("t", StateLayout.of(1), 1)
                    .rate(100)
                    .axes(0)
                    .inputDelay(DELAY, DELAY)
                    .silence(Duration.ofDays(1), OnSilence.REMOVE)),
            1);
    private final PlayerPlace place = match.places()[0];
    private long now;

    private void begin() {
        match.admit(Places.peer(0), place);
        place.ready();
        match.onTime();
    }

    /** Lets the next tick be made, and the input that the player samples at it arrive some time after that. */
    private void tick(long inputAfterNanos, long claimedLateNanos) throws InvalidMessageException {
        long newest = match.status().tick();
        match.advance(now);
        match.onTime();
        assertEquals(newest + 1, match.status().tick());
        now += inputAfterNanos;
        match.advance(now);
        answer(newest + 1, claimedLateNanos);
    }

    /** Sends what a player sends after a tick. */
    private void answer(long tick, long claimedLateNanos) throws InvalidMessageException {
        match.input(place, tick + DELAY, claimedLateNanos, ByteBuffer.allocate(2));
        if (tick % match.rules().hashEvery() == 0) {
            match.hash(place, tick, 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, true", "4999999, true", "5000000, false", "7000000, false"})
    void aTickThatTheSequencerMakesLateIsNoLateTickOfThePlayer(long afterDueNanos, boolean counts)
            throws InvalidMessageException {
        begin();
        for (int i = 1; i <= 100; i++) {
            now = i * PERIOD + afterDueNanos;
            tick(2 * MILLI, MILLI);
        }
        assertEquals(counts ? MILLI : 0, place.lateness().nanos(), 0.01 * MILLI);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void inputsThatComeLaterProveThatAPlayerIsSlowIfTheyWereHeardInTime(boolean heard) throws InvalidMessageException {
        begin();
        assertTrue(place.evidence().believes(now), "at first without evidence");
        for (int i = 1; i <= 1_200; i++) {
            now = i * PERIOD;
            tick(2 * MILLI, 0);
        }
        assertFalse(place.evidence().believes(now));
        for (int i = 1_201; i <= 1_300; i++) {
            now = i * PERIOD;
            if (!heard) {
                match.forgive(0);
            }
            tick(30 * MILLI, 0);
            assertEquals(0, match.status().awaitedPlayers(), "no input is too late for its tick");
        }
        assertEquals(heard, place.evidence().believes(now));
    }

    @ParameterizedTest
    @CsvSource({"0, 0, false", "1, -1, false", "1, 0, true", "2, 9, true", "3, 0, false"})
    void aPositionIsOfAnEarlierRun(long run, long begun, boolean isValid) {
        Match next = new Match(match.rules(), 3);
        Executable position = () -> next.position(peer(), run, begun);
        if (isValid) {
            assertDoesNotThrow(position);
        } else {
            assertThrows(InvalidMessageException.class, position);
        }
    }

    @Test
    void aPositionComesBeforeARequestToJoin() {
        Match next = new Match(match.rules(), 3);
        Peer joining = Places.peer(0);
        assertThrows(InvalidMessageException.class, () -> next.position(joining, 1, 0));
        next.admit(joining, next.places()[0]);
        assertThrows(InvalidMessageException.class, () -> next.position(joining, 1, 0));
    }

    /** A peer that is not joining. */
    private static Peer peer() {
        return new Peer(new Link(7, 100, 0), (to, packet) -> {}, false, 0);
    }

    @Test
    void aSequencerThatStoodStillWaitsLongerForAnEarlierMatch() {
        Match next = new Match(match.rules(), 2);
        next.forgive(1_000 * MILLI);
        next.advance(6_999 * MILLI);
        next.onTime();
        assertTrue(next.isTakingOver());
        next.advance(7_000 * MILLI);
        next.onTime();
        assertFalse(next.isTakingOver());
    }

    @Test
    void aMatchThatStandsBeforeItsFirstTickCatchesUpAQuarterOfASecond() throws InvalidMessageException {
        begin();
        long began = 2_000 * MILLI;
        for (now = began; now < began + 4_000 * MILLI; now += MILLI) {
            long newest = match.status().tick();
            match.advance(now);
            match.onTime();
            for (long tick = newest + 1; tick <= match.status().tick(); tick++) {
                answer(tick, 0);
            }
        }
        assertEquals(25 + 400, match.status().tick(), 2);
    }
}
