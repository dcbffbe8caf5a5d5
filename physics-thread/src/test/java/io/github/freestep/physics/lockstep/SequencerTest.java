package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings.OnSilence;
import io.github.freestep.physics.lockstep.MatchSettings.Right;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.Link;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.Packet;
import io.github.freestep.physics.lockstep.sequencer.Sequencer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SequencerTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long STEP = 1_000_000;

    private static MatchSettings settings(int players) {
        return MatchSettings.of("test", StateLayout.of(1), players).axes(1);
    }

    /** A match of scripted peers with some settings. */
    private static final class Table {
        final MatchSettings settings;
        final SimulatedNetwork network;
        final List<ScriptedPeer> peers = new ArrayList<>();

        Table(MatchSettings settings) {
            this.settings = settings;
            network = new SimulatedNetwork(1, settings, STEP);
        }

        ScriptedPeer join(int player) {
            return join(player, new Conditions());
        }

        ScriptedPeer join(int player, Conditions conditions) {
            ScriptedPeer peer = new ScriptedPeer(network, settings, player, conditions);
            peers.add(peer);
            return peer;
        }

        static Table started(MatchSettings settings) {
            Table table = new Table(settings);
            for (int player = 0; player < settings.players(); player++) {
                table.join(player);
            }
            table.network.run(SECOND);
            return table;
        }

        long tick() {
            return network.sequencer().status().tick();
        }

        /** Checks that all peers have the same states, up to a tick. */
        void assertSame(long atLeast) {
            long compared = 0;
            for (long tick = 1; tick <= tick(); tick++) {
                Long right = null;
                for (ScriptedPeer peer : peers) {
                    Long hash = peer.hashes.get(tick);
                    if (hash != null && right != null) {
                        assertEquals(right, hash, "tick " + tick);
                        compared = tick;
                    }
                    right = right == null ? hash : right;
                }
            }
            assertTrue(compared >= atLeast, "compared up to tick " + compared);
        }
    }

    @Test
    void startsWhenAllHaveJoined() {
        Table table = new Table(settings(2));
        ScriptedPeer first = table.join(-1);
        table.network.run(SECOND);
        assertEquals(0, table.tick());
        assertEquals(0b10, first.waitedFor);
        ScriptedPeer second = table.join(-1);
        table.network.run(SECOND);
        assertTrue(table.tick() >= 55 && table.tick() <= 60, "tick " + table.tick());
        assertEquals(0, first.player);
        assertEquals(1, second.player);
        table.assertSame(50);
        assertTrue(table.network.sequencer().status().agreedTick() >= 50);
        assertEquals(1, table.network.sequencer().status().speed());
    }

    @Test
    void refusesOtherSettingsAndNamesBothSides() {
        Table table = new Table(settings(2).version("1.2").rate(60));
        ScriptedPeer peer =
                new ScriptedPeer(table.network, settings(2).version("1.3").rate(50), -1, new Conditions());
        table.network.run(SECOND);
        assertEquals(
                "refused: the sequencer has version=1.2, the player has version=1.3;"
                        + " the sequencer has rate=60, the player has rate=50",
                peer.end);
    }

    @Test
    void refusesPlayersWithoutPlace() {
        Table table = Table.started(settings(2));
        ScriptedPeer third = table.join(-1);
        ScriptedPeer second = table.join(1);
        ScriptedPeer none = table.join(2);
        table.network.run(SECOND);
        assertEquals("refused: all 2 players are in the match already", third.end);
        assertEquals("refused: player 1 is in the match already", second.end);
        assertEquals("refused: player must be between 0 and 1, or -1 for any, was 2", none.end);
        table.assertSame(100);
    }

    @Test
    void saysForWhomTheMatchWaitsThenRemovesTheSilentPlayer() {
        Table table = Table.started(settings(3).silence(Duration.ofSeconds(2), OnSilence.REMOVE));
        ScriptedPeer hung = table.peers.get(1);
        hung.silent = true;
        table.network.run(SECOND);
        long stalledAt = table.tick();
        assertEquals(0b10, table.peers.get(0).waitedFor);
        assertTrue(table.peers.get(0).waitedNanos > SECOND / 2);
        table.network.run(SECOND / 2);
        assertEquals(stalledAt, table.tick());
        table.network.run(2 * SECOND);
        assertEquals("removed: player 1 was silent for 2000 ms, the limit is 2000 ms", hung.end);
        assertEquals(2, table.network.sequencer().status().players());
        assertTrue(table.tick() > stalledAt + 30);
        table.assertSame(stalledAt + 30);
    }

    @Test
    void catchesUpAtMostAQuarterOfASecondAndNotFasterThanAllowed() {
        Table table = Table.started(settings(2));
        ScriptedPeer peer = table.peers.get(0);
        ScriptedPeer hung = table.peers.get(1);
        hung.silent = true;
        table.network.run(3 * SECOND);
        long stalledAt = table.tick();
        hung.silent = false;
        int before = peer.arrivals.size();
        table.network.run(SECOND);
        long made = table.tick() - stalledAt;
        assertTrue(made >= 60 + 12 && made <= 60 + 16, "ticks in the second after the wait: " + made);
        long since = peer.arrivals.get(before);
        long tenth = peer.arrivals.stream()
                .filter(at -> at - since >= 0 && at - since < SECOND / 10)
                .count();
        assertTrue(tenth <= 13, "frames in the first tenth of a second: " + tenth);
        table.assertSame(stalledAt + 60);
    }

    @Test
    void pausesForASilentPlayerIfTheSettingsSaySo() {
        Table table = Table.started(settings(2).silence(Duration.ofMillis(500), OnSilence.PAUSE));
        ScriptedPeer hung = table.peers.get(1);
        hung.silent = true;
        table.network.run(2 * SECOND);
        assertTrue(table.network.sequencer().status().isPaused());
        assertEquals(0, table.peers.get(0).rate);
        assertEquals(Long.MIN_VALUE, table.peers.get(0).pausedBy);
        long stalledAt = table.tick();
        hung.silent = false;
        table.network.run(SECOND);
        assertFalse(table.network.sequencer().status().isPaused());
        assertTrue(table.tick() >= stalledAt + 60);
        assertNull(hung.end);
        table.assertSame(stalledAt + 50);
    }

    @Test
    void removesAPlayerForWhomTheMatchWaitsOnRequestOnly() {
        Table table = Table.started(settings(3).silence(Duration.ofSeconds(60), OnSilence.PAUSE));
        ScriptedPeer by = table.peers.get(0);
        by.send(to -> Messages.writeRemove(to, 2));
        table.network.run(SECOND);
        assertEquals(3, table.network.sequencer().status().players());
        table.peers.get(1).silent = true;
        table.network.run(SECOND);
        by.send(to -> Messages.writeRemove(to, 1));
        table.network.run(SECOND);
        assertEquals("removed: player 0 removed player 1, for whom the match waited", table.peers.get(1).end);
        assertEquals(2, table.network.sequencer().status().players());
    }

    @Test
    void aSilentPlayerCanBeRemovedAlsoIfNoTickIsDue() {
        Table table = Table.started(settings(3).silence(Duration.ofMillis(500), OnSilence.PAUSE));
        ScriptedPeer by = table.peers.get(0);
        by.send(Messages::writePause);
        table.network.run(SECOND);
        table.network.remove(table.peers.get(2));
        table.network.run(SECOND);
        by.send(Messages::writeResume);
        table.network.run(SECOND);
        long paused = table.tick();
        assertEquals(0b100, by.waitedFor);
        by.send(to -> Messages.writeRemove(to, 2));
        table.network.run(SECOND);
        assertTrue(table.tick() > paused + 50, "tick " + table.tick());
    }

    @Test
    void theTimeInWhichNobodyCouldBeHeardIsNoSilence() {
        Table table = Table.started(settings(2).silence(Duration.ofMillis(500), OnSilence.REMOVE));
        long tick = table.tick();
        table.network.clock().advance(100 * SECOND);
        table.network.run(SECOND);
        assertEquals(2, table.network.sequencer().status().players());
        assertTrue(table.tick() > tick + 50 && table.tick() < tick + 90, "tick " + table.tick());
        assertEquals(2, table.network.sequencer().status().inputDelayTicks());
    }

    @Test
    void aPlayerWhoFloodsTheOthersWithCommandsIsRemoved() {
        Table table = Table.started(settings(3));
        ScriptedPeer flooding = table.peers.get(1);
        flooding.commandBytes = 30_000;
        table.network.run(3 * SECOND);
        assertEquals(
                "removed: a player must send at most 262144 bytes of actions and commands per second", flooding.end);
        assertEquals(2, table.network.sequencer().status().players());
        table.assertSame(120);
    }

    @Test
    void pausesAndScalesTimeForAll() {
        Table table = Table.started(settings(2));
        ScriptedPeer peer = table.peers.get(0);
        peer.send(Messages::writePause);
        table.network.run(SECOND);
        long paused = table.tick();
        assertEquals(1, table.peers.get(1).pausedBy);
        table.network.run(SECOND);
        assertEquals(paused, table.tick());
        table.peers.get(1).send(Messages::writeResume);
        peer.send(to -> Messages.writeScale(to, Ratio.of(1, 2)));
        table.network.run(2 * SECOND);
        assertEquals(60, table.tick() - paused, 2);
        assertEquals(0.5, table.peers.get(1).rate);
        table.assertSame(paused + 50);
    }

    @Test
    void onePlayerCannotStandInTheWayOfTheOthers() {
        Table table = Table.started(settings(3));
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
        Table table =
                Table.started(settings(3).timeScale(Right.MAJORITY).pauses(Right.MAJORITY, 10, Duration.ofSeconds(60)));
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
        Table table = Table.started(settings(2).pauses(Right.HOST, 10, Duration.ofSeconds(60)));
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
        Table table = Table.started(settings(3));
        table.peers.get(2).claimedLateNanos = 2_000 * SECOND;
        table.network.run(15 * SECOND);
        assertEquals(1, table.network.sequencer().status().speed());
    }

    @Test
    void moreThanHalfOfTheOthersVoteAPlayerOut() {
        Table table = Table.started(settings(4));
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
        Table table = Table.started(settings(3));
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
        Table table = Table.started(settings(2).silence(Duration.ofSeconds(1), OnSilence.REMOVE));
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
        Table table = Table.started(settings(3).silence(Duration.ofSeconds(60), OnSilence.REMOVE));
        table.peers.get(1).silent = true;
        table.network.run(SECOND);
        table.peers.get(0).send(to -> Messages.writeRemove(to, 1));
        table.peers.get(2).send(to -> Messages.writeRemove(to, 1));
        table.network.run(SECOND);
        assertEquals(2, table.network.sequencer().status().players());
        assertTrue(table.peers.get(0).left.contains(1), "no tick says that the player has left");
    }

    @Test
    void aPlayerIsNotRemovedForBeingAMomentLate() {
        Table table = new Table(settings(2).inputDelay(2, 2));
        ScriptedPeer by = table.join(0);
        table.join(1, new Conditions().delay(40_000_000, 0));
        table.network.run(SECOND);
        for (int i = 0; i < 100; i++) {
            by.send(to -> Messages.writeRemove(to, 1));
            table.network.run(20_000_000);
        }
        assertEquals(2, table.network.sequencer().status().players());
    }

    @Test
    void adaptsTheDelayToTheLinks() {
        Table table = new Table(settings(2));
        Conditions good = new Conditions();
        Conditions changing = new Conditions();
        ScriptedPeer peer = table.join(0, good);
        table.join(1, changing);
        table.network.run(2 * SECOND);
        assertEquals(2, table.network.sequencer().status().inputDelayTicks());
        changing.delay(100_000_000, 10_000_000);
        table.network.run(4 * SECOND);
        int slow = table.network.sequencer().status().inputDelayTicks();
        assertTrue(slow >= 12 && slow <= 15, "delay " + slow);
        int before = peer.arrivals.size();
        table.network.run(2 * SECOND);
        assertEquals(120, peer.arrivals.size() - before, 2);
        changing.delay(5_000_000, 0);
        table.network.run(10 * SECOND);
        assertEquals(2, table.network.sequencer().status().inputDelayTicks());
        for (int i = 1; i < peer.delays.size(); i++) {
            assertTrue(Math.abs(peer.delays.get(i) - peer.delays.get(i - 1)) <= 1, "at tick " + i);
        }
        assertEquals(1, table.network.sequencer().status().speed());
        table.assertSame(table.tick() - 10);
    }

    @Test
    void slowsTheMatchEvenlyForASlowPlayer() {
        Table table = Table.started(settings(2));
        ScriptedPeer slow = table.peers.get(1);
        slow.stepNanos = 25_000_000;
        table.network.run(3 * SECOND);
        double speed = table.network.sequencer().status().speed();
        assertEquals(0.85 * 16.67 / 25, speed, 0.03);
        ScriptedPeer peer = table.peers.get(0);
        int from = peer.arrivals.size();
        table.network.run(3 * SECOND);
        List<Long> gaps = new ArrayList<>();
        for (int i = from + 1; i < peer.arrivals.size(); i++) {
            gaps.add(peer.arrivals.get(i) - peer.arrivals.get(i - 1));
        }
        assertTrue(gaps.stream().allMatch(gap -> gap >= 28_000_000 && gap <= 31_000_000), "gaps " + gaps);
        slow.stepNanos = 1_000_000;
        table.network.run(15 * SECOND);
        assertEquals(1, table.network.sequencer().status().speed());
        table.assertSame(table.tick() - 10);
    }

    @Test
    void aPlayerWhoSaysThatItIsSlowAndIsNotIsBelievedForTenSeconds() {
        Table table = Table.started(settings(3));
        ScriptedPeer liar = table.peers.get(2);
        liar.claimedStepNanos = 32_000_000;
        table.network.run(5 * SECOND);
        assertEquals(0.85 * 16.67 / 32, table.network.sequencer().status().speed(), 0.01);
        assertEquals(2, table.peers.get(0).slowPlayer);
        table.network.run(20 * SECOND);
        for (int minute = 0; minute < 3; minute++) {
            assertEquals(1, table.network.sequencer().status().speed());
            assertEquals(-1, table.peers.get(0).slowPlayer);
            table.network.run(60 * SECOND);
        }
        liar.send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        ScriptedPeer again = table.join(2);
        again.claimedStepNanos = 32_000_000;
        table.network.run(10 * SECOND);
        assertTrue(again.active);
        assertEquals(1, table.network.sequencer().status().speed(), "who comes back is not believed anew");
    }

    @Test
    void aPlayerWhoIsReallySlowIsBelievedForAsLongAsItIs() {
        Table table = Table.started(settings(2));
        ScriptedPeer slow = table.peers.get(1);
        slow.stepNanos = 25_000_000;
        double possible = 16.67 / 25;
        table.network.run(15 * SECOND);
        table.peers.get(0).waitedNanos = 0;
        for (int second = 0; second < 180; second++) {
            table.network.run(SECOND);
            double speed = table.network.sequencer().status().speed();
            assertTrue(speed < 1.3 * possible && speed > 0.8 * possible, "speed " + speed + " after " + second);
        }
        assertTrue(table.peers.get(0).waitedNanos < 200_000_000, "waited for " + table.peers.get(0).waitedNanos);
        table.assertSame(table.tick() - 10);
    }

    @Test
    void aPlayerWhoHoldsItsInputsAgainAndAgainIsRemovedSoon() {
        Table table = Table.started(settings(3));
        ScriptedPeer lazy = table.peers.get(1);
        for (int i = 0; i < 3 && lazy.end == null; i++) {
            lazy.silent = true;
            table.network.run(48 * SECOND / 10);
            lazy.silent = false;
            table.network.run(SECOND / 10);
        }
        assertTrue(lazy.end.contains("player 1 was too slow: the match waited for it"), lazy.end);
    }

    @Test
    void aPlayerWhoseStepsTakeTooLongIsNamedAndThenRemoved() {
        Table table = Table.started(settings(2));
        ScriptedPeer peer = table.peers.get(0);
        ScriptedPeer slow = table.peers.get(1);
        slow.claimedStepNanos = 1_000_000_000; // A false claim: its inputs come in time.
        table.network.run(3 * SECOND);
        assertEquals(0.25, table.network.sequencer().status().speed());
        assertEquals(1, peer.slowPlayer);
        table.network.run(3 * SECOND);
        assertEquals(
                "removed: player 1 was too slow: its steps take 1000000 us each, which allows 1 % of the speed,"
                        + " and the slowest speed is 25 %, by the match settings",
                slow.end);
        table.network.run(16 * SECOND);
        assertEquals(1, table.network.sequencer().status().speed());
        assertEquals(-1, peer.slowPlayer);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSceneThatIsTooHeavyForAllRemovesAll(int players) {
        Table table = Table.started(settings(players));
        table.peers.forEach(peer -> peer.stepNanos = 100_000_000);
        table.network.run(30 * SECOND);
        for (ScriptedPeer peer : table.peers) {
            assertTrue(peer.end != null && peer.end.contains(" was too slow: "), "ended by " + peer.end);
        }
    }

    @Test
    void aTimeScaleThatNoOneReachesRemovesNoOne() {
        Table table = Table.started(settings(2));
        table.peers.get(1).stepNanos = 5_000_000;
        table.peers.get(0).send(to -> Messages.writeScale(to, Ratio.of(1_000)));
        table.network.run(30 * SECOND);
        assertEquals(2, table.network.sequencer().status().players());
    }

    @Test
    void aPlayerWhoKeepsTheMatchWaitingIsRemoved() {
        Table table = Table.started(settings(2));
        ScriptedPeer lazy = table.peers.get(1);
        for (int i = 0; i < 10; i++) {
            lazy.silent = true;
            table.network.run(4 * SECOND);
            lazy.silent = false;
            table.network.run(SECOND / 20);
        }
        assertEquals(
                "removed: player 1 was too slow: the match waited for it most of the time,"
                        + " and the slowest speed is 25 %, by the match settings",
                lazy.end);
    }

    @Test
    void aPlayerWhoKeepsTheMatchWaitingForShortTimesIsRemoved() {
        Table table = Table.started(settings(2));
        ScriptedPeer lazy = table.peers.get(1);
        lazy.claimedStepNanos = 14_000_000; // So busy that a longer input delay would not help.
        for (int i = 0; i < 300 && lazy.end == null; i++) {
            lazy.silent = true;
            table.network.run(SECOND / 5);
            lazy.silent = false;
            table.network.run(SECOND / 1_000);
        }
        assertEquals(
                "removed: player 1 was too slow: the match waited for it most of the time,"
                        + " and the slowest speed is 25 %, by the match settings",
                lazy.end);
    }

    @Test
    void shortWaitsRemoveNoOneFromAMatchThatNeverSlowsDown() {
        Table table = Table.started(settings(2).slowestSpeed(1));
        ScriptedPeer peer = table.peers.get(1);
        for (int i = 0; i < 10; i++) {
            peer.silent = true;
            table.network.run(SECOND);
            peer.silent = false;
            table.network.run(15 * SECOND);
        }
        assertEquals(2, table.network.sequencer().status().players());
    }

    @Test
    void removesThePeerWhoseStateDiffers() {
        Table table = Table.started(settings(3));
        ScriptedPeer liar = table.peers.get(0);
        liar.lieAt = table.tick() + 10;
        table.network.run(SECOND);
        assertEquals("desync at " + liar.lieAt, liar.end);
        assertTrue(table.peers.get(1).said.contains("dump " + liar.lieAt + " of 0"));
        assertFalse(table.peers.get(2).said.contains("dump " + liar.lieAt + " of 0"));
        assertEquals(2, table.network.sequencer().status().players());
        long tick = table.tick();
        ScriptedPeer again = table.join(0);
        table.network.run(2 * SECOND);
        assertTrue(again.active, () -> "ended by " + again.end);
        assertTrue(table.network.sequencer().status().agreedTick() > tick + 100);
        table.assertSame(tick + 100);
    }

    @Test
    void aWitnessWhoDoesNotAnswerDelaysTheVerdictByTwoSecondsAtMost() {
        Table table = Table.started(settings(3));
        table.peers.get(0).answersSearch = false;
        table.peers.get(2).lieAt = table.tick() + 30;
        table.network.run(2 * SECOND);
        assertNull(table.peers.get(2).end);
        assertEquals(2, table.network.sequencer().status().players(), "the others go on at once");
        table.network.run(SECOND);
        assertEquals("desync at " + table.peers.get(2).lieAt, table.peers.get(2).end);
        assertEquals("", table.peers.get(2).difference);
        assertEquals(1, table.peers.get(0).questions);
        assertNull(table.peers.get(0).end);
    }

    @Test
    void whoAnswersASearchWronglyOrUnaskedIsRemoved() {
        Table table = Table.started(settings(3));
        table.peers.get(0).tooManyParts = 1;
        table.peers.get(2).lieAt = table.tick() + 30;
        table.network.run(SECOND);
        assertEquals("removed: a state must have 9 parts, or none if it is gone, had 10", table.peers.get(0).end);
        assertEquals("desync at " + table.peers.get(2).lieAt, table.peers.get(2).end);
        table.peers.get(1).send(to -> Messages.writeParts(to, 2, new long[] {1}));
        table.network.run(SECOND);
        assertEquals("removed: no search has the number 2", table.peers.get(1).end);
    }

    @Test
    void believesTheLowerNumberOfTwo() {
        Table table = Table.started(settings(2));
        ScriptedPeer liar = table.peers.get(0);
        liar.lieAt = table.tick() + 10;
        table.network.run(SECOND);
        assertNull(liar.end);
        assertEquals("desync at " + liar.lieAt, table.peers.get(1).end);
    }

    @Test
    void bringsInALatePlayerFromASavedWorld() {
        Table table = Table.started(settings(3));
        table.peers.get(1).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(30 * SECOND);
        long tick = table.tick();
        ScriptedPeer late =
                table.join(-1, new Conditions().delay(30_000_000, 10_000_000).faults(0.05, 0.05, 0.01));
        table.network.run(2 * SECOND);
        assertEquals(List.of("welcome 1 WORLD"), late.said);
        assertTrue(late.active);
        assertNull(late.hashes.get(tick - 10));
        assertEquals(3, table.network.sequencer().status().players());
        assertTrue(table.tick() > tick + 110, "made " + (table.tick() - tick) + " ticks");
        table.assertSame(tick + 100);
    }

    @Test
    void bringsInALatePlayerFromAllFramesIfWorldsAreNotExact() {
        Table table = new Table(settings(2));
        table.join(0).exact = false;
        table.join(1).exact = false;
        table.network.run(20 * SECOND);
        table.peers.get(1).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        ScriptedPeer late = table.join(1);
        table.network.run(3 * SECOND);
        assertEquals(List.of("welcome 1 HISTORY"), late.said);
        assertTrue(late.active);
        assertNotNull(late.hashes.get(1L));
        table.assertSame(table.tick() - 10);
    }

    @Test
    void refusesALatePlayerIfTooManyFramesWouldBeNeeded() {
        Table table = new Table(settings(2).history(1 << 17));
        table.join(0).exact = false;
        table.join(1).exact = false;
        table.network.run(60 * SECOND);
        table.peers.get(1).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        ScriptedPeer late = table.join(1);
        table.network.run(3 * SECOND);
        assertTrue(late.end.startsWith("removed: the match can't be joined at tick "), late.end);
        assertTrue(
                late.end.endsWith("because 131072 bytes are kept; raise the history of the match settings"), late.end);
    }

    @Test
    void asksAnotherPlayerIfOneDoesNotSave() {
        Table table = Table.started(settings(3));
        table.peers.get(0).answersSave = false;
        table.peers.get(2).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        ScriptedPeer late = table.join(2);
        table.network.run(8 * SECOND);
        assertTrue(late.active, late.end);
        assertEquals("welcome 2 WORLD", late.said.get(0));
        table.assertSame(table.tick() - 10);
    }

    @Test
    void asksAnotherPlayerIfOneSendsItsWorldTooSlowly() {
        Table table = Table.started(settings(3));
        ScriptedPeer slow = table.peers.get(0);
        slow.answersSave = false;
        table.peers.get(2).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        ScriptedPeer late = table.join(2);
        table.network.run(SECOND / 5);
        for (int i = 0; i < 10; i++) {
            int offset = i;
            slow.send(to -> Messages.writeWorld(to, slow.savedTick, 1_000, offset, ByteBuffer.allocate(1)));
            table.network.run(SECOND);
        }
        assertNull(slow.end);
        assertTrue(late.active, () -> late.said + ", " + late.end);
    }

    @Test
    void doesNotAskAPlayerAgainWhoseWorldWasWrong() {
        for (int others = 1; others <= 2; others++) {
            Table table = Table.started(settings(others + 1));
            table.peers.get(0).savesWrongWorld = true;
            table.peers.get(others).send(to -> Messages.writeLeave(to, false, "bye"));
            table.network.run(SECOND);
            ScriptedPeer first = table.join(others);
            table.network.run(3 * SECOND);
            assertTrue(first.end.startsWith("desync at "), first.end);
            ScriptedPeer second = table.join(others);
            table.network.run(3 * SECOND);
            assertTrue(second.active, () -> second.said + ", " + second.end);
            assertEquals(others == 1 ? Messages.Start.HISTORY : Messages.Start.WORLD, second.start);
        }
    }

    @Test
    void removesAPlayerWhoNeverFinishesToJoin() {
        Table table = Table.started(settings(2));
        table.peers.get(1).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        ScriptedPeer stuck = table.join(1);
        stuck.silent = true;
        table.network.run(40 * SECOND);
        assertEquals("removed: player 1 joined too slowly: it has stepped no tick for 30 s", stuck.end);
        ScriptedPeer again = table.join(1);
        table.network.run(3 * SECOND);
        assertTrue(again.active, () -> again.said + ", " + again.end);
    }

    /** A match of two whose second player has left, and has been away for some seconds. */
    private static Table withOneAway(int seconds) {
        Table table = Table.started(settings(2));
        table.peers.get(1).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(seconds * SECOND);
        return table;
    }

    @Test
    void removesAPlayerWhoJoinsButSendsNoHash() {
        Table table = withOneAway(1);
        ScriptedPeer quiet = table.join(1);
        quiet.quietFrom = 0;
        table.network.run(29 * SECOND);
        assertNull(quiet.end);
        assertTrue(quiet.newest - quiet.tick < 5);
        table.network.run(3 * SECOND);
        assertEquals("removed: player 1 sent no hash that shows a right state for 30 s", quiet.end);
    }

    @Test
    void removesAPlayerWhoJoinsAndComesNoCloser() {
        Table table = withOneAway(10);
        table.peers.get(0).exact = false;
        ScriptedPeer slow = table.join(1);
        slow.exact = false;
        slow.stepNanos = 20_000_000;
        table.network.run(64 * SECOND);
        assertEquals("removed: player 1 joined too slowly: it has come no closer to the others for 30 s", slow.end);
    }

    @Test
    void aPlayerMayNeedLongToCatchUp() {
        Table table = withOneAway(40);
        table.peers.get(0).exact = false;
        ScriptedPeer late = table.join(1);
        late.exact = false;
        late.stepNanos = 11_000_000;
        table.network.run(60 * SECOND);
        assertTrue(late.newest - late.tick > 100, () -> late.tick + " of " + late.newest);
        table.network.run(60 * SECOND);
        assertTrue(late.active, () -> late.said + ", " + late.end);
    }

    @Test
    void aPlayerWhoseWorldMadeAnotherFailIsNotAskedForAMinute() {
        Table table = withOneAway(1);
        for (int i = 0; i < 2; i++) {
            ScriptedPeer late = table.join(1);
            late.quietFrom = 0;
            table.network.run(SECOND / 2);
            assertEquals(i == 0 ? Messages.Start.WORLD : Messages.Start.HISTORY, late.start);
            late.send(to -> Messages.writeLeave(to, true, "the world can't be restored"));
            table.network.run(SECOND / 2);
        }
        // The fault may have been that of those who joined.
        table.network.run(60 * SECOND);
        ScriptedPeer later = table.join(1);
        table.network.run(SECOND / 2);
        assertEquals(Messages.Start.WORLD, later.start);
    }

    @Test
    void aPlayerWhoseWorldsWereWrongTwiceIsNotAskedEvenIfThereIsNoOtherWay() {
        Table table = new Table(settings(2).history(1 << 17));
        table.join(0).savesWrongWorld = true;
        table.join(1);
        table.network.run(30 * SECOND);
        table.peers.get(1).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(30 * SECOND);
        for (int i = 0; i < 2; i++) {
            ScriptedPeer late = table.join(1);
            table.network.run(3 * SECOND);
            assertTrue(late.end.startsWith("desync at "), late.end);
        }
        ScriptedPeer last = table.join(1);
        table.network.run(3 * SECOND);
        assertTrue(last.end.startsWith("removed: the match can't be joined at tick "), last.end);
    }

    @Test
    void goesOnWithoutAPauseForANewConnectionOfAPlayer() {
        Table table = Table.started(settings(2).silence(Duration.ofSeconds(60), OnSilence.PAUSE));
        ScriptedPeer first = table.peers.get(1);
        table.network.remove(first); // As a killed process: it sends nothing, not even signs of life.
        table.network.run(3 * SECOND);
        ScriptedPeer again = table.join(1);
        table.network.run(3 * SECOND);
        assertTrue(again.active, again.end);
        assertEquals(2, table.network.sequencer().status().players());
        table.assertSame(table.tick() - 10);
    }

    @Test
    void aStrangerDoesNotTakeThePlaceOfASilentPlayer() {
        Table table = Table.started(settings(2).silence(Duration.ofSeconds(60), OnSilence.PAUSE));
        ScriptedPeer first = table.peers.get(1);
        table.network.remove(first);
        table.network.run(3 * SECOND);
        ScriptedPeer stranger = new ScriptedPeer(table.network, table.settings, 1, new Conditions());
        stranger.identity = 5;
        table.network.run(3 * SECOND);
        assertEquals(-1, stranger.player);
        table.network.add(first);
        table.network.run(3 * SECOND);
        assertEquals("refused: player 1 is in the match already", stranger.end);
        assertTrue(first.active, first.end);
    }

    @Test
    void allMayLeaveAndOneComesBack() {
        Table table = Table.started(settings(2));
        table.peers.forEach(peer -> peer.send(to -> Messages.writeLeave(to, false, "bye")));
        table.network.run(SECOND);
        long tick = table.tick();
        assertEquals(0, table.network.sequencer().status().players());
        table.network.run(SECOND);
        assertEquals(tick, table.tick());
        ScriptedPeer again = table.join(-1);
        table.network.run(3 * SECOND);
        assertTrue(again.active, again.end);
        assertTrue(table.tick() > tick + 100);
        table.assertSame(tick - 1);
    }

    @Test
    void wrongMessagesCostTheirSenderOnly() {
        List<Consumer<ScriptedPeer>> lies = List.of(
                peer -> peer.send(to -> input(to, peer.tick + 100, 1)),
                peer -> peer.send(to -> input(to, peer.tick - 100, 1)),
                peer -> peer.send(to -> input(to, nextInput(peer), Float.NaN)),
                peer -> peer.send(to -> input(to, nextInput(peer), Float.POSITIVE_INFINITY)),
                peer -> peer.send(to -> {
                    Messages.beginInput(to, nextInput(peer), 0);
                    to.putFloat(1).putFloat(1).put((byte) 0).put((byte) 0);
                }),
                peer -> peer.send(to -> {
                    Messages.beginInput(to, nextInput(peer), 0);
                    to.putFloat(1)
                            .put((byte) 0)
                            .put((byte) 1)
                            .putInt(1)
                            .putShort((short) 40_000)
                            .put(new byte[40_000]);
                }),
                peer -> peer.send(to -> {
                    Messages.beginInput(to, nextInput(peer), 0);
                    to.putFloat(1).put((byte) 1);
                    InputBody.putAction(to, 0xFFFF, 1, 0);
                    to.put((byte) 0);
                }),
                peer -> peer.send(to -> to.put((byte) 99)),
                peer -> peer.send(to -> to.put((byte) 3).put((byte) 1)),
                peer -> peer.send(to -> to.put(new byte[60_000])),
                peer -> {
                    peer.send(to -> to.put(new byte[60_000]));
                    peer.send(to -> to.put(new byte[60_000]));
                },
                peer -> peer.send(to -> Messages.writeHash(to, peer.tick + 1_000, 1)),
                peer -> peer.send(to -> Messages.writeHash(to, 1, 1)),
                peer -> peer.send(to -> Messages.writeStatus(to, peer.tick + 1_000, 1)),
                peer -> peer.send(to -> Messages.writeScale(to, Ratio.of(5_000))),
                peer -> peer.send(to -> to.put((byte) 8).putLong(0).putLong(-1)),
                peer -> peer.send(to -> Messages.writeWorld(to, 1, 10, 0, ByteBuffer.allocate(5))),
                peer -> peer.send(to ->
                        Messages.writeJoin(to, 0, true, 1, peer.settings.rules().entries())),
                peer -> {
                    for (int i = 0; i < 300; i++) {
                        peer.send(Messages::writePause);
                    }
                });
        for (int i = 0; i < lies.size(); i++) {
            Table table = Table.started(settings(3));
            ScriptedPeer liar = table.peers.get(2);
            lies.get(i).accept(liar);
            table.network.run(SECOND);
            String which = "lie " + i;
            assertNotNull(liar.end, which);
            assertTrue(liar.end.startsWith("removed: "), which + ": " + liar.end);
            assertEquals(2, table.network.sequencer().status().players(), which);
            assertNull(table.peers.get(0).end, which);
            table.assertSame(90);
        }
    }

    private static long nextInput(ScriptedPeer peer) {
        return peer.tick + peer.delays.get(peer.delays.size() - 1) + 1;
    }

    private static void input(ByteBuffer to, long tick, float axis) {
        Messages.beginInput(to, tick, 0);
        to.putFloat(axis).put((byte) 0).put((byte) 0);
    }

    @Test
    void removesAPlayerWhoSendsNoHashes() {
        Table table = Table.started(settings(2).rate(500));
        ScriptedPeer quiet = table.peers.get(1);
        quiet.quietFrom = 600;
        table.network.run(3 * SECOND);
        assertEquals("removed: player 1 sent no hash of tick 600", quiet.end);
        table.network.run(SECOND);
        assertTrue(table.network.sequencer().status().agreedTick() > 1_700);
    }

    @Test
    void ignoresDamagedAndForeignPackets() {
        Table table = Table.started(settings(2));
        Sequencer sequencer = table.network.sequencer();
        long before = sequencer.droppedPackets();
        ByteBuffer packet = ByteBuffer.allocate(1_200);
        for (int length = 0; length <= 1_200; length += 7) {
            byte[] bytes = new byte[length];
            table.network.random().nextBytes(bytes);
            sequencer.onPacket(7, ByteBuffer.wrap(bytes), table.network.clock().nanoTime());
        }
        Link stranger = new Link(77, 1_000, 0);
        stranger.flush(0, from -> packet.put(from).flip());
        sequencer.onPacket(7, packet, table.network.clock().nanoTime());
        assertEquals(before + 172 + 1, sequencer.droppedPackets());
        table.network.run(SECOND);
        table.assertSame(110);
    }

    @Test
    void boundsTheNumberOfStrangers() {
        Table table = Table.started(settings(2));
        Sequencer sequencer = table.network.sequencer();
        long before = sequencer.droppedPackets();
        ByteBuffer join = ByteBuffer.allocate(Messages.MAX_TO_SEQUENCER);
        for (int i = 0; i < 1_000; i++) {
            Link link = new Link(1_000_000 + i, 1_000, 0);
            Messages.writeReady(join.clear());
            link.offer(Packet.URGENT, join.flip());
            link.flush(
                    0, from -> sequencer.onPacket(7, from, table.network.clock().nanoTime()));
        }
        assertTrue(sequencer.droppedPackets() - before >= 1_000 - 66);
        table.network.run(10 * SECOND);
        ScriptedPeer late = table.join(-1);
        table.network.run(SECOND);
        assertEquals("refused: all 2 players are in the match already", late.end);
        table.assertSame(600);
    }

    @Test
    void strangersWhoNeverJoinLeaveRoomForOthers() {
        Table table = new Table(settings(2));
        List<Link> strangers = new ArrayList<>();
        for (int i = 0; i < 66; i++) {
            Link link = new Link(1_000_000 + i, 1_000, 0);
            link.offer(Packet.URGENT, ByteBuffer.allocate(2_000));
            strangers.add(link);
        }
        Sequencer sequencer = table.network.sequencer();
        // Only the first part of a message comes, again and again.
        table.network.add(now -> strangers.forEach(link -> link.flush(now, from -> {
            if (Packet.begins(from)) {
                sequencer.onPacket(77, from, now);
            }
        })));
        table.network.run(7 * SECOND);
        table.join(0);
        table.join(1);
        table.network.run(SECOND);
        assertTrue(table.tick() > 30, "tick " + table.tick());
    }

    @Test
    void sameCallsLeadToTheSamePackets() {
        List<byte[]> first = record();
        List<byte[]> second = record();
        assertEquals(first.size(), second.size());
        for (int i = 0; i < first.size(); i++) {
            assertTrue(Arrays.equals(first.get(i), second.get(i)), "packet " + i);
        }
    }

    private static List<byte[]> record() {
        MatchSettings settings = settings(3);
        SimulatedNetwork network = new SimulatedNetwork(5, settings, STEP);
        List<byte[]> packets = new ArrayList<>();
        Sequencer twin = new Sequencer(
                settings.rules(),
                (peer, packet) -> {
                    byte[] bytes = new byte[packet.remaining()];
                    packet.get(bytes);
                    packets.add(bytes);
                },
                peer -> false);
        network.tap((peer, bytes) ->
                twin.onPacket(peer, ByteBuffer.wrap(bytes), network.clock().nanoTime()));
        network.add(twin::onTime);
        Conditions bad = new Conditions().delay(10_000_000, 20_000_000).faults(0.1, 0.1, 0.1);
        for (int player = 0; player < 3; player++) {
            new ScriptedPeer(network, settings, player, bad);
        }
        network.run(3 * SECOND);
        return packets;
    }
}
