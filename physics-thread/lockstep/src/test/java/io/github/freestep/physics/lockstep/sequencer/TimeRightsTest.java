package io.github.freestep.physics.lockstep.sequencer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.MatchSettings.Right;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeRightsTest {
    private static final long SECOND = 1_000_000_000;
    private static final int ALL = 0b11111;
    private static final int HOST = 0;
    private static final Ratio HALF = Ratio.of(1, 2);

    private static TimeRights rights(Right who) {
        return new TimeRights(Rules.of(MatchSettings.of("test", StateLayout.of(1), 5)
                .pauses(who, 2, Duration.ofSeconds(10))
                .timeScale(who)));
    }

    private static TimeRights pausedByMajority() {
        TimeRights rights = rights(Right.MAJORITY);
        assertEquals(
                "1 of 5 players has asked for a pause in the last 30 s, and 3 are needed",
                rights.pause(0, ALL, HOST, 0));
        assertEquals(
                "2 of 5 players have asked for a pause in the last 30 s, and 3 are needed",
                rights.pause(1, ALL, HOST, SECOND));
        assertNull(rights.pause(2, ALL, HOST, 2 * SECOND));
        assertEquals(0b111, rights.paused());
        return rights;
    }

    @Test
    void aWishInAPauseOfTheMajorityDoesNotProlongIt() {
        TimeRights rights = pausedByMajority();
        assertNull(rights.pause(3, ALL, HOST, 11 * SECOND));
        assertNull(rights.pause(0, ALL, HOST, 11 * SECOND));
        rights.expire(12 * SECOND);
        assertEquals(0, rights.paused());
    }

    @Test
    void aPlayerWhoLeavesDoesNotProlongAPauseOfTheMajority() {
        TimeRights rights = pausedByMajority();
        rights.leaves(4, 0b01111, 8 * SECOND);
        assertEquals(0b111, rights.paused());
        rights.expire(12 * SECOND);
        assertEquals(0, rights.paused());
    }

    @Test
    void theEndOfAPauseOfTheMajorityEndsAllWishes() {
        TimeRights rights = pausedByMajority();
        rights.pause(3, ALL, HOST, 11 * SECOND);
        rights.expire(12 * SECOND);
        rights.pause(0, ALL, HOST, 13 * SECOND);
        rights.pause(1, ALL, HOST, 13 * SECOND);
        assertEquals(0, rights.paused());
        rights.pause(2, ALL, HOST, 13 * SECOND);
        assertNull(rights.resume(4, HOST));
        rights.pause(3, ALL, HOST, 14 * SECOND);
        assertEquals(0, rights.paused());
    }

    @Test
    void wishesAge() {
        TimeRights rights = rights(Right.MAJORITY);
        for (int player = 0; player < 3; player++) {
            rights.pause(player, ALL, HOST, player * 16 * SECOND);
            rights.scale(player, HALF, ALL, HOST, player * 16 * SECOND);
        }
        assertEquals(0, rights.paused());
        assertEquals(Ratio.ONE, rights.scale());
        rights.forgive(5 * SECOND);
        rights.pause(0, ALL, HOST, 50 * SECOND);
        rights.scale(0, HALF, ALL, HOST, 50 * SECOND);
        assertEquals(0b111, rights.paused());
        assertEquals(HALF, rights.scale());
    }

    @Test
    void theMajorityIsCountedAnewWhenAPlayerLeaves() {
        TimeRights rights = rights(Right.MAJORITY);
        rights.pause(0, ALL, HOST, 0);
        rights.pause(1, ALL, HOST, 0);
        rights.scale(0, HALF, ALL, HOST, 0);
        rights.scale(1, HALF, ALL, HOST, 0);
        rights.leaves(4, 0b01111, SECOND);
        assertEquals(0, rights.paused());
        assertEquals(Ratio.ONE, rights.scale());
        rights.leaves(3, 0b00111, SECOND);
        assertEquals(0b11, rights.paused());
        assertEquals(HALF, rights.scale());
        rights.leaves(1, 0b00101, SECOND);
        assertEquals(0, rights.paused(), "1 of 2 is no majority");
    }

    @Test
    void anAgreedTimeScaleEndsAllOlderWishes() {
        TimeRights rights = rights(Right.MAJORITY);
        assertEquals(
                "1 of 5 players has asked for this time scale in the last 30 s, and 3 are needed",
                rights.scale(0, HALF, ALL, HOST, 0));
        rights.scale(1, HALF, ALL, HOST, 0);
        assertNull(rights.scale(2, HALF, ALL, HOST, 0));
        for (int player = 2; player < 5; player++) {
            rights.scale(player, Ratio.ONE, ALL, HOST, SECOND);
        }
        assertEquals(Ratio.ONE, rights.scale());
        rights.scale(2, HALF, ALL, HOST, SECOND);
        assertEquals(Ratio.ONE, rights.scale());
    }

    @Test
    void whoMustNotIsSaid() {
        TimeRights host = rights(Right.HOST);
        assertEquals(
                "only the host, player 0, may pause the match, by the match settings", host.pause(1, ALL, HOST, 0));
        assertEquals(
                "only the host, player 0, may change the time scale, by the match settings",
                host.scale(1, HALF, ALL, HOST, 0));
        assertNull(host.pause(0, ALL, HOST, 0));
        assertEquals("only the host, player 0, may end a pause, by the match settings", host.resume(1, HOST));
        assertEquals(1, host.paused());
    }

    @Test
    void eachPlayerHasItsOwnPauses() {
        TimeRights rights = rights(Right.ALL);
        assertNull(rights.pause(1, ALL, HOST, 0));
        assertNull(rights.pause(1, ALL, HOST, 5 * SECOND), "asks for nothing new");
        rights.expire(10 * SECOND);
        assertEquals(0, rights.paused());
        assertNull(rights.pause(1, ALL, HOST, 20 * SECOND));
        assertNull(rights.resume(2, HOST));
        assertEquals(0, rights.paused());
        rights.leaves(1, ALL, 20 * SECOND);
        assertEquals(
                "player 1 has paused the match 2 times, as often as the match settings allow",
                rights.pause(1, ALL, HOST, 0));
        assertNull(rights.pause(2, ALL, HOST, 0));
    }

    @Test
    void aWishIsFulfilledByWhatOthersHaveAskedFor() {
        TimeRights majority = rights(Right.MAJORITY);
        assertFalse(majority.fulfils(0, true));
        assertFalse(majority.fulfils(0, HALF));
        for (int player = 0; player < 3; player++) {
            majority.pause(player, ALL, HOST, 0);
            majority.scale(player, HALF, ALL, HOST, 0);
        }
        assertTrue(majority.fulfils(4, true), "a pause of the majority is that of all");
        assertTrue(majority.fulfils(4, HALF));
        assertFalse(majority.fulfils(4, Ratio.of(2)));
        assertFalse(majority.fulfils(4, null));
        TimeRights all = rights(Right.ALL);
        all.pause(1, ALL, HOST, 0);
        assertTrue(all.fulfils(1, true));
        assertFalse(all.fulfils(2, true), "the pause of another player ends without this one");
        assertNull(all.scale(1, HALF, ALL, HOST, 0));
        assertEquals(HALF, all.scale());
        assertFalse(all.fulfils(1, HALF), "each request is answered by itself");
    }

    @Test
    void theWishesAndThePauseOfAPlayerWhoLeavesEnd() {
        TimeRights rights = rights(Right.MAJORITY);
        for (int player = 0; player < 2; player++) {
            rights.pause(player, ALL, HOST, 0);
            rights.scale(player, HALF, ALL, HOST, 0);
        }
        rights.leaves(0, 0b11110, 0);
        // Another peer in the place has not asked for anything.
        rights.pause(2, ALL, HOST, 0);
        rights.scale(2, HALF, ALL, HOST, 0);
        assertEquals(0, rights.paused());
        assertEquals(Ratio.ONE, rights.scale());
        TimeRights all = rights(Right.ALL);
        all.pause(1, ALL, HOST, 0);
        all.pause(3, ALL, HOST, 0);
        all.leaves(1, 0b11101, 0);
        assertEquals(0b1000, all.paused());
    }

    @Test
    void aTimeInWhichNoPeerWasHeardDoesNotShortenAPause() {
        TimeRights rights = rights(Right.ALL);
        rights.pause(0, ALL, HOST, 0);
        rights.pause(4, ALL, HOST, SECOND);
        rights.forgive(5 * SECOND);
        rights.expire(15 * SECOND - 1);
        assertEquals(0b10001, rights.paused());
        rights.expire(15 * SECOND);
        assertEquals(0b10000, rights.paused());
        rights.expire(16 * SECOND);
        assertEquals(0, rights.paused());
    }

    @Test
    void withoutAHostTheRefusalNamesNone() {
        assertEquals(
                "only the host may pause the match, by the match settings",
                rights(Right.HOST).pause(1, ALL, Peer.NO_PLAYER, 0));
    }

    @Test
    void theEndOfAPauseOfTheMajorityWithdrawsOlderWishes() {
        TimeRights rights = pausedByMajority();
        assertNull(rights.resume(4, HOST));
        assertEquals(0, rights.paused());
        rights.pause(3, ALL, HOST, 3 * SECOND);
        assertEquals(0, rights.paused(), "the three wishes of before count no more");
    }

    @Test
    void aPlayerCanTakeItsWishForAPauseBack() {
        TimeRights rights = rights(Right.MAJORITY);
        rights.pause(0, ALL, HOST, 0);
        assertNull(rights.resume(0, HOST));
        rights.pause(1, ALL, HOST, 0);
        rights.pause(2, ALL, HOST, 0);
        assertEquals(0, rights.paused());
    }
}
