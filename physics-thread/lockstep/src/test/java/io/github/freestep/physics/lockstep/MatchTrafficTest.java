package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.LockstepSession.Status;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.testing.Rows;
import io.github.freestep.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the connections of two players cost, how long losses and delays hold a match up, and any time of the clock. */
class MatchTrafficTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final int PLAYERS = 2;
    private static final int SECONDS = Thorough.of(10, 60);

    private final List<SessionPeer> peers = new ArrayList<>();
    private final List<SimulatedNetwork.Connection> connections = new ArrayList<>();
    private SimulatedNetwork network;

    private void network(int rate, long seed, long beginNanos) {
        MatchSettings settings = MatchSettings.of("traffic", SessionPeer.LAYOUT, PLAYERS)
                .rate(rate)
                .axes(2);
        network = new SimulatedNetwork(seed, settings, MILLI, beginNanos);
    }

    private SessionPeer join(Conditions conditions) {
        SessionPeer peer = new SessionPeer(network, peers.size(), conditions);
        peers.add(peer);
        return peer;
    }

    private void awaitPlaying() {
        assertTrue(network.runUntil(
                () -> peers.stream().allMatch(peer -> peer.status() == Status.PLAYING), 10 * SECOND));
    }

    /** Both players move two axes all the time. */
    private void play(int rate, long delayNanos, long jitterNanos, double loss, long seed) {
        network(rate, seed, 0);
        for (int player = 0; player < PLAYERS; player++) {
            SessionPeer peer =
                    join(new Conditions().delay(delayNanos, jitterNanos).faults(loss, 0, 0));
            peer.onlyMovesSticks();
            connections.add(network.newest());
            // As a stick in motion: all bytes of the values change.
            network.add(now -> {
                peer.session.axis(0, (float) Math.sin(now * 0.7e-9));
                peer.session.axis(1, (float) Math.cos(now * 1.3e-9));
            });
        }
        awaitPlaying();
    }

    @ParameterizedTest
    @Rows(
            usually = 4,
            value = {
                "60, 250, 0, 8",
                "100, 40, 0, 12",
                // More copies than usual, so that a loss seldom costs a round trip.
                "60, 10, 0.1, 9",
                "100, 250, 0.1, 23",
                "60, 10, 0, 8",
                "60, 40, 0, 8",
                "100, 10, 0, 12",
                "100, 250, 0, 12",
                "60, 250, 0.1, 15",
                "100, 10, 0.1, 15"
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
    @Rows(
            usually = 3,
            value = {"60, 20, 0.1", "100, 150, 0.1", "100, 80, 0.02", "100, 20, 0.1", "100, 80, 0.1", "100, 200, 0"})
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

    /**
     * Soon after the start, an input needs a round trip, its jitter and two ticks until its step. While the JVMs of the
     * players start, packets may take longer, which must not last.
     */
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
        network(rate, 3, 0);
        List<Conditions> slow = new ArrayList<>();
        for (int player = 0; player < PLAYERS; player++) {
            Conditions conditions = new Conditions();
            slow.add(conditions);
            conditions.delay(delayMillis * MILLI, (jitterMillis + worseMillis) * MILLI);
            join(conditions);
        }
        awaitPlaying();
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

    /** Only differences of times have a meaning. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE - 3 * SECOND, Long.MIN_VALUE, -2 * SECOND})
    void aMatchContinuesWhileTheClockWraps(long beginNanos) {
        network(100, 1, beginNanos);
        Conditions conditions = new Conditions().delay(20 * MILLI, 10 * MILLI);
        join(conditions);
        join(new Conditions());
        assertTrue(network.runUntil(() -> network.sequencer().status().tick() == 1, 10 * SECOND));
        network.run(2 * SECOND);
        conditions.mute = true;
        network.run(400 * MILLI);
        conditions.mute = false;
        network.run(3 * SECOND);
        assertEquals(500, network.sequencer().status().tick(), 45, "it waits for the player who is not heard");
        peers.forEach(peer -> assertEquals(Status.PLAYING, peer.status()));
    }
}
