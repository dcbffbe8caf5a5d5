package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.physics.lockstep.link.Messages;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How players come into a running match, and how they come back. */
class LateJoinTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void bringsInALatePlayerFromASavedWorld() {
        Table table = Table.started(Table.settings(3));
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
    void aLatePlayerNeedsAWorldThatRestoresExactly() {
        Table table = withOneAway(1);
        ScriptedPeer late = table.join(1);
        late.exact = false;
        table.network.run(SECOND);
        assertTrue(
                late.end.matches("refused: the match is at tick [0-9]+, and a player can join a running match only with"
                        + " a world that restores exactly"),
                late.end);
        ScriptedPeer next = table.join(1);
        table.network.run(2 * SECOND);
        assertTrue(next.active, next.end);
    }

    @Test
    void aMatchWhosePlayersCanNotSaveTheirWorldsCanNotBeJoined() {
        Table table = new Table(Table.settings(2));
        table.join(0).exact = false;
        table.join(1).exact = false;
        table.network.run(SECOND);
        table.peers.get(1).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        ScriptedPeer late = table.join(1);
        table.network.run(SECOND);
        assertNotJoined(late);
        assertEquals(1, table.network.sequencer().status().players());
    }

    private static void assertNotJoined(ScriptedPeer late) {
        assertTrue(
                late.end.matches("removed: the match can't be joined at tick [0-9]+: no player who takes part can save"
                        + " its world"),
                late.end);
    }

