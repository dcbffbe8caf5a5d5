package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.lockstep.link.PlayerIdentity;

/** A match of one player on virtual time, without faults of the network. */
public final class OnePlayer {
    private static final long STEP_NANOS = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final SimulatedNetwork network;
    private final PredictingPlayer<SavableSimulation> player;

    public OnePlayer(SavableSimulation world, CommandReader commands) {
        MatchSettings settings = MatchSettings.of("one player", world.layout(), 1)
                .rate(100)
                .host(PlayerIdentity.key(PlayerIdentity.OF_PROCESS));
        network = new SimulatedNetwork(1, settings, STEP_NANOS);
        player = new PredictingPlayer<>(network, settings, 0, new SimulatedNetwork.Conditions(), world, commands);
    }

    public LockstepSession session() {
        return player.session;
    }

    /** Waits until the match has admitted the player. */
    public InlineStepper join() {
        network.runUntil(() -> player.stepper != null, 20 * SECOND);
        return player.stepper;
    }

    public void run(long nanos) {
        network.run(nanos);
    }

    public long tick() {
        return player.tick();
    }
}
