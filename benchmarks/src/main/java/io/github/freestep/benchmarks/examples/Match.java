package io.github.freestep.benchmarks.examples;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.lockstep.LockstepSession;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.MatchService;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.MatchWorld;
import io.github.freestep.physics.lockstep.SequencerServer;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/**
 * A match in lockstep of two players: each runs the whole world, and only input travels. Here, both players are in one
 * process. On two machines, the first starts {@code SequencerServer.start(MATCH, DirectLockstep.at("0.0.0.0")
 * .key(secret).listen())}, and the second plays with {@code DirectLockstep.at(host).token(token).connect()}.
 */
public final class Match {
    private static final int PLAYERS = 2;
    private static final MatchSettings MATCH = MatchSettings.of("race", StateLayout.of(PLAYERS), PLAYERS)
            .version("1")
            .rate(60)
            .axes(1);

    private Match() {}

    public static void main(String[] args) {
        try (SequencerServer server = SequencerServer.start(MATCH)) {
            CompletableFuture<Void> guest = CompletableFuture.runAsync(() -> play(server.connectLocal(), 1, 1.5f));
            play(server.connectLocal(), 0, 1);
            guest.join();
        }
    }

    /** What runs on the machine of a player. */
    private static void play(LockstepTransport sequencer, int player, float speed) {
        try (LockstepSession match =
                        LockstepSession.builder(MATCH, sequencer).player(player).open();
                MatchService physics = match.start(MatchWorld.of(new Race())); // waits for the others
                FrameSampler frames = FrameSampler.open(physics.states())) {
            long shown = 0;
            while (match.isOpen() && physics.failure() == null && match.agreedTick() < 150) {
                match.axis(0, speed);
                Frame frame = frames.sample();
                if (frame.reachedTick() >= shown + 30) {
                    shown = frame.reachedTick();
                    System.out.printf(
                            Locale.ROOT, "player %d sees %.2f %.2f%n", match.player(), frame.x()[0], frame.x()[1]);
                }
                pause();
            }
            if (match.agreedTick() < 150) {
                throw new IllegalStateException("the match has ended early: " + match, match.failure());
            }
            System.out.println("player " + match.player() + ": the worlds were equal up to tick 150");
        }
    }

    private static void pause() {
        try {
            Thread.sleep(16);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** The world. It must be deterministic: the same input gives the same bits. */
    private static final class Race implements Simulation {
        private final float[] x = new float[PLAYERS];

        @Override
        public StateLayout layout() {
            return MATCH.layout();
        }

        @Override
        public void setUp(PhysicsContext context) {
            for (int player = 0; player < PLAYERS; player++) {
                context.bodies().spawn(player);
            }
        }

        @Override
        public void step(Tick tick) {
            for (int player = 0; player < PLAYERS; player++) {
                x[player] += (float) (tick.input().axis(MATCH.axisOf(player, 0)) * tick.dtSeconds());
            }
        }

        @Override
        public void write(StateWriter state) {
            for (int player = 0; player < PLAYERS; player++) {
                state.position(player, x[player], player, 0);
            }
        }
    }
}
