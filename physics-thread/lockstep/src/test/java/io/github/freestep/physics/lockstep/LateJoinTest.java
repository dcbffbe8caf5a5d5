package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.physics.lockstep.link.Messages;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How players come into a running match, and how they come back. */
class LateJoinTest {
    private static final long SECOND = 1_000_000_000L;

    private static void assertNotJoined(ScriptedPeer late) {
        assertTrue(
                late.end.matches("ended: the match can't be joined at tick [0-9]+: no player who takes part can save"
                        + " its world"),
                late.end);
    }

    /** Only differences of times have a meaning, so the course of a match does not depend on where its clock begins. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE - SECOND, Long.MIN_VALUE, -2 * SECOND})
    void playersComeAndGoAlikeOnEveryClock(long beginNanos) {
        assertEquals(course(0), course(beginNanos));
    }

    /** Returns the states of a match of three, of whom one leaves and joins and another is not heard for a while. */
    private static List<String> course(long beginNanos) {
        Table table = new Table(Table.settings(3), beginNanos);
        Conditions unheard = new Conditions();
        ScriptedPeer donor = table.join(0, unheard);
        table.join(1);
        ScriptedPeer guest = table.join(2);
        List<String> course = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            if (i % 30 == 15) {
                guest.send(to -> Messages.writeLeave(to, false));
            } else if (i % 30 == 25) {
                guest = table.join(2);
            }
            // While it saves its world, so that the others wait for the save, and then for too long.
            unheard.mute = i % 30 > 24 && i % 30 < 29 || i > 130;
            table.network.run(SECOND / 10);
            course.add(table.network.sequencer().status() + " " + donor.saves + " " + table.peers.get(1).saves + " "
                    + guest.said + " " + donor.end);
        }
        return course;
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

    @Test
    void aWorldForAPlayerWhoHasGoneIsForgotten() {
        Table table = withOneAway(1);
        table.peers.get(0).answersSave = false;
        ScriptedPeer gone = table.join(1);
        table.network.run(SECOND);
        table.leave(gone);
        table.network.run(5 * SECOND);
        table.peers.get(0).answersSave = true;
        ScriptedPeer next = table.join(1);
        table.network.run(2 * SECOND);
        assertTrue(next.active, () -> next.end);
    }

    /** A match of three whose third player has left. The first one is asked for its world first. */
    private static Table withTwoDonors() {
        Table table = Table.started(Table.settings(3));
        table.leave(table.peers.get(2));
        return table;
    }

    /** A peer sends one thing at a time, so its values would cut off the world that the joining player waits for. */
    @Test
    void whoseStateDiffersDoesNotKeepOutAPlayerWhoJoins() {
        Table table = withTwoDonors();
        table.peers.get(0).worldBytes = 500_000;
        ScriptedPeer late = table.join(2);
        assertTrue(table.network.runUntil(() -> table.peers.get(0).saves == 1, SECOND));
        ScriptedPeer liar = table.peers.get(1);
        liar.lieAt = liar.tick + 1;
        table.network.run(8 * SECOND);
        assertEquals("desync at " + liar.lieAt, liar.end);
        assertTrue(late.active, () -> late.end);
    }

    @Test
    void whoReplacesAPlayerWhoseWorldWasWrongIsAsked() {
        Table table = withTwoDonors();
        table.peers.get(0).savesWrongWorld = true;
        ScriptedPeer late = table.join(2);
        table.network.run(2 * SECOND);
        assertTrue(late.end.startsWith("desync at "), late.end);
        table.leave(table.peers.get(0));
        ScriptedPeer first = table.join(0);
        table.network.run(2 * SECOND);
        assertTrue(first.active, first.end);
        table.join(2);
        table.network.run(2 * SECOND);
        assertEquals(1, first.saves);
    }

    @Test
    void aRightWorldMakesUpForAnEarlierWrongOne() {
        Table table = new Table(Table.settings(2).with(next -> next.history = 1 << 17));
        ScriptedPeer donor = table.join(0);
        table.join(1);
        table.network.run(30 * SECOND);
        table.peers.get(1).send(to -> Messages.writeLeave(to, false));
        table.network.run(30 * SECOND);
        for (boolean wrong : new boolean[] {true, false, true, false}) {
            donor.savesWrongWorld = wrong;
            ScriptedPeer late = table.join(1);
            table.network.run(3 * SECOND);
            assertEquals(List.of("welcome 1 WORLD"), late.said, () -> late.end);
            assertEquals(!wrong, late.active);
            if (late.active) {
                table.leave(late);
            }
        }
    }

    @Test
    void removesAPlayerWhoJoinsIfItsFramesAreNoLongerKept() {
        Table table = Table.started(Table.settings(2)
                .with(next -> next.history = 1 << 16)
                .maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        table.peers.get(1).send(to -> Messages.writeLeave(to, false));
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
                late.end.matches("ended: player 1 joined too slowly: the frame of tick [0-9]+ is no longer kept,"
                        + " because the match keeps only 65536 bytes of frames"),
                late.end);
    }

    @Test
    void asksAnotherPlayerIfOneSendsItsWorldTooSlowly() {
        Table table = Table.started(Table.settings(3));
        ScriptedPeer slow = table.peers.get(0);
        slow.answersSave = false;
        table.leave(table.peers.get(2));
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
            table.leave(table.peers.get(others));
            ScriptedPeer first = table.join(others);
            table.network.run(3 * SECOND);
            assertTrue(first.end.startsWith("desync at "), first.end);
            ScriptedPeer second = table.join(others);
            table.network.run(3 * SECOND);
            assertTrue(second.active, () -> second.said + ", " + second.end);
        }
    }

    @Test
    void aWorldOfAnotherPlayerIsAskedForAfterOneThatCouldNotBeStepped() {
        Table table = withTwoDonors();
        for (int i = 1; i <= 2; i++) {
            ScriptedPeer failed = table.join(2);
            failed.quietFrom = 0;
            table.network.run(SECOND);
            failed.send(to -> Messages.writeLeave(to, true));
            table.network.run(SECOND);
            assertEquals(1, table.peers.get(0).saves);
            assertEquals(i - 1, table.peers.get(1).saves);
        }
    }

    @Test
    void aWorldThatIsTooLargeIsNamedToThePlayerWhoJoins() {
        Table table = Table.started(Table.settings(3).with(next -> next.history = 1 << 17));
        table.peers.forEach(peer -> peer.worldBytes = 200_000);
        table.leave(table.peers.get(1));
        ScriptedPeer late = table.join(1);
        table.network.run(SECOND);
        assertEquals("ended: the saved world has 200000 bytes, and at most 131072 are allowed", late.end);
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
        assertEquals("ended: player 1 joined too slowly: it has stepped no tick for 30 s", stuck.end);
    }

    /** A match of two whose second player has left, and has been away for some seconds. */
    private static Table withOneAway(int seconds) {
        Table table = Table.started(Table.settings(2));
        table.peers.get(1).send(to -> Messages.writeLeave(to, false));
        table.network.run(seconds * SECOND);
        return table;
    }

    @Test
    void aMatchThatAllHaveLeftCanNotBeJoined() {
        Table table = Table.started(Table.settings(2));
        table.peers.forEach(peer -> peer.send(to -> Messages.writeLeave(to, false)));
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
