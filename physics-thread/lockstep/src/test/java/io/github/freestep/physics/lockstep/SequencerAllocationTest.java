package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.freestep.physics.lockstep.sequencer.Sequencer;
import io.github.freestep.state.StateLayout;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class SequencerAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long bytes;

    private void measure(Runnable call) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        call.run();
        bytes += THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void allocatesNothingWhileTheSamePlayersPlay() {
        MatchSettings settings =
                MatchSettings.of("test", StateLayout.of(1), 3).axes(2).rate(1_000);
        SimulatedNetwork network = new SimulatedNetwork(1, settings, 1_000_000);
        Sequencer twin = new Sequencer(settings.rules(), (peer, packet) -> {}, peer -> false);
        network.tap((peer, packet) -> {
            ByteBuffer from = ByteBuffer.wrap(packet);
            long now = network.clock().nanoTime();
            measure(() -> twin.onPacket(peer, from, now));
        });
        network.add(now -> measure(() -> twin.onTime(now)));
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
