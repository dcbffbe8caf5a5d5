package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.time.Ratio;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a match does with slow links and slow players. */
class SlowMatchTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void aTimeScaleThatNoOneReachesRemovesNoOne() {
        Table table = Table.started(Table.settings(2));
        table.peers.get(1).stepNanos = 5_000_000;
        table.network.sequencer().scale(Ratio.of(1_000));
        assertEquals(2, table.network.run(30 * SECOND).sequencer().status().players());
    }

    @Test
    void aPlayerWhoseLinkNeedsMoreThanTheGreatestDelayIsRemoved() {
        Table table = new Table(Table.settings(2).inputDelay(2, 6));
        table.join(0);
        ScriptedPeer far = table.join(1, new Conditions().delay(100_000_000, 0));
        table.network.run(5 * SECOND);
        assertTrue(far.end.startsWith("ended: the others had to wait 100"), far.end);
    }

    @Test
    void aLongWaitIsNoSilence() {
        Table table = Table.started(Table.settings(2).maxWait(Duration.ofSeconds(6), Duration.ofSeconds(60)));
        ScriptedPeer late = table.peers.get(1);
        late.silent = true;
        table.network.run(8 * SECOND);
        assertTrue(late.end.startsWith("ended: the others had to wait 600"), late.end);
        assertTrue(late.end.endsWith("the match settings allow 6000 ms; " + Messages.JOIN_AGAIN), late.end);
    }

    @Test
    void theTimeInWhichTheSequencerStoodIsNoWaitForAPlayer() {
        Table table = Table.started(Table.settings(2));
        ScriptedPeer late = table.peers.get(1);
        late.silent = true;
        table.network.run(SECOND / 2);
        table.network.clock().advance(100 * SECOND);
        table.network.run(SECOND / 2);
        assertNull(late.end);
        table.network.run(SECOND / 5);
        assertNotNull(late.end);
    }

    /** Lets the players who have a world stand still after each save, for some time. */
    private static void runWithSlowSaves(Table table, int saveMillis, int runMillis) {
        Map<ScriptedPeer, Integer> saves = new HashMap<>();
        Map<ScriptedPeer, Integer> until = new HashMap<>();
        for (int millis = 0; millis < runMillis; millis++) {
            for (ScriptedPeer peer : table.peers) {
                if (saves.getOrDefault(peer, 0) != peer.saves) {
                    saves.put(peer, peer.saves);
                    until.put(peer, millis + saveMillis);
                }
                peer.frozen = millis < until.getOrDefault(peer, 0);
            }
            ScriptedPeer joins = table.peers.get(table.peers.size() - 1);
            if (joins.active && saveMillis < 1_000) {
                joins.send(to -> Messages.writeLeave(to, false));
                table.join(joins.player);
            }
            table.network.run(1_000_000);
        }
    }

    private static Table ofThreeAndOneWhoJoins() {
        Table table = new Table(Table.settings(4).minPlayers(3));
        for (int player = 0; player < 3; player++) {
            table.join(player);
        }
        table.network.run(SECOND);
        table.join(3);
        return table;
    }

    @ParameterizedTest
    @CsvSource({"350, 0.98", "1200, 0.96"})
    void aSaveForAPlayerWhoJoinsIsNoWaitForWhoMakesIt(int saveMillis, double share) {
        Table table = ofThreeAndOneWhoJoins();
        ScriptedPeer joins = table.peers.get(3);
        long tick = table.tick();
        runWithSlowSaves(table, saveMillis, 30_000);
        for (int player = 0; player < 3; player++) {
            assertNull(table.peers.get(player).end);
        }
        assertTrue(joins.active);
        assertTrue(table.tick() - tick > share * 30 * 60, "at tick " + table.tick());
    }

    /** A session samples input while its world is saved, so input of later ticks may come before the save has ended. */
    @Test
    void aSaveThatInputOvertakesIsNoWaitForWhoMakesIt() {
        Table table = ofThreeAndOneWhoJoins();
        ScriptedPeer donor = table.peers.get(0);
        donor.answersSave = false;
        table.network.run(SECOND / 5);
        donor.frozen = true;
        table.network.run(3 * SECOND / 2);
        donor.frozen = false;
        donor.answersSave = true;
        donor.save(donor.savedTick);
        table.network.run(2 * SECOND);
        assertNull(donor.end);
        assertTrue(table.peers.get(3).active);
    }

    @Test
    void whoStandsStillAfterItsWorldHasArrivedIsRemoved() {
        Table table = ofThreeAndOneWhoJoins();
        ScriptedPeer donor = table.peers.get(0);
        table.network.run(SECOND / 5);
        assertEquals(1, donor.saves);
        donor.frozen = true;
        table.network.run(6 * SECOND / 5);
        donor.frozen = false;
        table.network.run(SECOND / 5);
        assertTrue(donor.end.startsWith("ended: the others had to wait 100"), donor.end);
    }

    @Test
    void whoNeverEndsASaveIsRemovedAfterThreeSecondsMore() {
        Table table = ofThreeAndOneWhoJoins();
        runWithSlowSaves(table, 60_000, 3_500);
        assertEquals(3, table.network.sequencer().status().players());
        assertEquals(2, table.network.run(SECOND).sequencer().status().players());
    }

    @ParameterizedTest
    @CsvSource({"1, 100, 30", "2, 100, 30", "4, 60, 5"})
    void aSceneThatIsTooHeavyForAllRemovesNoOne(int players, int stepMillis, int seconds) {
        Table table = Table.started(Table.settings(players));
        for (int millis = 0; millis < 1_000 * seconds; millis++) {
            for (ScriptedPeer peer : table.peers) {
                peer.stepNanos = stepMillis * (950_000 + table.network.random().nextInt(100_000));
            }
            table.network.run(1_000_000);
        }
        table.peers.forEach(peer -> peer.stepNanos = 0);
        assertEquals(players, table.network.run(3 * SECOND).sequencer().status().players());
        assertTrue(table.tick() > 1_000 * seconds / stepMillis, "tick " + table.tick());
    }
}
