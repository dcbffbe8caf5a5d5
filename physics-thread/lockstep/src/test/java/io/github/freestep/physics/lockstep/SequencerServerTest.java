package io.github.freestep.physics.lockstep;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.Link;
import io.github.freestep.net.link.Packet;
import io.github.freestep.net.link.RoomHeader;
import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.PeerPackets;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.Logs;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class SequencerServerTest {
    private static final MatchSettings SETTINGS = MatchSettings.of("local", StateLayout.of(1), 2)
            .axes(1)
            .rate(200)
            .maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60));

    private ScriptedPeer first;
    private ScriptedPeer second;

    private void join(SequencerServer server) {
        first = new ScriptedPeer(server.connectLocal(), SETTINGS, 0, 11);
        second = new ScriptedPeer(server.connectLocal(), SETTINGS, 1, 13);
    }

    private void work(BooleanSupplier until) {
        Await.until(() -> {
            first.doWork(System.nanoTime());
            second.doWork(System.nanoTime());
            return until.getAsBoolean();
        });
    }

    @Test
    void runsAMatchOfLocalPlayersAndSaysWhenItCloses() {
        SequencerServer server = SequencerServer.start(SETTINGS);
        join(server);
        work(() -> first.tick >= 100 && second.tick >= 100 && server.status().agreedTick() >= 90);
        for (long tick = 1; tick <= 100; tick++) {
            assertEquals(first.hashes.get(tick), second.hashes.get(tick));
        }
        assertEquals(2, server.status().players());
        assertTrue(server.status().tick() >= 100);
        assertTrue(server.isRunning());
        Thread closer = new Thread(server::close);
        closer.start();
        work(() -> first.end != null && second.end != null);
        assertEquals("ended: the sequencer was closed", first.end);
        server.close();
        assertFalse(server.isRunning());
        assertTrue(server.toString().endsWith(", closed"), server.toString());
    }

    @Test
    void pausesScalesAndRemovesForItsProcess() {
        try (SequencerServer server = SequencerServer.start(SETTINGS)) {
            join(server);
            work(() -> first.tick >= 10);
            server.pause();
            work(() -> first.rate == 0 && server.status().isPaused());
            server.resume();
            server.timeScale(Ratio.of(2));
            work(() -> first.rate > 1);
            for (Ratio scale : List.of(Ratio.of(1_001), Ratio.of(1, 1_001))) {
                refusedWith(
                        "scale must be between 1/1000 and 1000, was " + scale + "; to stop time, pause it",
                        IllegalArgumentException.class,
                        () -> server.timeScale(scale));
            }
            server.remove(1);
            work(() -> second.end != null);
            assertEquals("ended: the server removed player 1", second.end);
        }
    }

    /** As if the process is stopped for a second between any two looks at the clock. */
    @Test
    void saysThatItClosesEvenIfItIsStoppedMeanwhile() {
        AtomicLong stops = new AtomicLong(-1);
        NanoClock clock = () -> System.nanoTime() + (stops.get() < 0 ? 0 : stops.incrementAndGet() * 1_000_000_000L);
        SequencerServer server = SequencerServer.start(SETTINGS, new SequencerTransport(new NoNetwork()), clock);
        join(server);
        work(() -> first.tick >= 10);
        stops.set(0);
        server.close();
        first.doWork(System.nanoTime());
        assertEquals("ended: the sequencer was closed", first.end);
    }

    @Test
    void ignoresPacketsFromOutsideWithTheNumberOfALocalPlayer() {
        Link forger = new Link(5, 1_000, 0);
        ByteBuffer join = ByteBuffer.allocate(Messages.MAX_TO_SEQUENCER);
        Messages.writeJoin(join, new JoinRequest(0, true, 1, "", SETTINGS.rules.entries()));
        forger.offer(Packet.URGENT, join.flip());
        AtomicInteger passed = new AtomicInteger();
        SequencerServer server = SequencerServer.start(SETTINGS, new SequencerTransport(new NoNetwork() {
            @Override
            public SocketAddress receive(ByteBuffer into) {
                RoomHeader.write(into, RoomHeader.MATCH, 0).put((byte) 0);
                return passed.get() < 3 ? new InetSocketAddress(1) : null;
            }

            @Override
            public void datagram(ByteBuffer datagram, SocketAddress source, PeerPackets handler) {
                passed.getAndIncrement();
                forger.flush(0, packet -> handler.packet(Long.MIN_VALUE + 3, packet));
            }
        }));
        Await.until(() -> !server.isRunning() || passed.get() >= 3);
        assertTrue(server.isRunning(), server::toString);
        server.close();
        assertNull(server.failure());
    }

    @Test
    @Logs("RuntimeException: the cable was cut")
    void reportsATransportThatFailsAndClosesIt() {
        AtomicBoolean closed = new AtomicBoolean();
        AtomicBoolean fails = new AtomicBoolean();
        RuntimeException failure = new RuntimeException("the cable was cut");
        SequencerServer server = SequencerServer.start(SETTINGS, new SequencerTransport(new NoNetwork() {
            @Override
            public SocketAddress receive(ByteBuffer into) {
                if (fails.get()) {
                    throw failure;
                }
                return null;
            }

            @Override
            public void close() {
                super.close();
                closed.set(true);
            }
        }));
        fails.set(true);
        Await.until(() -> !server.isRunning());
        assertSame(failure, server.failure());
        assertTrue(closed.get());
        assertTrue(server.toString().contains("the cable was cut"), server.toString());
        server.close();
    }

    @Test
    void localPlayersMayJoinAgainAndAgain() {
        LocalConnections connections = new LocalConnections();
        for (int i = 0; i < 70_000; i++) {
            connections.add().close();
        }
        assertFalse(connections.areOpen());
    }

    @Test
    void aClosedConnectionDeliversWhatItHasAndFreesItsQueues() {
        LocalConnections connections = new LocalConnections();
        List<String> packets = new ArrayList<>();
        LockstepTransport first = connections.add();
        LockstepTransport second = connections.add();
        first.send(ByteBuffer.allocate(1));
        first.close();
        for (int i = 0; i < 2; i++) {
            second.send(ByteBuffer.allocate(2));
            connections.poll((peer, packet) -> packets.add(peer - Long.MIN_VALUE + ": " + packet.remaining()));
        }
        connections.send(Long.MIN_VALUE, ByteBuffer.allocate(3));
        connections.send(Long.MIN_VALUE + 1, ByteBuffer.allocate(4));
        second.poll(packet -> packets.add("to 1: " + packet.remaining()));
        assertEquals(List.of("0: 1", "1: 2", "1: 2", "to 1: 4"), packets);
        assertTrue(connections.areOpen());
    }
}
