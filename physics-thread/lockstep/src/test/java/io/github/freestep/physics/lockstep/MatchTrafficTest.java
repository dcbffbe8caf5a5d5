package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.LockstepSession.Status;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a match of two players costs its connections, and how long losses hold it up. Both move two axes all the time.
 */
class MatchTrafficTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final int PLAYERS = 2;
    private static final int SECONDS = Thorough.of(20, 60);

    private final List<SessionPeer> peers = new ArrayList<>();
    private final List<SimulatedNetwork.Connection> connections = new ArrayList<>();
    private SimulatedNetwork network;

    private void play(int rate, long delayNanos, long jitterNanos, double loss, long seed) {
        MatchSettings settings = MatchSettings.of("traffic", SessionPeer.LAYOUT, PLAYERS)
                .rate(rate)
                .axes(2);
        network = new SimulatedNetwork(seed, settings, MILLI);
        for (int player = 0; player < PLAYERS; player++) {
            SessionPeer peer = new SessionPeer(
                    network,
                    player,
                    new Conditions().delay(delayNanos, jitterNanos).faults(loss, 0, 0));
            peer.onlyMovesSticks();
            peers.add(peer);
            connections.add(network.newest());
            // As a stick in motion: all bytes of the values change.
            network.add(now -> {
                peer.session.axis(0, (float) Math.sin(now * 0.7e-9));
                peer.session.axis(1, (float) Math.cos(now * 1.3e-9));
            });
        }
        assertTrue(network.runUntil(
                () -> peers.stream().allMatch(peer -> peer.status() == Status.PLAYING), 10 * SECOND));
    }

    @ParameterizedTest
    @CsvSource({
        "60, 10, 0, 8",
        "60, 40, 0, 8",
        "60, 250, 0, 8",
        "100, 10, 0, 12",
        "100, 40, 0, 12",
        "100, 250, 0, 12",
        // More copies than usual, so that a loss seldom costs a round trip.
        "60, 10, 0.1, 9",
        "60, 250, 0.1, 15",
        "100, 10, 0.1, 15",
        "100, 250, 0.1, 23"
    })
    void aPlayerNeedsFewBytes(int rate, long delayMillis, double loss, double kilobytesPerSecond) {
        play(rate, delayMillis * MILLI, 2 * MILLI, loss, 1);
        network.run(3 * SECOND);
        double[] up = new double[PLAYERS];
        double[] down = new double[PLAYERS];
        for (int player = 0; player < PLAYERS; player++) {
            up[player] = -connections.get(player).bytesUp;
            down[player] = -connections.get(player).bytesDown;
        }
        network.run(10 * SECOND);
        for (int player = 0; player < PLAYERS; player++) {
            double upKilobytes = (up[player] + connections.get(player).bytesUp) / 10 / 1_000;
            double downKilobytes = (down[player] + connections.get(player).bytesDown) / 10 / 1_000;
            String seen = "player " + player + ": " + upKilobytes + " kB/s up, " + downKilobytes + " down";
            assertTrue(upKilobytes <= kilobytesPerSecond && downKilobytes <= kilobytesPerSecond, seen);
        }
    }

    @ParameterizedTest
    @CsvSource({"60, 20, 0.1", "100, 20, 0.1", "100, 80, 0.1", "100, 150, 0.1", "100, 80, 0.02", "100, 200, 0"})
    void aLossRarelyHoldsAMatchUpForMoreThanARoundTrip(int rate, long delayMillis, double loss) {
        long jitterMillis = 5;
        play(rate, delayMillis * MILLI, jitterMillis * MILLI, loss, 7);
        network.run(5 * SECOND);
        long[] ticks = new long[PLAYERS];
        long[] since = new long[PLAYERS];
        long longest = 0;
        int longer = 0;
        long roundTrip = 2 * (delayMillis + jitterMillis) + 1_000 / rate;
        long tick = network.sequencer().status().tick();
        for (int milli = 0; milli < 1_000 * SECONDS; milli++) {
            network.run(MILLI);
            for (int player = 0; player < PLAYERS; player++) {
                if (peers.get(player).tick() != ticks[player]) {
                    longer += milli - since[player] > roundTrip ? 1 : 0;
                    ticks[player] = peers.get(player).tick();
                    since[player] = milli;
                }
                longest = Math.max(longest, milli - since[player]);
            }
        }
        long stepped = network.sequencer().status().tick() - tick;
        String seen = "stood for " + longest + " ms, " + longer + " times for more than a round trip, " + stepped
                + " ticks, " + peers.get(0).session;
        // A link can lose all copies of an input. Then it comes a round trip later.
        assertTrue(longer <= 2 * PLAYERS && longest <= 2 * roundTrip, seen);
        assertTrue(stepped > 0.99 * SECONDS * rate, seen);
    }
}
