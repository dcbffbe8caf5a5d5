package io.github.freestep.benchmarks.tutorial;

import io.github.freestep.physics.lockstep.LockstepSession;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.MatchService;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.MatchWorld;
import io.github.freestep.physics.lockstep.Prediction;
import io.github.freestep.physics.lockstep.SequencerServer;
import io.github.freestep.render.FrameSampler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Step 7: two players, each of whom computes the whole world, and sees the own keys at once. */
public final class Rollback {
    private static final MatchSettings MATCH =
            MatchSettings.of("coins", Coins.LAYOUT, 2).version("1").rate(60).axes(Coins.AXES);
    private static final int TICKS = 150;

    private Rollback() {}

    public static void main(String[] args) {
        try (SequencerServer server = SequencerServer.start(MATCH)) {
            CompletableFuture<Void> guest = CompletableFuture.runAsync(() -> play(server.connectLocal(), 1));
            play(server.connectLocal(), 0);
            guest.join();
        }
    }

    /** What runs on the machine of a player. */
    private static void play(LockstepTransport sequencer, int player) {
        try (LockstepSession match =
                        LockstepSession.builder(MATCH, sequencer).player(player).open();
                MatchService physics = match.start(MatchWorld.of(new Coins(2))); // waits for the others
                Prediction ahead = match.predict(MatchWorld.of(new Coins(2))).start();
                FrameSampler frames = FrameSampler.open(ahead.states())) {
            while (match.isOpen() && physics.failure() == null && match.agreedTick() < TICKS) {
                Autopilot.steer(frames.sample(), player, match::axis); // in a game: draw it
                LockSupport.parkNanos(16_000_000);
            }
            if (match.agreedTick() < TICKS) {
                throw new IllegalStateException("the match has ended early: " + match, match.failure());
            }
            System.out.println("player " + player + ": the worlds were equal up to tick " + TICKS);
        }
    }
}