    @Test
    void asksAnotherPlayerIfOneDoesNotSave() {
        Table table = Table.started(Table.settings(3));
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
    void asksAPlayerAgainWhoDidNotSaveForAnEarlierOne() {
        Table table = withOneAway(1);
        table.peers.get(0).answersSave = false;
        ScriptedPeer late = table.join(1);
        table.network.run(8 * SECOND);
        assertNotJoined(late);
        table.peers.get(0).answersSave = true;
        ScriptedPeer next = table.join(1);
        table.network.run(2 * SECOND);
        assertEquals(List.of("welcome 1 WORLD"), next.said);
        assertTrue(next.active);
    }

    /** A match of three whose third player has left. The first one is asked for its world first. */
    private static Table withTwoDonors() {
        Table table = Table.started(Table.settings(3));
        table.peers.get(2).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        return table;
    }

    private static ScriptedPeer replaceFirst(Table table, ScriptedPeer first) {
        first.send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        ScriptedPeer next = table.join(0);
        table.network.run(2 * SECOND);
        assertTrue(next.active, next.end);
        return next;
    }

    @Test
    void whoReplacesAPlayerWhoseWorldWasWrongIsAsked() {
        Table table = withTwoDonors();
        table.peers.get(0).savesWrongWorld = true;
        ScriptedPeer late = table.join(2);
        table.network.run(2 * SECOND);
        assertTrue(late.end.startsWith("desync at "), late.end);
        ScriptedPeer first = replaceFirst(table, table.peers.get(0));
        table.join(2);
        table.network.run(2 * SECOND);
        assertEquals(1, first.saves);
    }

    @Test
    void whoReplacesADonorIsNotToBlameForItsWorld() {
        Table table = withTwoDonors();
        ScriptedPeer late = table.join(2);
        late.quietFrom = 0;
        table.network.run(SECOND);
        ScriptedPeer first = replaceFirst(table, table.peers.get(0));
        late.send(to -> Messages.writeLeave(to, true, "the world can't be stepped"));
        table.network.run(SECOND);
        table.join(2);
        table.network.run(2 * SECOND);
        assertEquals(1, first.saves);
    }

    @Test
    void aRightWorldMakesUpForAnEarlierWrongOne() {
        Table table = new Table(Table.settings(2).history(1 << 17));
        ScriptedPeer donor = table.join(0);
        table.join(1);
        table.network.run(30 * SECOND);
        table.peers.get(1).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(30 * SECOND);
        for (boolean wrong : new boolean[] {true, false, true, false}) {
            donor.savesWrongWorld = wrong;
            ScriptedPeer late = table.join(1);
            table.network.run(3 * SECOND);
            assertEquals(List.of("welcome 1 WORLD"), late.said, () -> late.end);
            assertEquals(!wrong, late.active);
            if (late.active) {
                late.send(to -> Messages.writeLeave(to, false, "bye"));
                table.network.run(SECOND);
            }
        }
    }

    @Test
    void entersIfBehindByAtMostTheDelayATickAnd150Milliseconds() {
        int most = 3 + 1 + 15;
        for (int behind = most; behind <= most + 1; behind++) {
            Table table = new Table(
                    Table.settings(2).minPlayers(1).rate(100).inputDelay(3, 3).hashWorld(10));
            table.network.host = 0;
            ScriptedPeer first = table.join(0);
            table.network.run(4 * SECOND);
            ScriptedPeer late = table.join(1);
            late.silent = true;
            table.network.run(SECOND);
            first.send(Messages::writePause);
            table.network.run(SECOND);
            long tick = table.tick();
            long stepped = tick - behind;
            long hashed = stepped - stepped % 10;
            late.send(to -> Messages.writeHash(to, hashed, first.hashes.get(hashed)));
            late.send(to -> Messages.writeStatus(to, stepped));
            table.network.run(SECOND);
            assertEquals(tick, table.tick());
            first.send(Messages::writeResume);
            table.network.run(SECOND / 10);
            assertTrue(table.tick() > tick);
            assertEquals(
                    behind <= most ? 2 : 1, table.network.sequencer().status().players(), "behind by " + behind);
        }
    }

    @Test
    void removesAPlayerWhoJoinsIfItsFramesAreNoLongerKept() {
        Table table = Table.started(
                Table.settings(2).history(1 << 16).maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        table.peers.get(1).send(to -> Messages.writeLeave(to, false, "bye"));
        table.peers.get(0).commandBytes = 1_000;
        table.network.run(SECOND);
        ScriptedPeer late = table.join(1);
        late.quietFrom = 0;
        table.network.run(SECOND / 2);
        assertEquals(List.of("welcome 1 WORLD"), late.said);
        table.network.remove(late);
        table.network.run(4 * SECOND);
        assertNull(table.peers.get(0).end);
        table.network.add(late);
        table.network.run(SECOND);
        assertTrue(
                late.end.matches("removed: player 1 joined too slowly: the frame of tick [0-9]+ is no longer kept,"
                        + " because the match keeps only 65536 bytes of frames"),
                late.end);
    }

    @Test
    void asksAnotherPlayerIfOneSendsItsWorldTooSlowly() {
        Table table = Table.started(Table.settings(3));
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
        for (int others = 2; others <= 3; others++) {
            Table table = new Table(Table.settings(others + 1));
            for (int player = 0; player <= others; player++) {
                // With three others, the second one saves first.
                table.join(player).exact = others < 3 || player > 0;
            }
            table.network.run(SECOND);
            table.peers.get(others < 3 ? 0 : 1).savesWrongWorld = true;
            table.peers.get(others).send(to -> Messages.writeLeave(to, false, "bye"));
            table.network.run(SECOND);
            ScriptedPeer first = table.join(others);
            table.network.run(3 * SECOND);
            assertTrue(first.end.startsWith("desync at "), first.end);
            ScriptedPeer second = table.join(others);
            table.network.run(3 * SECOND);
            assertTrue(second.active, () -> second.said + ", " + second.end);
        }
    }

    @Test
    void aWorldThatIsTooLargeIsNamedToThePlayerWhoJoins() {
        Table table = Table.started(Table.settings(3).history(1 << 17));
        table.peers.forEach(peer -> peer.worldBytes = 200_000);
        table.peers.get(1).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        ScriptedPeer late = table.join(1);
        table.network.run(SECOND);
        assertEquals("removed: the saved world has 200000 bytes, and at most 131072 are allowed", late.end);
        assertEquals(2, table.network.sequencer().status().players());
        assertNull(table.peers.get(0).end);
    }

    @Test
    void theTimeInWhichNoPeerCouldBeHeardDoesNotCountForAPlayerWhoJoins() {
        Table table = withOneAway(1);
        ScriptedPeer stuck = table.join(1);
        stuck.silent = true;
        table.network.run(20 * SECOND);
        table.network.clock().advance(100 * SECOND);
        table.network.run(9 * SECOND);
        assertNull(stuck.end);
        table.network.run(2 * SECOND);
        assertEquals("removed: player 1 joined too slowly: it has stepped no tick for 30 s", stuck.end);
    }

    @Test
    void removesAPlayerWhoNeverFinishesToJoin() {
        Table table = Table.started(Table.settings(2));
        table.peers.get(1).send(to -> Messages.writeLeave(to, false, "bye"));
        table.network.run(SECOND);
        ScriptedPeer stuck = table.join(1);
        stuck.silent = true;
        table.network.run(31 * SECOND);
        assertEquals("removed: player 1 joined too slowly: it has stepped no tick for 30 s", stuck.end);
        ScriptedPeer again = table.join(1);
        again.silent = true;
        table.network.run(31 * SECOND);
        ScriptedPeer last = table.join(1);
        table.network.run(SECOND);
        assertNotJoined(last); // Twice, the world of the other player may have been to blame.
    }

    /** A match of two whose second player has left, and has been away for some seconds. */
    private static Table withOneAway(int seconds) {
        Table table = Table.started(Table.settings(2));
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
        assertEquals(290, quiet.newestSaid, 2, "ten times per second");
        assertEquals(0, table.peers.get(0).newestSaid);
        table.network.run(3 * SECOND);
        assertEquals("removed: player 1 sent no hash that shows a right state for 30 s", quiet.end);
    }

    @Test
    void aPlayerWhoJoinsGetsEachFrameWhenTheOthersDo() {
        Table table = withOneAway(1);
        ScriptedPeer quiet = table.join(1);
        quiet.quietFrom = 0;
        table.network.run(2 * SECOND);
        assertFalse(quiet.active);
        assertEquals(newest(60, table.peers.get(0).arrivals), newest(60, quiet.arrivals));
    }

    private static List<Long> newest(int count, List<Long> of) {
        return of.subList(of.size() - count, of.size());
    }

    @Test
    void removesAPlayerWhoJoinsAndComesNoCloser() {
        Table table = withOneAway(1);
        ScriptedPeer slow = table.join(1);
        slow.silent = true;
        table.network.run(10 * SECOND);
        slow.silent = false;
        slow.stepNanos = 20_000_000;
        table.network.run(64 * SECOND);
        assertEquals("removed: player 1 joined too slowly: it has come no closer to the others for 30 s", slow.end);
    }

    @Test
    void aPlayerMayNeedLongToCatchUp() {
        Table table = withOneAway(1);
        ScriptedPeer late = table.join(1);
        late.silent = true;
        table.network.run(25 * SECOND);
        late.silent = false;
        late.stepNanos = 13_000_000;
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
            assertNull(late.end);
            late.send(to -> Messages.writeLeave(to, true, "the world can't be restored"));
            table.network.run(SECOND / 2);
        }
        ScriptedPeer next = table.join(1);
        table.network.run(SECOND / 2);
        assertNotJoined(next);
        // The fault may have been that of those who joined.
        table.network.run(60 * SECOND);
        ScriptedPeer later = table.join(1);
        table.network.run(2 * SECOND);
        assertTrue(later.active, later.end);
    }

    @Test
    void aPlayerWhoseWorldsWereWrongTwiceIsNotAskedEvenIfThereIsNoOtherWay() {
        Table table = new Table(Table.settings(2).history(1 << 17));
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
        assertNotJoined(last);
    }

    @Test
    void goesOnWithoutAPauseForANewConnectionOfAPlayer() {
        Table table = Table.started(Table.settings(2).maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60)));
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
        Table table = Table.started(Table.settings(2).maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        ScriptedPeer first = table.peers.get(1);
        table.network.remove(first);
        table.network.run(3 * SECOND);
        ScriptedPeer stranger = new ScriptedPeer(table.network, table.settings, 1, new Conditions());
        stranger.identity = 5;
        table.network.run(3 * SECOND);
        assertEquals(-1, stranger.player);
        assertNull(stranger.end);
        table.network.add(first);
        table.network.run(3 * SECOND);
        assertEquals("refused: player 1 is in the match already", stranger.end);
        assertTrue(first.active, first.end);
    }

    @Test
    void theFirstPlayerMayComeBackByItsNumberToo() {
        Table table = Table.started(Table.settings(2).maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        table.network.remove(table.peers.get(0));
        table.network.run(3 * SECOND);
        ScriptedPeer again = table.join(0);
        table.network.run(3 * SECOND);
        assertTrue(again.active, again.end);
        assertEquals(2, table.network.sequencer().status().players());
    }

    @Test
    void aMatchThatAllHaveLeftCanNotBeJoined() {
        Table table = Table.started(Table.settings(2));
        table.peers.forEach(peer -> peer.send(to -> Messages.writeLeave(to, false, "bye")));
        table.network.run(SECOND);
        long tick = table.tick();
        assertEquals(0, table.network.sequencer().status().players());
        table.network.run(SECOND);
        assertEquals(tick, table.tick());
        ScriptedPeer again = table.join(-1);
        table.network.run(3 * SECOND);
        assertNotJoined(again);
        assertEquals(0, table.network.sequencer().status().players());
    }
}
