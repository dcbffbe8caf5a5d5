package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.LockstepSession.Status;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long an input takes to its step: a round trip, its jitter and two ticks, soon after the start of a match. */
class MatchDelayTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    /** While the JVMs of the players start, packets may take longer, which must not last. */
    @ParameterizedTest
    @CsvSource({
        "60, 2, 0, 100",
        "60, 80, 0, 100",
        "100, 20, 0, 100",
        "100, 20, 8, 100",
        "100, 80, 0, 100",
        "100, 80, 8, 100",
        "100, 150, 20, 0",
        "100, 200, 5, 0"
    })
    void theInputDelayIsARoundTripAndTwoTicks(int rate, long delayMillis, long jitterMillis, long worseMillis) {
        MatchSettings settings =
                MatchSettings.of("delay", SessionPeer.LAYOUT, 2).rate(rate).axes(2);
        SimulatedNetwork network = new SimulatedNetwork(3, settings, MILLI);
        List<SessionPeer> peers = new ArrayList<>();
        List<Conditions> slow = new ArrayList<>();
        for (int player = 0; player < 2; player++) {
            Conditions conditions = new Conditions();
            slow.add(conditions);
            conditions.delay(delayMillis * MILLI, (jitterMillis + worseMillis) * MILLI);
            peers.add(new SessionPeer(network, player, conditions));
        }
        assertTrue(network.runUntil(
                () -> peers.stream().allMatch(peer -> peer.status() == Status.PLAYING), 10 * SECOND));
        slow.forEach(each -> each.delay(delayMillis * MILLI, jitterMillis * MILLI));
        List<Integer> delays = new ArrayList<>();
        long before = network.sequencer().status().tick();
        for (int i = 0; i < 20; i++) {
            network.run(SECOND / 2);
            delays.add(peers.get(0).session.inputDelayTicks());
        }
        long stepped = network.sequencer().status().tick() - before;
        int most = 2 + (int) Math.ceil(2 * (delayMillis + jitterMillis) * rate / 1_000.0);
        String seen = "at most " + most + " after 3 s, was " + delays + ", stepped " + stepped;
        assertTrue(delays.subList(2 * 3 - 1, 20).stream().allMatch(delay -> delay <= most), seen);
        assertTrue(stepped >= 9.8 * rate, seen);
    }
}
