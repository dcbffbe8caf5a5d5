package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.LockstepSession.Status;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Matches whose sequencer is killed, and a new one takes over, on a network with random faults. */
class TakeoverTest {
    private static final int SEEDS = Thorough.of(60, 1_000);
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;
    /** From the start of the new sequencer until all players step again. */
    private static final long STANDS_NANOS = 2 * SECOND;

    private static final class Play {
        private final MatchSettings settings;
        private final SimulatedNetwork network;
        private final Random random;
        private final SessionPeer[] peers;
        private final Conditions[] links;
        private final Map<Long, Long> right = new HashMap<>();
        private final List<Float> pushed = new ArrayList<>();
        private final String name;
        private long run = 1;

        private Play(long seed, int players) {
            name = "seed " + seed;
            settings = MatchSettings.of("takeover", SessionPeer.LAYOUT, players)
                    .axes(1)
                    .rate(60);
            network = new SimulatedNetwork(seed, settings, 5 * MILLI);
            random = network.random();
            peers = new SessionPeer[players];
            links = new Conditions[players];
            for (int player = 0; player < players; player++) {
                join(player);
            }
            until(() -> network.sequencer().status().tick() > 30);
        }

        private void join(int player) {
            links[player] = new Conditions();
            links[player]
                    .delay(random.nextInt(60) * MILLI, (1 + random.nextInt(30)) * MILLI)
                    .faults(random.nextInt(6) * 0.01, random.nextInt(6) * 0.01, random.nextInt(3) * 0.01);
            peers[player] = new SessionPeer(
                    network,
                    settings,
                    player,
                    links[player],
                    network.drifting(random.nextInt(201) - 100),
                    (peer, tick, hash) -> assertEquals(
                            right.computeIfAbsent(tick, each -> hash), hash, () -> name + ": tick " + tick));
            peers[player].onlyMovesSticks();
        }

        private void until(java.util.function.BooleanSupplier condition) {
            assertTrue(network.runUntil(condition, 20 * SECOND), () -> name + ": " + this);
        }

        /** Lets the players act for a time. */
        private void act(long millis) {
            for (long passed = 0; passed < millis; passed += 20) {
                for (SessionPeer peer : peers) {
                    if (peer != null && peer.status() != Status.JOINING) {
                        peer.session().axis(0, random.nextInt(3) - 1);
                        if (random.nextInt(4) == 0) {
                            pushed.add((float) pushed.size());
                            assertTrue(peer.session().action(1, pushed.size() - 1));
                        }
                    }
                }
                network.run(20 * MILLI);
            }
        }

        private void kill(int player) {
            network.remove(peers[player]);
            links[player].cut = true;
            peers[player] = null;
        }

        private void startSequencer() {
            network.startSequencer(++run);
        }

        /** The players go on in time, from the newest tick that one of them has stepped. */
        private void goesOn() {
            long newest = newest();
            boolean inTime = network.runUntil(
                    () -> remaining().stream().allMatch(peer -> peer.tick() > newest), STANDS_NANOS);
            assertTrue(inTime, () -> name + " stands at " + newest + ": " + this);
        }

        private long newest() {
            return remaining().stream().mapToLong(SessionPeer::tick).max().orElseThrow();
        }

        private List<SessionPeer> remaining() {
            return Arrays.stream(peers).filter(peer -> peer != null).toList();
        }

        /** Lets those who are away join, and compares all. */
        private void ends() {
            for (int player = 0; player < peers.length; player++) {
                if (peers[player] == null) {
                    join(player);
                }
            }
            until(() -> remaining().stream().allMatch(peer -> peer.status() == Status.PLAYING));
            act(500);
            long newest = newest();
            until(() -> network.sequencer().status().agreedTick() > newest + 60);
            assertEquals(peers.length, network.sequencer().status().players(), name);
        }

        /** Everything that the players have done is in the match, and once. */
        private void assertNothingIsLost(SessionPeer peer) {
            assertEquals(pushed, peer.values().stream().sorted().toList(), name);
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(network.sequencer().status().toString());
            for (SessionPeer peer : remaining()) {
                text.append("; ").append(peer.session());
            }
            return text.toString();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aMatchSurvivesItsSequencer(int players) {
        Seeds.first(SEEDS).forEach(seed -> {
            Play play = new Play(seed, players);
            play.act(play.random.nextInt(1_000));
            for (int death = 0; death < 2; death++) {
                play.network.killSequencer();
                play.act(play.random.nextInt(3_000));
                play.startSequencer();
                if (play.random.nextInt(3) == 0) {
                    // The new one dies at once, perhaps after some of the players are back.
                    play.act(play.random.nextInt(500));
                    play.network.killSequencer();
                    play.startSequencer();
                }
                play.goesOn();
                play.act(play.random.nextInt(1_000));
            }
            SessionPeer first = play.peers[0];
            play.ends();
            play.assertNothingIsLost(first);
        });
    }
}
