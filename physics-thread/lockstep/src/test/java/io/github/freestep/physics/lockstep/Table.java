package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.physics.lockstep.link.Messages;
import io.github.freestep.state.StateLayout;
import java.util.ArrayList;
import java.util.List;

/** A match of scripted peers with some settings. */
final class Table {
    private static final long SECOND = 1_000_000_000L;
    private static final long STEP = 1_000_000;

    final MatchSettings settings;
    final SimulatedNetwork network;
    final List<ScriptedPeer> peers = new ArrayList<>();

    Table(MatchSettings settings) {
        this.settings = settings;
        network = new SimulatedNetwork(1, settings, STEP);
    }

    /** The clock of all ends begins at a time, and may wrap. */
    Table(MatchSettings settings, long beginNanos) {
        this.settings = settings;
        network = new SimulatedNetwork(1, settings, STEP, beginNanos);
    }

    static MatchSettings settings(int players) {
        return MatchSettings.of("test", StateLayout.of(1), players).axes(1);
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
        return started(settings, -1);
    }

    /** Begins a match with a host, or without one if {@code host} is -1. */
    static Table started(MatchSettings settings, int host) {
        Table table = new Table(settings);
        table.network.host = host;
        for (int player = 0; player < settings.players(); player++) {
            table.join(player);
        }
        table.network.run(SECOND);
        return table;
    }

    /** Lets a player leave, and the others play for a second. */
    void leave(ScriptedPeer peer) {
        peer.send(to -> Messages.writeLeave(to, false));
        network.run(SECOND);
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
