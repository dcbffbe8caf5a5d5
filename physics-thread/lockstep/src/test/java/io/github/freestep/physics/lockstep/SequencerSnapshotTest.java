package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.MatchSettings.Right;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.physics.lockstep.link.Snapshot;
import io.github.freestep.physics.lockstep.sequencer.Sequencer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.Ratio;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Replaces a copy of the sequencer by one loaded from its snapshot, again and again, and compares what both send. */
class SequencerSnapshotTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long STEP = 1_000_000;

    /**
     * Fields that are written before they are read. Units and slots that are not in use keep old values; the packets
     * show those of the others.
     */
    private static final Set<String> SCRATCH = Set.of(
            "FrameWriter.controlBytes",
            "Lane.incoming",
            "Lane.outgoing",
            "Link.header",
            "Packet.crc",
            "RecentSamples.extremes",
            "Slot.length");

    /** Comparing all fields takes longer than loading them. */
    private static final int LOADED_PER_COMPARED = 8;

    private final MatchSettings settings = MatchSettings.of("test", StateLayout.of(1), 4)
            .axes(1)
            .minPlayers(3)
            .pauses(Right.MAJORITY, 2, Duration.ofSeconds(3))
            .timeScale(Right.MAJORITY)
            .history(1 << 17);

    private final List<byte[]> packets = new ArrayList<>();
    private final List<byte[]> copied = new ArrayList<>();
    private final Set<String> differing = new TreeSet<>();
    private SimulatedNetwork network;
    private Sequencer copy;
    private int loaded;

    private Sequencer load(byte[] snapshot) {
        Snapshot from = Snapshot.load(snapshot);
        Sequencer sequencer = Sequencer.load(settings.rules(), this::take, peer -> false, from);
        from.end();
        return sequencer;
    }

    private static byte[] save(Sequencer sequencer) {
        Snapshot to = Snapshot.save();
        sequencer.save(to);
        return to.saved();
    }

    private void take(long peer, ByteBuffer packet) {
        byte[] bytes = new byte[packet.remaining()];
        packet.duplicate().get(bytes);
        copied.add(bytes);
    }

    private static Set<String> differing(Sequencer one, Sequencer other) {
        try {
            return Fields.differing(one, other, SCRATCH);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    /** Begins to compare. Loads the copy anew every {@code everyNanos}. */
    private void compare(long seed, long everyNanos) {
        network = new SimulatedNetwork(seed, settings, STEP);
        network.tapSent(packets::add);
        copy = load(save(network.sequencer()));
        network.tap((peer, bytes) ->
                copy.onPacket(peer, ByteBuffer.wrap(bytes), network.clock().nanoTime()));
        network.add(now -> {
            copy.onTime(now);
            assertEquals(packets.size(), copied.size());
            for (int i = 0; i < packets.size(); i++) {
                assertArrayEquals(packets.get(i), copied.get(i));
            }
            packets.clear();
            copied.clear();
            if (now % everyNanos == 0) {
                byte[] snapshot = save(network.sequencer());
                assertArrayEquals(snapshot, save(copy));
                copy = load(snapshot);
                if (loaded++ % LOADED_PER_COMPARED == 0) {
                    differing.addAll(differing(network.sequencer(), copy));
                }
            }
        });
    }

    static LongStream seeds() {
        return Seeds.first(3);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aLoadedSequencerSendsTheSamePackets(long seed) {
        compare(seed, 37 * STEP);
        Conditions bad = new Conditions().delay(10_000_000, 20_000_000).faults(0.1, 0.1, 0.02);
        List<ScriptedPeer> peers = new ArrayList<>();
        for (int player = 0; player < 3; player++) {
            peers.add(new ScriptedPeer(network, settings, player, bad));
        }
        network.run(2 * SECOND);
        peers.get(0).send(Messages::writePause);
        peers.get(1).send(message -> Messages.writeScale(message, Ratio.of(2)));
        network.run(SECOND / 2);
        peers.get(1).send(Messages::writePause);
        network.run(SECOND / 2);
        peers.get(0).send(Messages::writeResume);
        peers.get(2).send(message -> Messages.writeScale(message, Ratio.of(2)));
        // A late player with a saved world, then one who gets all frames.
        ScriptedPeer late = new ScriptedPeer(network, settings, 3, bad);
        network.run(3 * SECOND);
        assertEquals(Messages.Start.WORLD, late.start);
        late.send(message -> Messages.writeLeave(message, false, ""));
        network.run(SECOND);
        ScriptedPeer again = new ScriptedPeer(network, settings, 3, bad);
        again.exact = false;
        network.run(2 * SECOND);
        // A wrong state, and the search for what differs.
        peers.get(2).lieAt = peers.get(2).tick + 10;
        network.run(SECOND);
        assertTrue(peers.get(2).end != null, "found");
        peers.get(0).send(message -> Messages.writeRemove(message, 1));
        network.run(SECOND / 2);
        peers.get(1).silent = true;
        network.run(6 * SECOND);
        assertEquals(Set.of(), differing);
        assertTrue(loaded > 300 && network.sequencer().status().tick() > 500, loaded + " loaded");
    }

    @Test
    void aDamagedOrForeignSnapshotIsRefused() {
        Sequencer sequencer = new Sequencer(settings.rules(), (peer, packet) -> {}, peer -> false);
        byte[] snapshot = save(sequencer);
        snapshot[snapshot.length / 2] ^= 1;
        assertEquals(
                "a snapshot of " + snapshot.length + " bytes is damaged",
                assertThrows(IllegalArgumentException.class, () -> load(snapshot))
                        .getMessage());
        byte[] other = save(new Sequencer(settings.seed(7).rules(), (peer, packet) -> {}, peer -> false));
        String message =
                assertThrows(IllegalArgumentException.class, () -> load(other)).getMessage();
        assertTrue(message.startsWith("a snapshot must be of snapshot 4: simulation=test"), message);
        assertTrue(message.contains("seed=7"), message);
    }
}
