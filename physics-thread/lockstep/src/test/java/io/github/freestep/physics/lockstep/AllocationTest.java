package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.sequencer.Sequencer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Allocations;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class AllocationTest {
    private final VirtualMatch match = new VirtualMatch(
            MatchSettings.of("sums", SumWorld.LAYOUT, 2).rate(1_000).axes(1));
    private int rounds;
    private long bytes;

    @Test
    void aTickWithACorrectionAllocatesNothing() {
        VirtualMatch.Peer own = match.join(0);
        VirtualMatch.Peer other = match.join(1);
        own.world.keepsHistory = false;
        other.world.keepsHistory = false;
        own.aheadWorld.keepsHistory = false;
        match.until(() -> own.tick() > 0 && other.tick() > 0);
        own.session.submit(SumWorld.tie(1, 0));
        own.predict(20);
        match.run(2_000);
        long before = own.ahead.corrections();
        own.aroundAhead = advance -> bytes += Allocations.once(advance);
        run(other, 20_000);
        assertTrue(own.ahead.corrections() - before > 10_000, () -> own.ahead.corrections() + " corrections");
        assertEquals(0, Allocations.least(() -> run(other, 2_000)));
    }

    private long run(VirtualMatch.Peer other, int ticks) {
        bytes = 0;
        for (int i = 0; i < ticks; i++) {
            other.session.axis(0, ++rounds % 3);
            match.run(1);
        }
        return bytes;
    }

    @Test
    void aSequencerAllocatesNothingWhileTheSamePlayersPlay() {
        MatchSettings settings =
                MatchSettings.of("test", StateLayout.of(1), 3).axes(2).rate(1_000);
        SimulatedNetwork network = new SimulatedNetwork(1, settings, 1_000_000);
        Sequencer twin = new Sequencer(settings.rules, (peer, packet) -> {}, peer -> false);
        network.tap((peer, packet) -> {
            ByteBuffer from = ByteBuffer.wrap(packet);
            long now = network.clock().nanoTime();
            bytes += Allocations.once(() -> twin.onPacket(peer, from, now));
        });
        network.add(now -> bytes += Allocations.once(() -> twin.onTime(now)));
        for (int player = 0; player < 3; player++) {
            new ScriptedPeer(network, settings, player, new SimulatedNetwork.Conditions());
        }
        network.run(3_000_000_000L);
        bytes = 0;
        long from = twin.status().tick();
        network.run(4_000_000_000L);
        long ticks = twin.status().tick() - from;
        assertTrue(ticks > 3_900, "ticks " + ticks);
        assertTrue(bytes < 10 * ticks, bytes + " bytes in " + ticks + " ticks");
    }
}
