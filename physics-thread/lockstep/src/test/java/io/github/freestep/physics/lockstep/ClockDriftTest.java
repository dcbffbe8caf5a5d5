package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.LockstepSession.Status;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockDriftTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

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
}
