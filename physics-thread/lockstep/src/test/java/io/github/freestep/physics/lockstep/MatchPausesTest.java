package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings.OnSilence;
import io.github.freestep.physics.lockstep.MatchSettings.Right;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.time.Ratio;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Who may pause a match, change its time scale, or remove players. */
class MatchPausesTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void pausesAndScalesTimeForAll() {
        Table table = Table.started(Table.settings(2));
        ScriptedPeer peer = table.peers.get(0);
        peer.send(Messages::writePause);
        table.network.run(SECOND);
        long paused = table.tick();
        assertEquals(1, table.peers.get(1).pausedBy);
        table.network.run(SECOND);
        assertEquals(paused, table.tick());
        assertEquals(2, table.peers.get(1).rates, "one with the welcome, one for the pause");
        table.peers.get(1).send(Messages::writeResume);
        peer.send(to -> Messages.writeScale(to, Ratio.of(1, 2)));
        table.network.run(2 * SECOND);
        assertEquals(60, table.tick() - paused, 2);
        assertEquals(0.5, table.peers.get(1).rate);
        table.assertSame(paused + 50);
    }

    @Test
    void onePlayerCannotStandInTheWayOfTheOthers() {
        Table table = Table.started(Table.settings(3));
        ScriptedPeer liar = table.peers.get(2);
        long tick = table.tick();
        for (int i = 0; i < 200; i++) {
            liar.send(to -> Messages.writeScale(to, Ratio.of(1_000)));
            table.network.run(50_000_000);
        }
        assertEquals(600, table.tick() - tick, 6, "the host alone may scale time");
        assertEquals("only the host, player 0, may change the time scale, by the match settings", liar.refusal);
        assertEquals(1, liar.answers, "the same answer is sent once");
        tick = table.tick();
        for (int i = 0; i < 6_000; i++) {
            liar.send(Messages::writePause);
            table.network.run(50_000_000);
        }
        assertEquals(60 * (300 - 3 * 60), table.tick() - tick, 30, "three pauses of a minute in five minutes");
        assertEquals("player 2 has paused the match 3 times, as often as the match settings allow", liar.refusal);
        assertNull(liar.end);
    }

    @Test
    void aMajorityMayPauseAndScaleIfTheSettingsSaySo() {
        Table table = Table.started(
                Table.settings(3).timeScale(Right.MAJORITY).pauses(Right.MAJORITY, 10, Duration.ofSeconds(60)));
        table.peers.get(0).send(to -> Messages.writeScale(to, Ratio.of(1, 2)));
        table.peers.get(0).send(Messages::writePause);
        table.network.run(SECOND);
        assertEquals(1, table.peers.get(1).rate);
        table.peers.get(2).send(to -> Messages.writeScale(to, Ratio.of(1, 2)));
        table.network.run(SECOND);
        assertEquals(0.5, table.peers.get(1).rate);
        table.peers.get(2).send(Messages::writePause);
        table.network.run(SECOND);
        assertEquals(0b101, table.peers.get(1).pausedBy);
        assertEquals("", table.peers.get(2).refusal);
        table.network.run(30 * SECOND);
        table.peers.get(1).send(Messages::writePause);
        table.network.run(30 * SECOND);
        assertEquals(0, table.peers.get(1).pausedBy, "a further wish does not prolong the pause");
        for (int player = 0; player < 2; player++) {
            table.peers.get(player).send(Messages::writePause);
        }
        table.network.run(SECOND);
        assertEquals(0b11, table.peers.get(1).pausedBy);
        table.peers.get(0).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        assertEquals(0, table.peers.get(1).pausedBy, "1 of 2 is no majority");
    }

    @Test
    void theHostAloneMayPauseIfTheSettingsSaySo() {
        Table table = Table.started(Table.settings(2).pauses(Right.HOST, 10, Duration.ofSeconds(60)));
        table.peers.get(1).send(Messages::writePause);
        table.network.run(SECOND);
        assertEquals(0, table.peers.get(1).pausedBy);
        table.peers.get(0).send(Messages::writePause);
        table.network.run(SECOND);
        table.peers.get(1).send(Messages::writeResume);
        table.network.run(SECOND);
        assertEquals(1, table.peers.get(1).pausedBy);
    }

    @Test
    void aPlayerWhoClaimsToBeLateAndIsNotSlowsNoOne() {
        Table table = new Table(Table.settings(3));
        table.join(0);
        table.join(1).claimedLateNanos = 2_000 * SECOND;
        table.join(2, new SimulatedNetwork.Conditions().delay(100_000_000, 0)).claimedLateNanos = 2_000 * SECOND;
        table.network.run(16 * SECOND);
        assertEquals(1, table.network.sequencer().status().speed());
    }

    @Test
    void moreThanHalfOfTheOthersVoteAPlayerOut() {
        Table table = Table.started(Table.settings(4));
        table.peers.get(0).send(to -> Messages.writeRemove(to, 3));
        table.peers.get(0).send(to -> Messages.writeRemove(to, 3));
        table.network.run(SECOND);
        assertEquals(4, table.network.sequencer().status().players());
        assertEquals(
                "1 of 3 other players have asked to remove player 3, and 2 are needed", table.peers.get(0).refusal);
        table.peers.get(1).send(to -> Messages.writeRemove(to, 3));
        table.network.run(SECOND);
        assertEquals("removed: player 3 was voted out by 2 of 3 other players", table.peers.get(3).end);
        assertEquals(3, table.network.sequencer().status().players());
    }

    @Test
    void resumesWhenThePausingPlayerLeaves() {
        Table table = Table.started(Table.settings(3));
        ScriptedPeer peer = table.peers.get(1);
        peer.send(Messages::writePause);
        table.network.run(SECOND);
        long paused = table.tick();
        peer.send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        assertTrue(table.tick() > paused + 50);
        assertEquals("removed: player 1 left", peer.end);
    }

    @Test
    void aMatchThatAllHaveLeftInAPauseCanBeJoined() {
        Table table = Table.started(Table.settings(2).silence(Duration.ofSeconds(1), OnSilence.REMOVE));
        table.peers.get(0).send(Messages::writePause);
        table.network.run(SECOND);
        table.peers.get(1).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        table.network.remove(table.peers.get(0));
        table.network.run(3 * SECOND);
        ScriptedPeer again = table.join(-1);
        table.network.run(3 * SECOND);
        assertTrue(again.active, () -> table.network.sequencer() + ", " + again.said);
        assertFalse(table.network.sequencer().status().isPaused());
    }

    @Test
    void twoRequestsToRemoveAPlayerRemoveItOnce() {
        Table table = Table.started(Table.settings(3).silence(Duration.ofSeconds(60), OnSilence.REMOVE));
        table.peers.get(1).silent = true;
        table.network.run(SECOND);
        table.peers.get(0).send(to -> Messages.writeRemove(to, 1));
        table.peers.get(2).send(to -> Messages.writeRemove(to, 1));
        table.network.run(SECOND);
        assertEquals(2, table.network.sequencer().status().players());
        assertTrue(table.peers.get(0).left.contains(1), "no tick says that the player has left");
    }

    @Test
    void whoWaitsForAPlaceLearnsOnceOfAPauseAndOnceOfItsEnd() {
        Table table = Table.started(Table.settings(2).silence(Duration.ofSeconds(60), OnSilence.PAUSE));
        table.peers.get(0).send(Messages::writePause);
        table.network.run(SECOND);
        table.network.remove(table.peers.get(1));
        table.network.run(SECOND);
        ScriptedPeer stranger = new ScriptedPeer(table.network, table.settings, 1, new SimulatedNetwork.Conditions());
        stranger.identity = 5;
        table.network.run(7 * SECOND);
        assertNull(stranger.end);
        assertEquals(0, stranger.rate);
        assertEquals(1, stranger.rates);
        table.peers.get(0).send(Messages::writeResume);
        table.network.run(SECOND);
        assertNull(stranger.end);
        assertEquals(1, stranger.rate);
        assertEquals(2, stranger.rates);
    }

    @Test
    void votesAgainstAPlayerWhoHasLeftAreNotAgainstTheNext() {
        Table table = Table.started(Table.settings(4));
        table.peers.get(0).send(to -> Messages.writeRemove(to, 3));
        table.peers.get(3).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        ScriptedPeer next = table.join(3);
        table.network.run(2 * SECOND);
        table.peers.get(1).send(to -> Messages.writeRemove(to, 3));
        table.network.run(SECOND);
        assertNull(next.end);
        assertEquals(4, table.network.sequencer().status().players());
    }

    @Test
    void aPauseEndsAfterTheTimeInWhichPlayersCouldEndIt() {
        Table table = Table.started(Table.settings(2).pauses(Right.ALL, 3, Duration.ofSeconds(10)));
        table.peers.get(0).send(Messages::writePause);
        table.network.run(SECOND);
        table.network.clock().advance(100 * SECOND);
        table.network.run(8 * SECOND);
        assertTrue(table.network.sequencer().status().isPaused());
        table.network.run(2 * SECOND);
        assertFalse(table.network.sequencer().status().isPaused());
    }

    @Test
    void theHostIsThePlayerWithTheLowestNumber() {
        Table table = Table.started(Table.settings(3));
        table.peers.get(0).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        table.peers.get(2).send(to -> Messages.writeScale(to, Ratio.of(2)));
        table.network.run(SECOND);
        assertEquals(
                "only the host, player 1, may change the time scale, by the match settings",
                table.peers.get(2).refusal);
        table.peers.get(1).send(to -> Messages.writeScale(to, Ratio.of(2)));
        table.network.run(SECOND);
        assertEquals(2, table.peers.get(2).rate);
    }

    @Test
    void theWishOfAPlayerWhoHasLeftNeedsNoAnswer() {
        Table table = Table.started(Table.settings(4).timeScale(Right.MAJORITY));
        table.peers.get(0).send(to -> Messages.writeScale(to, Ratio.of(1, 2)));
        table.network.run(SECOND);
        table.peers.get(0).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        for (int player = 1; player < 3; player++) {
            table.peers.get(player).send(to -> Messages.writeScale(to, Ratio.of(1, 2)));
        }
        table.network.run(SECOND);
        assertEquals(0.5, table.peers.get(3).rate);
    }

    @Test
    void whoIsNotInTheMatchCanNotBeRemoved() {
        Table table = Table.started(Table.settings(3));
        ScriptedPeer by = table.peers.get(1);
        table.peers.get(2).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        for (int player : new int[] {-1, 1, 2, 3}) {
            by.send(to -> Messages.writeRemove(to, player));
            table.network.run(SECOND / 10);
            assertEquals(
                    "a player who is to be removed must take part, and must not be the one who asks, was player "
                            + player,
                    by.refusal);
        }
        by.send(to -> Messages.writeRemove(to, 0));
        table.network.run(SECOND / 10);
        assertEquals("1 of 1 other players have asked to remove player 0, and 2 are needed", by.refusal);
        assertEquals(2, table.network.sequencer().status().players());
    }
}
