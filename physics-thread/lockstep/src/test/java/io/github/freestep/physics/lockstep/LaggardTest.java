package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.LockstepSession.Status;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.testing.Rows;
import io.github.freestep.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** A match of three players with good connections and one with a bad one, who must only make its own input late. */
class LaggardTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final int RATE = 60;
    private static final int NEAR = 3;
    private static final long NEAR_DELAY_MILLIS = 10;
    private static final long NEAR_JITTER_MILLIS = 2;
    private static final int MOST_NEAR = most(NEAR_DELAY_MILLIS, NEAR_JITTER_MILLIS);

    /** Two ticks. */
    private static final long MOST_GAP_MILLIS = 2_000 / RATE;

    private final MatchSettings settings = MatchSettings.of("laggard", SessionPeer.LAYOUT, NEAR + 1)
            .minPlayers(NEAR)
            .rate(RATE)
            .axes(1);
    private final SimulatedNetwork network = new SimulatedNetwork(5, settings, MILLI);
    private final List<SessionPeer> near = new ArrayList<>();
    /** The longest time between two steps of a near player. */
    private long longestGapMillis;

    private static int most(long delayMillis, long jitterMillis) {
        return 2 + (int) Math.ceil(2 * (delayMillis + jitterMillis) * RATE / 1_000.0);
    }

    private SessionPeer join(int player, Conditions conditions) {
        SessionPeer peer = new SessionPeer(network, player, conditions);
        peer.onlyMovesSticks();
        // The value of the axis is the tick at which it was sampled, so each tick says how late its input is.
        network.add(now -> {
            if (!peer.session.state.isOver) {
                peer.session.axis(0, Math.max(0, peer.tick()));
            }
        });
        return peer;
    }

    private void joinNear() {
        for (int player = 0; player < NEAR; player++) {
            near.add(join(player, new Conditions().delay(NEAR_DELAY_MILLIS * MILLI, NEAR_JITTER_MILLIS * MILLI)));
        }
    }

    private void awaitPlaying(SessionPeer laggard) {
        assertTrue(
                network.runUntil(
                        () -> laggard.status() == Status.PLAYING
                                && near.stream().allMatch(peer -> peer.status() == Status.PLAYING),
                        20 * SECOND),
                () -> network.sequencer() + "; " + laggard.session);
    }

    /** Plays, and checks that the near players' inputs are as late as their own connections make them. */
    private void playNear(int seconds) {
        long[] ticks = new long[NEAR];
        long[] since = new long[NEAR];
        long tick = network.sequencer().status().tick();
        longestGapMillis = 0;
        for (int milli = 0; milli < 1_000 * seconds; milli++) {
            network.run(MILLI);
            for (int player = 0; player < NEAR; player++) {
                SessionPeer peer = near.get(player);
                assertTrue(peer.session.inputDelayTicks() <= MOST_NEAR, () -> peer.session + ", at most " + MOST_NEAR);
                if (peer.tick() != ticks[player]) {
                    long late = peer.tick() - (long) peer.world.newest[player];
                    assertTrue(late <= MOST_NEAR + 1, () -> "input is late by " + late + " ticks: " + peer.session);
                    longestGapMillis = Math.max(longestGapMillis, milli - since[player]);
                    ticks[player] = peer.tick();
                    since[player] = milli;
                }
            }
        }
        long stepped = network.sequencer().status().tick() - tick;
        assertTrue(
                stepped >= 0.99 * RATE * seconds,
                () -> stepped + " ticks in " + seconds + " s: " + network.sequencer());
    }

    @ParameterizedTest
    @Rows(
            usually = 2,
            value = {"250, 20, 0", "100, 10, 0.1", "250, 2, 0", "10, 2, 0.3"})
    void aLaggardDelaysOnlyItsOwnInput(long delayMillis, long jitterMillis, double loss) {
        joinNear();
        SessionPeer laggard = join(
                NEAR,
                new Conditions()
                        .delay(delayMillis * MILLI, jitterMillis * MILLI)
                        .faults(loss, 0, 0));
        awaitPlaying(laggard);
        network.run(4 * SECOND);
        playNear(Thorough.of(20, 60));
        assertTrue(loss > 0 || longestGapMillis < MOST_GAP_MILLIS, () -> "stood for " + longestGapMillis + " ms");
        int delay = laggard.session.inputDelayTicks();
        assertTrue(delay >= 2 * delayMillis * RATE / 1_000, () -> "" + laggard.session);
        assertTrue(loss > 0 || delay <= most(delayMillis, jitterMillis), () -> "" + laggard.session);
        // With losses the delay changes. The newest one may not have arrived, and the newest input was sent with the
        // one before.
        int apart = Math.abs(network.sequencer().status().inputDelayTicks() - delay);
        assertTrue(apart <= (loss > 0 ? 1 : 0), () -> apart + " ticks apart: " + laggard.session);
        long late = laggard.tick() - (long) laggard.world.newest[NEAR];
        int least = loss > 0 ? delay - 2 : delay;
        assertTrue(late >= least && late <= delay + 2, () -> "late by " + late + ": " + laggard.session);
    }

    @Test
    void noOneNoticesThatALaggardComesAndGoes() {
        joinNear();
        network.run(6 * SECOND);
        for (int i = 0; i < 2; i++) {
            SessionPeer laggard = join(NEAR, new Conditions().delay(250 * MILLI, 2 * MILLI));
            playNear(10);
            assertTrue(longestGapMillis < MOST_GAP_MILLIS, () -> "stood for " + longestGapMillis + " ms");
            assertEquals(Status.PLAYING, laggard.status());
            laggard.session.close();
            playNear(5);
            assertTrue(longestGapMillis < MOST_GAP_MILLIS, () -> "stood for " + longestGapMillis + " ms");
            assertEquals(NEAR, network.sequencer().status().players());
        }
    }
}
