package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.lockstep.LockstepSession.Status;
import io.github.freestep.physics.lockstep.SimulatedNetwork.Conditions;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Matches of three sessions on a network with random faults: delay, jitter, loss, repetition, reordering, damage,
 * partitions, killed processes, players who leave and come back, wrong states, and strangers with nonsense. Pauses,
 * other speeds and removals come at random. One player stays, because no one can join a match that all have left.
 */
class MatchSeedsTest {
    private static final int SEEDS = Thorough.of(4, 40);
    private static final int PLAYERS = 3;
    private static final int TROUBLES = 12;
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private static final class Match {
        private final MatchSettings settings;
        private final SimulatedNetwork network;
        private final Random random;
        private final String name;
        private final int stays;
        private final SessionPeer[] peers = new SessionPeer[PLAYERS];
        private final Conditions[] conditions = new Conditions[PLAYERS];
        private final Map<Long, Long> right = new HashMap<>();
        private long compared;

        private Match(long seed) {
            settings = MatchSettings.of("seeds", SessionPeer.LAYOUT, PLAYERS)
                    .axes(1)
                    .rate(30);
            network = new SimulatedNetwork(seed, settings, 5 * MILLI);
            random = network.random();
            name = "seed " + seed;
            stays = random.nextInt(PLAYERS);
            for (int player = 0; player < PLAYERS; player++) {
                join(player);
            }
        }

        private void join(int player) {
            conditions[player] = new Conditions();
            change(conditions[player]);
            peers[player] = new SessionPeer(
                    network, player, conditions[player], network.drifting(random.nextInt(201) - 100), this::hash);
        }

        private void hash(SessionPeer peer, long tick, long hash) {
            if (!peer.isCorrupt()) {
                Long other = right.putIfAbsent(tick, hash);
                compared += other == null ? 0 : 1;
                assertTrue(other == null || other == hash, () -> name + ": the states of tick " + tick + " differ");
            }
        }

        private void change(Conditions of) {
            of.delay(random.nextInt(80) * MILLI, (1 + random.nextInt(40)) * MILLI)
                    .faults(random.nextInt(10) * 0.01, random.nextInt(10) * 0.01, random.nextInt(3) * 0.01);
        }

        private void play() {
            assertTrue(network.runUntil(() -> network.sequencer().status().tick() > 30, 30 * SECOND), name + " began");
            for (int i = 0; i < TROUBLES; i++) {
                trouble((stays + 1 + random.nextInt(PLAYERS - 1)) % PLAYERS);
                change(conditions[stays]);
                network.run(random.nextInt(700) * MILLI);
            }
            heal();
        }

        private void trouble(int player) {
            switch (random.nextInt(11)) {
                case 0, 1 -> change(conditions[player]);
                case 2 -> conditions[player].cut = !conditions[player].cut;
                case 3 -> {
                    network.remove(peers[player]); // As a killed process.
                    join(player);
                }
                case 4 -> {
                    peers[player].session.close();
                    network.run(100 * MILLI);
                    join(player);
                }
                case 5 -> corrupt(peers[player]);
                case 6 -> network.sequencer().pause(true);
                case 7 -> network.sequencer().pause(false);
                case 8 -> network.sequencer().scale(Ratio.of(1 + random.nextInt(8), 4));
                case 9 -> removeLate(player);
                default -> stranger();
            }
        }

        /** Makes the match wait for a player, and removes it then. */
        private void removeLate(int player) {
            conditions[player].cut = true;
            network.run(random.nextInt(600) * MILLI);
            network.sequencer().remove(player);
            network.run(100 * MILLI);
            conditions[player].cut = false;
        }

        /** Changes the state of a player. There must be two others, because most players are right. */
        private void corrupt(SessionPeer peer) {
            boolean before = allPlay();
            network.run(SECOND);
            if (!before || !allPlay()) {
                return;
            }
            peer.corrupt();
            assertTrue(network.runUntil(() -> peer.status() == Status.ENDED, 10 * SECOND), () -> name + ": " + this);
        }

        private boolean allPlay() {
            boolean all = network.sequencer().status().players() == PLAYERS;
            for (int player = 0; player < PLAYERS; player++) {
                all &= peers[player].status() == Status.PLAYING && !conditions[player].cut;
            }
            return all;
        }

        /** Floods the sequencer with nonsense, and with messages of a connection of its own. */
        private void stranger() {
            ScriptedPeer liar = new ScriptedPeer(network, settings, random.nextInt(PLAYERS + 1) - 1, new Conditions());
            network.run(50 * MILLI);
            for (int i = 0; i < 50; i++) {
                byte[] bytes = new byte[random.nextInt(1_000)];
                random.nextBytes(bytes);
                liar.send(to -> to.put(bytes));
            }
            network.run(50 * MILLI);
        }

        /**
         * Ends all faults and requests, lets players whose sessions have ended join again, and expects a whole match.
         */
        private void heal() {
            network.sequencer().pause(false);
            network.sequencer().scale(Ratio.ONE);
            untilWhole();
            long tick = network.sequencer().status().tick();
            network.run(SECOND);
            assertTrue(network.sequencer().status().agreedTick() > tick, () -> name + ": " + this);
            assertEquals(PLAYERS, network.sequencer().status().players(), () -> name + ": " + this);
            assertTrue(compared > 100, name);
        }

        private void untilWhole() {
            boolean whole = network.runUntil(
                    () -> {
                        for (int player = 0; player < PLAYERS; player++) {
                            conditions[player].delay(10 * MILLI, 5 * MILLI).faults(0, 0, 0).cut = false;
                            if (peers[player].status() == Status.ENDED || isForgotten(peers[player])) {
                                network.remove(peers[player]);
                                join(player);
                            }
                        }
                        return allPlay() && peers[0].session.speed() == 1;
                    },
                    60 * SECOND);
            assertTrue(whole, () -> name + ": " + this);
        }

        /** Whether the sequencer has removed a player while no packets came through. It would find out after 10 s. */
        private boolean isForgotten(SessionPeer peer) {
            return network.sequencer().status().players() < PLAYERS
                    && peer.status() == Status.PLAYING
                    && network.sequencer().status().tick() - peer.session.agreedTick() > 60;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(network.sequencer().toString());
            for (SessionPeer peer : peers) {
                text.append("; ").append(peer.session);
            }
            return text.toString();
        }
    }

    @Test
    void allStatesAreTheSame() {
        for (long seed = 0; seed < SEEDS; seed++) {
            new Match(seed).play();
        }
    }
}
