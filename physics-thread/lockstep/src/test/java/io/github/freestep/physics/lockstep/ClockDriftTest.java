package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.LockstepSession.Status;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.testing.Thorough;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockDriftTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final int RATE = 10;
    private static final int MINUTES = Thorough.of(20, 60);

    /** Only differences of times have a meaning. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE - 3 * SECOND, Long.MIN_VALUE, -2 * SECOND})
    void aMatchGoesOnWhileTheClockWraps(long beginNanos) {
        MatchSettings settings =
                MatchSettings.of("wrap", SessionPeer.LAYOUT, 2).axes(1).rate(100);
        SimulatedNetwork network = new SimulatedNetwork(1, settings, MILLI, beginNanos);
        Conditions conditions = new Conditions().delay(20 * MILLI, 10 * MILLI);
        SessionPeer first = new SessionPeer(network, 0, conditions);
        SessionPeer second = new SessionPeer(network, 1, new Conditions());
        assertTrue(network.runUntil(() -> network.sequencer().status().tick() == 1, 10 * SECOND));
        network.run(2 * SECOND);
        conditions.mute = true;
        network.run(400 * MILLI);
        conditions.mute = false;
        network.run(3 * SECOND);
        assertEquals(500, network.sequencer().status().tick(), 45, "it waits for the player who is not heard");
        for (SessionPeer peer : List.of(first, second)) {
            assertEquals(Status.PLAYING, peer.status());
        }
    }

    @Test
    void peersWhoseClocksDriftStayTogether() {
        MatchSettings settings =
                MatchSettings.of("drift", SessionPeer.LAYOUT, 2).axes(1).rate(RATE);
        SimulatedNetwork network = new SimulatedNetwork(1, settings, 10 * MILLI);
        Map<Long, Long> right = new HashMap<>();
        SessionPeer[] peers = new SessionPeer[2];
        long[] newest = new long[2];
        for (int player = 0; player < 2; player++) {
            int number = player;
            peers[player] = new SessionPeer(
                    network,
                    player,
                    new Conditions().delay(20 * MILLI, 20 * MILLI),
                    network.drifting(player == 0 ? 100 : -100),
                    (peer, tick, hash) -> {
                        newest[number] = tick;
                        Long other = right.remove(tick);
                        assertTrue(other == null || other == hash, () -> "the states of tick " + tick + " differ");
                        right.computeIfAbsent(other == null ? tick : -1, key -> hash);
                    });
        }
        assertTrue(network.runUntil(() -> network.sequencer().status().tick() == RATE, 10 * SECOND));
        for (int minute = 1; minute <= MINUTES; minute++) {
            network.run(60 * SECOND);
            long tick = network.sequencer().status().tick();
            String when = "after " + minute + " minutes: " + network.sequencer();
            assertEquals(RATE + minute * 60L * RATE, tick, 1, when);
            assertEquals(tick, newest[0], 3, when);
            assertEquals(tick, newest[1], 3, when);
            assertEquals(2, network.sequencer().status().inputDelayTicks(), when);
            assertEquals(Status.PLAYING, peers[1].status(), when);
        }
    }
}
