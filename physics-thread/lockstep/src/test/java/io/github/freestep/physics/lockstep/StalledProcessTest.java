package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A match of which some processes stand still for a while, as on a busy machine. It must recover at once. */
class StalledProcessTest {
    private static final long MILLI = 1_000_000;
    private static final int PLAYERS = 3;
    private static final int RATE = 60;

    private final MatchSettings settings = MatchSettings.of("stalls", SessionPeer.LAYOUT, PLAYERS)
            .axes(1)
            .rate(RATE)
            .maxWait(Duration.ofSeconds(60), Duration.ofSeconds(60));
    private final SimulatedNetwork network = new SimulatedNetwork(1, settings, MILLI);
    private final SessionPeer[] peers = new SessionPeer[PLAYERS];
    /** Bit p is set while the process of player p stands still. */
    private int standing;

    private void start(long delayMillis) {
        for (int player = 0; player < PLAYERS; player++) {
            Conditions link = new Conditions().delay(delayMillis * MILLI, MILLI);
            SessionPeer peer = new SessionPeer(network, player, link);
            int bit = 1 << player;
            peers[player] = peer;
            network.remove(peer);
            network.add(now -> {
                if ((standing & bit) == 0) {
                    peer.doWork(now);
                }
            });
        }
        network.run(5_000 * MILLI);
    }

    /** Lets the processes of some players stand still, and with {@code host} that of the sequencer as well. */
    private void stall(int players, boolean host, long millis) {
        standing = players;
        network.sequencerStands(host);
        network.run(millis * MILLI);
        standing = 0;
        network.sequencerStands(false);
    }

    @ParameterizedTest
    @CsvSource({"2, false, 1", "2, false, 20", "7, false, 20", "1, true, 20", "7, true, 1"})
    void aStallCostsNeitherSpeedNorDelayAfterwards(int players, boolean host, long delayMillis) {
        start(delayMillis);
        int delay = network.sequencer().status().inputDelayTicks();
        for (int i = 0; i < 2; i++) {
            stall(players, host, 1_500);
            network.run(500 * MILLI);
        }
        assertRecovered(delay + 2, 8);
    }

    @ParameterizedTest
    @CsvSource({"2, false", "7, false", "1, true"})
    void manyStallsCostNoSpeed(int players, boolean host) {
        start(20);
        int delay = network.sequencer().status().inputDelayTicks();
        for (int i = 0; i < 4; i++) {
            stall(players, host, 300);
            network.run(700 * MILLI);
        }
        assertRecovered(host ? delay + 2 : settings.rules.maxDelay(), 4);
        network.run(4_000 * MILLI);
        assertRecovered(delay + 2, 2);
    }

    private void assertRecovered(int mostDelay, int seconds) {
        long from = network.sequencer().status().tick();
        for (int i = 0; i < 10 * seconds; i++) {
            network.run(100 * MILLI);
            assertTrue(
                    network.sequencer().status().inputDelayTicks() <= mostDelay,
                    () -> network.sequencer().toString());
            for (SessionPeer peer : peers) {
                long behind = network.sequencer().status().tick() - peer.tick();
                assertTrue(behind <= 6, () -> behind + " ticks: " + peer.session);
            }
        }
        assertEquals(seconds * RATE, network.sequencer().status().tick() - from, 4);
    }
}
