package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.time.Ratio;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a match does with slow links and slow players. */
class SlowMatchTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void adaptsTheDelayToTheLinks() {
        Table table = new Table(Table.settings(2));
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
    void theDelayOfAPlayerWhoHasLeftDoesNotCount() {
        Table table = new Table(Table.settings(2));
        table.join(0);
        ScriptedPeer far = table.join(1, new Conditions().delay(100_000_000, 0));
        table.network.run(4 * SECOND);
        assertTrue(table.network.sequencer().status().inputDelayTicks() >= 12);
        far.send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        assertEquals(2, table.network.sequencer().status().inputDelayTicks());
    }

    @Test
    void aPlayerWhoseLinkNeedsMoreThanTheGreatestDelayIsNamed() {
        Table table = new Table(Table.settings(2).inputDelay(2, 6));
        ScriptedPeer peer = table.join(0);
        table.join(1, new Conditions().delay(100_000_000, 0));
        table.network.run(5 * SECOND);
        assertEquals(6 * 16.67 / 201, table.network.sequencer().status().speed(), 0.02);
        assertEquals(1, peer.slowPlayer);
        assertEquals(2, peer.delays.get(peer.delays.size() - 1));
    }

    @Test
    void inputsThatComeTooEarlyChangeNothing() {
        Table table = Table.started(Table.settings(2));
        table.peers.get(1).earlyTicks = 20;
        table.network.run(10 * SECOND);
        assertEquals(2, table.network.sequencer().status().players());
        assertEquals(2, table.network.sequencer().status().inputDelayTicks());
        assertEquals(1, table.network.sequencer().status().speed());
    }

    @Test
    void slowsTheMatchEvenlyForASlowPlayer() {
        Table table = Table.started(Table.settings(2));
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
        Table table = Table.started(Table.settings(3));
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
        assertEquals(
                1,
                table.network.sequencer().status().speed(),
                "a player that comes back must prove its step time again");
    }

    @Test
    void aPlayerWhoIsReallySlowIsBelievedForAsLongAsItIs() {
        Table table = Table.started(Table.settings(2));
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
        Table table = Table.started(Table.settings(3));
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
        Table table = Table.started(Table.settings(2));
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

    @Test
    void theTimeInWhichTheSequencerStoodMakesNoPlayerTooSlow() {
        Table table = Table.started(Table.settings(2));
        ScriptedPeer slow = table.peers.get(1);
        slow.claimedStepNanos = 1_000_000_000;
        // Removed after 5 s.
        table.network.run(3 * SECOND);
        table.network.clock().advance(100 * SECOND);
        table.network.run(SECOND);
        assertNull(slow.end);
        table.network.run(2 * SECOND);
        assertNotNull(slow.end);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aSceneThatIsTooHeavyForAllRemovesAll(int players) {
        Table table = Table.started(Table.settings(players));
        table.peers.forEach(peer -> peer.stepNanos = 100_000_000);
        table.network.run(30 * SECOND);
        for (ScriptedPeer peer : table.peers) {
            assertTrue(peer.end != null && peer.end.contains(" was too slow: "), "ended by " + peer.end);
        }
    }

    @Test
    void aTimeScaleThatNoOneReachesRemovesNoOne() {
        Table table = Table.started(Table.settings(2), 0);
        table.peers.get(1).stepNanos = 5_000_000;
        table.peers.get(0).send(to -> Messages.writeScale(to, Ratio.of(1_000)));
        table.network.run(30 * SECOND);
        assertEquals(2, table.network.sequencer().status().players());
    }

    @Test
    void aPlayerWhoKeepsTheMatchWaitingIsRemoved() {
        Table table = Table.started(Table.settings(2));
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
        Table table = Table.started(Table.settings(2));
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
        Table table = Table.started(Table.settings(2).slowestSpeed(1));
        ScriptedPeer peer = table.peers.get(1);
        for (int i = 0; i < 10; i++) {
            peer.silent = true;
            table.network.run(SECOND);
            peer.silent = false;
            table.network.run(15 * SECOND);
        }
        assertEquals(2, table.network.sequencer().status().players());
    }
}
