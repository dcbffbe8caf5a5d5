package io.github.freestep.physics.lockstep;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.Link;
import io.github.freestep.net.link.Packet;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Connection;
import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.sequencer.Sequencer;
import io.github.freestep.testing.VirtualNetwork;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SequencerTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long STEP = 1_000_000;

    @Test
    void startsWhenAllHaveJoined() {
        Table table = new Table(Table.settings(2));
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
    }

    @Test
    void refusesPlayersWithoutPlace() {
        Table table = Table.started(Table.settings(2));
        ScriptedPeer third = table.join(-1);
        ScriptedPeer second = table.join(1);
        ScriptedPeer none = table.join(2);
        table.network.run(SECOND);
        assertEquals("ended: all 2 players are in the match already", third.end);
        assertEquals("ended: player 1 is in the match already", second.end);
        assertEquals("ended: player must be between 0 and 1, or -1 for any, was 2", none.end);
        table.assertSame(100);
    }

    @Test
    void aJoinerGetsThePlaceOfAKilledPlayerAlsoIfTheSequencerStoodStill() {
        Table table = Table.started(Table.settings(2).maxWait(Duration.ofSeconds(2), Duration.ofSeconds(10)));
        table.network.remove(table.peers.get(1));
        table.network.run(SECOND / 10);
        ScriptedPeer next = table.join(-1);
        table.network.run(SECOND / 10);
        table.network.sequencerStands(true);
        table.network.run(SECOND);
        table.network.sequencerStands(false);
        table.network.run(SECOND);
        assertNull(next.end);
        assertEquals(-1, next.player);
        table.network.run(2 * SECOND);
        assertEquals(1, next.player);
        assertFalse(next.active, "the others have just waited for this place");
        table.network.run(9 * SECOND);
        assertTrue(next.active);
        table.assertSame(table.tick() - 10);
    }

    @Test
    void aJoinerWaitsForALeaveThatIsOnItsWay() {
        Table table = new Table(Table.settings(2));
        table.join(0);
        ScriptedPeer far = table.join(1, new Conditions().delay(300_000_000, 0));
        table.network.run(5 * SECOND);
        assertTrue(far.active);
        far.send(to -> Messages.writeLeave(to, false));
        ScriptedPeer next = table.join(-1);
        table.network.run(SECOND);
        assertEquals(1, next.player, next.end);
        // A place that stays taken is refused a little later.
        ScriptedPeer third = table.join(-1);
        table.network.run(SECOND);
        assertEquals("ended: all 2 players are in the match already", third.end);
    }

    @Test
    void catchesUpAtMostAQuarterOfASecondAndNotFasterThanAllowed() {
        Table table = Table.started(Table.settings(2).maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        ScriptedPeer peer = table.peers.get(0);
        ScriptedPeer hung = table.peers.get(1);
        hung.silent = true;
        table.network.run(3 * SECOND);
        long stalledAt = table.tick();
        hung.silent = false;
        int before = peer.arrivals.size();
        table.network.run(SECOND);
        long made = table.tick() - stalledAt;
        assertEquals(60 + 15, made, 1, "ticks in the second after the wait");
        long since = peer.arrivals.get(before);
        long tenth = peer.arrivals.stream()
                .filter(at -> at - since >= 0 && at - since < SECOND / 10)
                .count();
        assertTrue(tenth <= 13, "frames in the first tenth of a second: " + tenth);
        table.assertSame(stalledAt + 60);
    }

    @Test
    void theTimeInWhichNoPeerCouldBeHeardIsNoSilence() {
        Table table = Table.started(Table.settings(2).maxWait(Duration.ofMillis(500), Duration.ofSeconds(10)));
        long tick = table.tick();
        table.network.clock().advance(100 * SECOND);
        assertEquals(2, table.network.run(SECOND).sequencer().status().players());
        assertTrue(table.tick() > tick + 50 && table.tick() < tick + 90, "tick " + table.tick());
        assertEquals(2, table.network.sequencer().status().inputDelayTicks());
    }

    @Test
    void needsNoCallBetweenPacketsAndTheTimesThatItReturns() {
        Table table = new Table(Table.settings(2).rate(100));
        Sequencer seldom = new Sequencer(table.settings.rules, (peer, packet) -> {}, peer -> peer == 0);
        long[] next = {Long.MIN_VALUE};
        int[] calls = new int[1];
        table.network.tap((peer, packet) -> {
            seldom.onPacket(peer, ByteBuffer.wrap(packet), table.network.clock().nanoTime());
            next[0] = Long.MIN_VALUE;
        });
        table.network.add(now -> {
            if (now >= next[0]) {
                next[0] = seldom.onTime(now);
                calls[0]++;
                assertTrue(next[0] <= now + 50_000_000);
            }
            assertEquals(table.tick(), seldom.status().tick());
        });
        table.network.run(SECOND);
        assertTrue(calls[0] <= 21, calls[0] + " calls without a peer");
        table.join(0);
        table.join(1);
        table.network.run(2 * SECOND);
        table.network.sequencer().scale(Ratio.of(1, 2));
        seldom.scale(Ratio.of(1, 2));
        next[0] = Long.MIN_VALUE;
        table.network.run(2 * SECOND);
        assertTrue(table.tick() > 250, "tick " + table.tick());
        // At most one for each packet of two peers, one for each tick, and one for each acknowledgement.
        assertTrue(calls[0] < 1_500, "calls " + calls[0]);
    }

    @Test
    void aPlayerWhoFloodsTheOthersWithCommandsIsRemoved() {
        Table table = Table.started(Table.settings(3));
        ScriptedPeer flooding = table.peers.get(1);
        flooding.commandBytes = 30_000;
        table.network.run(3 * SECOND);
        assertEquals("ended: a player must send at most 262144 bytes of actions and commands per second", flooding.end);
        assertEquals(2, table.network.sequencer().status().players());
        table.assertSame(120);
    }

    /** A wrong message, and what the sequencer says of it. */
    private record Lie(String reason, Consumer<ScriptedPeer> claim) {}

    @Test
    void wrongMessagesCostTheirSenderOnly() {
        List<Lie> lies = List.of(
                new Lie("the tick of an input must be ", peer -> peer.send(to -> input(to, peer.tick + 100, 1))),
                new Lie(
                        "axis 0 must be finite, was NaN",
                        peer -> peer.send(to -> input(to, nextInput(peer), Float.NaN))),
                new Lie("the message type 99 is unknown", peer -> peer.send(to -> to.put((byte) 99))),
                new Lie("the message type 0 is unknown", peer -> {
                    peer.send(to -> to.put(new byte[60_000]));
                    peer.send(to -> to.put(new byte[60_000]));
                }),
                new Lie(
                        "the tick of a hash must be ",
                        peer -> peer.send(to -> Messages.writeHash(to, peer.tick + 1_000, 1))),
                new Lie("a status must have a tick ", peer -> {
                    peer.send(to -> Messages.writeStatus(to, peer.tick));
                    peer.send(to -> Messages.writeStatus(to, peer.tick - 1));
                }),
                new Lie(
                        "a world must be sent only on request",
                        peer -> peer.send(to -> Messages.writeWorld(to, 1, 10, 0, ByteBuffer.allocate(5)))),
                new Lie(
                        "a peer must ask to join once",
                        peer -> peer.send(to -> Messages.writeJoin(
                                to, new JoinRequest(0, true, 1, "", peer.settings.rules.entries())))),
                new Lie("a peer must make at most 100 requests per second", peer -> {
                    for (int i = 0; i < 300; i++) {
                        peer.send(Messages::writeReady);
                    }
                }));
        for (Lie lie : lies) {
            Table table = Table.started(Table.settings(3));
            ScriptedPeer liar = table.peers.get(2);
            lie.claim().accept(liar);
            table.network.run(SECOND);
            assertNotNull(liar.end, lie.reason());
            assertTrue(liar.end.startsWith("ended: " + lie.reason()), liar.end);
            assertEquals(2, table.network.sequencer().status().players(), lie.reason());
            assertNull(table.peers.get(0).end, lie.reason());
            table.assertSame(90);
        }
    }

    @Test
    void whoHasNoPlaceCanNotAskForAnything() {
        Table table = Table.started(Table.settings(2).maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        table.network.remove(table.peers.get(1));
        table.network.run(SECOND / 2);
        ScriptedPeer waiting = new ScriptedPeer(table.network, table.settings, 1, new Conditions());
        waiting.identity = 5;
        table.network.run(SECOND / 2);
        assertNull(waiting.end);
        waiting.send(Messages::writeReady);
        table.network.run(SECOND / 2);
        assertEquals("ended: a peer must join first", waiting.end);
    }

    private static long nextInput(ScriptedPeer peer) {
        return peer.tick + peer.delays.get(peer.delays.size() - 1) + 1;
    }

    private static void input(ByteBuffer to, long tick, float axis) {
        Messages.beginInput(to, tick);
        to.putFloat(axis).put((byte) 0).put((byte) 0);
    }

    @Test
    void removesAPlayerWhoSendsNoHashes() {
        Table table = Table.started(Table.settings(2).rate(500));
        ScriptedPeer quiet = table.peers.get(1);
        quiet.quietFrom = 600;
        table.network.run(3 * SECOND);
        assertEquals("ended: player 1 sent no hash of tick 600", quiet.end);
        assertTrue(table.network.run(SECOND).sequencer().status().agreedTick() > 1_700);
    }

    @Test
    void latePacketsOpenNoConnectionAlsoAfterManyOthers() {
        Table table = new Table(Table.settings(2));
        Sequencer sequencer = table.network.sequencer();
        for (int i = 0; i < 300; i++) {
            open(sequencer, 1_000 + i, table.network.clock().nanoTime());
            // A stranger is forgotten after 5 s.
            table.network.run(100_000_000);
        }
        table.network.run(6 * SECOND);
        assertFalse(sequencer.hasConnections());
        open(sequencer, 1_299, table.network.clock().nanoTime());
        assertFalse(sequencer.hasConnections(), "a late packet of a connection that has ended");
    }

    private static void open(Sequencer sequencer, long token, long now) {
        opening(token).flush(0, packet -> sequencer.onPacket(token, packet, now));
    }

    /** Returns a link whose first packet opens a connection. */
    private static Link opening(long token) {
        Link link = new Link(token, 1_000, 0);
        link.offer(Packet.URGENT, ByteBuffer.allocate(2_000));
        return link;
    }

    @Test
    void theEndOfAMatchReachesAllAndIsRepeatedForThreeSeconds() {
        Table table = Table.started(Table.settings(3));
        table.network.remove(table.peers.get(0));
        table.network.remove(table.peers.get(1));
        table.network.sequencer().end("the server stops");
        table.network.run(3 * SECOND - STEP);
        assertEquals("ended: the server stops", table.peers.get(2).end);
        assertTrue(table.network.sequencer().hasConnections());
        assertFalse(table.network.run(STEP).sequencer().hasConnections());
    }

    @Test
    void theReasonOfARemovalIsRepeatedUntilItArrives() {
        Table table = new Table(Table.settings(2));
        Conditions conditions = new Conditions();
        ScriptedPeer leaving = table.join(0, conditions);
        table.join(1);
        table.network.run(6 * SECOND);
        leaving.send(to -> Messages.writeLeave(to, false));
        table.network.run(4 * STEP);
        conditions.cut = true;
        table.network.run(2 * SECOND);
        assertNull(leaving.end);
        conditions.cut = false;
        table.network.run(SECOND);
        assertEquals("ended: player 0 left", leaving.end);
    }

    @Test
    void aRequestToJoinMayNeedSeveralPackets() {
        Table table = new Table(Table.settings(2).version("\u8a9e".repeat(200)));
        for (int player = 0; player < 2; player++) {
            table.join(player, new Conditions().delay(5_000_000, 60_000_000));
        }
        table.network.run(2 * SECOND);
        assertTrue(table.tick() > 50, "tick " + table.tick());
    }

    @Test
    void newcomersWhoHaveGoneAreForgotten() {
        Table table = Table.started(Table.settings(2).maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        table.network.remove(table.peers.get(1));
        table.network.run(SECOND);
        List<ScriptedPeer> waiting = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            ScriptedPeer stranger = new ScriptedPeer(table.network, table.settings, 1, new Conditions());
            stranger.identity = 5;
            waiting.add(stranger);
        }
        table.network.run(6 * SECOND);
        for (ScriptedPeer stranger : waiting) {
            assertEquals(-1, stranger.player, "the place is that of the player who is silent");
            table.network.remove(stranger);
        }
        table.network.run(6 * SECOND);
        ScriptedPeer again = table.join(1);
        table.network.run(3 * SECOND);
        assertTrue(again.active, again.end);
        assertEquals(2, table.network.sequencer().status().players());
        table.assertSame(table.tick() - 10);
    }

    @Test
    void boundsTheNumberOfStrangers() {
        Set<Long> answered = new HashSet<>();
        MatchRules rules = Table.settings(2).rules;
        Sequencer sequencer = new Sequencer(rules, (peer, packet) -> answered.add(peer), peer -> false);
        for (long peer = 0; peer < 1_000; peer++) {
            open(sequencer, 1 + peer, peer);
        }
        answered.clear();
        sequencer.onTime(1_000);
        assertEquals(2 + 64, answered.size());
    }

    /** Otherwise one player could leave no connection or place for others. */
    @Test
    void aPlayerWithATokenHasFewConnectionsAndOnePlace() {
        Table table = new Table(Table.settings(3).minPlayers(1));
        Sequencer sequencer = table.network.sequencer();
        sequencer.provesPlayers = true;
        table.network.connect(new Conditions()); // so that the next number is not 0
        Connection connection = table.network.connect(new Conditions());
        List<ScriptedPeer> own = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            own.add(new ScriptedPeer(connection, table.settings, -1, i));
            table.network.add(own.get(i));
            table.network.run(100 * STEP);
        }
        assertEquals(1, sequencer.status().players());
        ScriptedPeer other = table.join(-1);
        table.network.run(SECOND);
        assertTrue(other.active, other.end);
        own.forEach(table.network::remove);
        table.network.run(2 * SECOND);
        ScriptedPeer again = new ScriptedPeer(connection, table.settings, -1, 99);
        table.network.add(again);
        table.network.run(8 * SECOND);
        assertEquals(own.get(0).player, again.player, "its own place, although one is free");
        Set<Long> answered = new HashSet<>();
        Sequencer alone = new Sequencer(table.settings.rules, (peer, packet) -> answered.add(peer), peer -> false);
        alone.provesPlayers = true;
        opening(500).flush(0, packet -> alone.onPacket(7, packet, 0));
        opening(500).flush(0, packet -> alone.onPacket(8, packet, 0));
        alone.onTime(1_000);
        assertEquals(Set.of(7L), answered, "no other player continues a connection");
        for (long token = 501; token < 600; token++) {
            opening(token).flush(0, packet -> alone.onPacket(7, packet, 1_000));
        }
        opening(600).flush(0, packet -> alone.onPacket(8, packet, 1_000));
        answered.clear();
        alone.onTime(100_000_000);
        assertTrue(answered.contains(8L), "there is room for others");
    }

    @Test
    void thePlayerInTheProcessOfTheSequencerIsRightInATie() {
        Table table = Table.started(Table.settings(2), 1);
        table.peers.get(0).lieAt = 100;
        table.network.run(2 * SECOND);
        assertEquals("desync at 100", table.peers.get(0).end);
        assertNull(table.peers.get(1).end);
    }

    /** Without a token, nothing tells that it is the same player. */
    @Test
    void aPlayerWithATokenWhomTheServerRemovesIsKeptOut() {
        for (boolean proved : new boolean[] {true, false}) {
            Table table = new Table(Table.settings(3).minPlayers(2));
            Sequencer sequencer = table.network.sequencer();
            sequencer.provesPlayers = proved;
            table.join(0);
            Connection connection = table.network.connect(new Conditions());
            for (int i = 0; i < 3; i++) {
                ScriptedPeer peer = new ScriptedPeer(connection, table.settings, Math.max(1, i), 2 * i);
                table.network.add(peer);
                table.network.run(2 * SECOND);
                assertEquals(
                        proved && i > 0 ? "ended: the server has removed this player; ask its operator" : null,
                        peer.end);
                table.network.remove(peer);
                sequencer.remove(Math.max(1, i));
            }
            ScriptedPeer other = table.join(1);
            table.network.run(2 * SECOND);
            assertTrue(other.active, "others are not affected");
        }
    }

    @Test
    void strangersWhoNeverJoinLeaveRoomForOthers() {
        Table table = new Table(Table.settings(2));
        List<Link> strangers = new ArrayList<>();
        for (int i = 0; i < 66; i++) {
            strangers.add(opening(1_000_000 + i));
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
        assertArrayEquals(record().toArray(), record().toArray());
    }

    private static List<byte[]> record() {
        MatchSettings settings = Table.settings(3);
        SimulatedNetwork network = new SimulatedNetwork(5, settings, STEP);
        List<byte[]> packets = new ArrayList<>();
        Sequencer twin = new Sequencer(
                settings.rules, (peer, packet) -> packets.add(VirtualNetwork.copy(packet)), peer -> false);
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

    /** Players can send anything as the values of their worlds. */
    @Test
    void forgedValuesAreBoundedAndHarmless() {
        String lines = IntStream.range(0, 30)
                .mapToObj(i -> i + "\u001b[2J" + "n".repeat(500) + "\t" + "%s\u2028" + "v".repeat(500) + "\n\t\n")
                .collect(Collectors.joining());
        for (int bytes : new int[] {0, 2_000_000}) {
            Table table = Table.started(Table.settings(3));
            ScriptedPeer liar = table.peers.get(2);
            liar.lieAt = 100;
            String others = lines.formatted(IntStream.range(0, 30).boxed().toArray());
            liar.values = (others + "x".repeat(bytes)).getBytes(UTF_8);
            table.peers.get(0).values = lines.getBytes(UTF_8);
            assertTrue(table.network.runUntil(() -> liar.end != null, 10 * SECOND));
            table.network.run(SECOND / 10);
            assertEquals("desync at 100", liar.end);
            String what = table.peers.get(1).difference;
            assertTrue(what.length() < 1_800 && what.chars().noneMatch(Character::isISOControl), what);
            assertEquals(bytes == 0 ? 6 : 1, what.split("; ").length, what);
        }
    }

    /** Lets a player lie, and the others be silent, so that they do not know of it. */
    private static ScriptedPeer liar(Table table) {
        ScriptedPeer liar = table.peers.get(2);
        liar.lieAt = table.tick() + 10;
        table.network.runUntil(() -> table.tick() == liar.lieAt, SECOND);
        table.peers.subList(0, 2).forEach(peer -> peer.silent = true);
        table.network.run(SECOND / 10);
        return liar;
    }

    @Test
    void aWrongPlayerWhoHasGoneSilentLearnsItWhenItIsBack() {
        Table table = Table.started(Table.settings(3).maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60)));
        ScriptedPeer liar = liar(table);
        table.network.remove(liar);
        table.network.run(45 * SECOND / 10);
        table.peers.subList(0, 2).forEach(peer -> peer.silent = false);
        table.network.run(25 * SECOND / 10);
        table.network.add(liar);
        table.network.run(SECOND / 10);
        assertEquals("desync at " + liar.lieAt, liar.end);
        assertEquals(2, table.network.sequencer().status().players());
    }

    @Test
    void aWrongPlayerWhoHasLeftBeforeTheOthersKnowCostsThemNothing() {
        Table table = Table.started(Table.settings(3));
        ScriptedPeer liar = liar(table);
        liar.send(to -> Messages.writeLeave(to, false));
        table.network.run(SECOND / 10);
        table.peers.subList(0, 2).forEach(peer -> peer.silent = false);
        table.network.run(SECOND);
        assertEquals("ended: player 2 left", liar.end);
        assertEquals(2, table.network.sequencer().status().players());
        table.assertSame(liar.lieAt + 30);
    }
}
