package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SavableSimulation;
import java.util.function.UnaryOperator;

/** A player with a frame loop, on a simulated network and in its thread, who can predict. */
final class PredictingPlayer<W extends SavableSimulation> implements SimulatedNetwork.Participant {
    final LockstepSession session;
    final W world;
    private final SimulatedNetwork network;
    private final PhysicsBuilder game;
    private final int stepsPerFrame;

    InlineStepper stepper;

    Prediction ahead;

    private Runnable frame = () -> {};
    private int steps;

    /**
     * Joins a match.
     *
     * @param stepsPerFrame steps of the network from one frame to the next; 1 to step ticks as soon as a thread would
     */
    PredictingPlayer(
            SimulatedNetwork network,
            MatchSettings settings,
            int player,
            SimulatedNetwork.Conditions conditions,
            W world,
            int stepsPerFrame) {
        this.network = network;
        this.world = world;
        this.stepsPerFrame = stepsPerFrame;
        session = LockstepSession.builder(settings, network.connect(conditions))
                .clock(network.clock())
                .player(player)
                .openPassive();
        game = PhysicsService.builder(world);
        session.starting().join(game);
        network.add(this);
    }

    void predict(W second, UnaryOperator<Prediction.Builder> options) {
        ahead = options.apply(session.predict(PhysicsService.builder(second))).inline();
    }

    /** Sets what each frame does after the ticks are stepped. */
    void onFrame(Runnable then) {
        frame = then;
    }

    @Override
    public void doWork(long networkNanos) {
        session.doWork(network.clock().nanoTime());
        if (stepper == null && session.starting().isAdmitted()) {
            stepper = session.starting().buildStepper(game);
            session.starting().attach(stepper);
        }
        if (stepper != null && ++steps % stepsPerFrame == 0) {
            stepper.advance(session.elapsedNanos());
            if (ahead != null) {
                ahead.advance();
            }
            frame.run();
        }
    }

    /** Returns the newest tick of the world of the match; -1 before it is there. */
    long tick() {
        return stepper == null ? -1 : stepper.metrics().tick();
    }
}
