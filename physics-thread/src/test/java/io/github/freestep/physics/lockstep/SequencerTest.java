package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings.OnSilence;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.Link;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.Packet;
import io.github.freestep.physics.lockstep.sequencer.Sequencer;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
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
        assertEquals(1, table.network.sequencer().status().speed());
    }

    @Test
    void refusesOtherSettingsAndNamesBothSides() {
        Table table = new Table(Table.settings(2).version("1.2").rate(60));
        ScriptedPeer peer =
                new ScriptedPeer(table.network, Table.settings(2).version("1.3").rate(50), -1, new Conditions());
        table.network.run(SECOND);
        assertEquals(
                "refused: the sequencer has version=1.2, the player has version=1.3;"
                        + " the sequencer has rate=60, the player has rate=50",
                peer.end);
    }

    @Test
    void refusesPlayersWithoutPlace() {
        Table table = Table.started(Table.settings(2));
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
        Table table = Table.started(Table.settings(3).silence(Duration.ofSeconds(2), OnSilence.REMOVE));
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
        Table table = Table.started(Table.settings(2));
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
        Table table = Table.started(Table.settings(2).silence(Duration.ofMillis(500), OnSilence.PAUSE));
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
        Table table = Table.started(Table.settings(3).silence(Duration.ofSeconds(60), OnSilence.PAUSE));
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
    void aPlayerForWhomTheMatchWaitsCannotRemoveItself() {
        Table table = Table.started(Table.settings(3).silence(Duration.ofSeconds(60), OnSilence.PAUSE));
        ScriptedPeer by = table.peers.get(1);
        by.send(to -> Messages.writeScale(to, Ratio.of(2)));
        table.network.run(SECOND);
        assertEquals("only the host, player 0, may change the time scale, by the match settings", by.refusal);
        by.silent = true;
        table.network.run(SECOND);
        assertEquals(0b10, table.peers.get(0).waitedFor);
        by.send(to -> Messages.writeRemove(to, 1));
        table.network.run(SECOND);
        assertEquals(
                "a player who is to be removed must take part, and must not be the one who asks, was player 1",
                by.refusal);
        assertEquals(3, table.network.sequencer().status().players());
    }

    @Test
    void aSilentPlayerCanBeRemovedAlsoIfNoTickIsDue() {
        Table table = Table.started(Table.settings(3).silence(Duration.ofMillis(500), OnSilence.PAUSE));
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
        Table table = Table.started(Table.settings(2).silence(Duration.ofMillis(500), OnSilence.REMOVE));
        long tick = table.tick();
        table.network.clock().advance(100 * SECOND);
        table.network.run(SECOND);
        assertEquals(2, table.network.sequencer().status().players());
        assertTrue(table.tick() > tick + 50 && table.tick() < tick + 90, "tick " + table.tick());
        assertEquals(2, table.network.sequencer().status().inputDelayTicks());
    }

    @Test
    void aPlayerWhoFloodsTheOthersWithCommandsIsRemoved() {
        Table table = Table.started(Table.settings(3));
        ScriptedPeer flooding = table.peers.get(1);
        flooding.commandBytes = 30_000;
        table.network.run(3 * SECOND);
        assertEquals(
                "removed: a player must send at most 262144 bytes of actions and commands per second", flooding.end);
        assertEquals(2, table.network.sequencer().status().players());
        table.assertSame(120);
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
            Table table = Table.started(Table.settings(3));
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
        Table table = Table.started(Table.settings(2).rate(500));
        ScriptedPeer quiet = table.peers.get(1);
        quiet.quietFrom = 600;
        table.network.run(3 * SECOND);
        assertEquals("removed: player 1 sent no hash of tick 600", quiet.end);
        table.network.run(SECOND);
        assertTrue(table.network.sequencer().status().agreedTick() > 1_700);
    }

    @Test
    void ignoresDamagedAndForeignPackets() {
        Table table = Table.started(Table.settings(2));
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
        Table table = Table.started(Table.settings(2));
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
        Table table = new Table(Table.settings(2));
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
        MatchSettings settings = Table.settings(3);
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
