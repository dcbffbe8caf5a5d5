package io.github.freestep.physics.lockstep;

import static org.junit.jupiter.api.Assertions.fail;

import io.github.freestep.physics.CommandReader;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.lockstep.session.Game;
import io.github.freestep.physics.lockstep.session.HostTime;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A player with a frame loop who can predict, on a simulated network and in its thread. */
final class PredictingPlayer<W extends SavableSimulation> implements SimulatedNetwork.Participant {
    final LockstepSession session;
    final W world;

    /** Null until the match admits the player. */
    InlineStepper stepper;

    HostTime time;

    /** Null without a prediction. */
    Prediction ahead;

    private EventReader differences;

    private final SimulatedNetwork network;
    private final Game game;
    private Consumer<InlineStepper> beforeStart = made -> {};
    private Runnable frame = () -> {};
    private int stepsPerFrame = 1;
    private int steps;

    /** Joins a match. */
    PredictingPlayer(
            SimulatedNetwork network,
            MatchSettings settings,
            int player,
            SimulatedNetwork.Conditions conditions,
            W world,
            CommandReader commands) {
        this.network = network;
        this.world = world;
        session = LockstepSession.builder(settings, network.connect(conditions))
                .clock(network.clock())
                .player(player)
                .commands(commands)
                .openPassive();
        game = new Game(world);
        session.starting().join(game);
        network.add(this);
    }

    /** Sets what takes the stepper before its first tick. */
    void beforeStart(Consumer<InlineStepper> taker) {
        beforeStart = taker;
    }

    /**
     * Sets what each frame does after its ticks, and how often the network steps from one frame to the next. The
     * session works in each of these steps.
     */
    void onFrame(int networkSteps, Runnable then) {
        stepsPerFrame = networkSteps;
        frame = then;
    }

    void predict(W second, UnaryOperator<Prediction.Builder> options) {
        ahead = options.apply(session.predict(MatchWorld.of(second))).inline();
        differences = ahead.events().with(Kind.PREDICTION_DIFFERED).open();
    }

    @Override
    public void doWork(long networkNanos) {
        session.doWork(network.clock().nanoTime());
        if (stepper == null && session.starting().isAdmitted()) {
            stepper = session.starting().buildStepper(game);
            beforeStart.accept(stepper);
            time = session.starting().hostTime();
            session.starting().attach(stepper);
        }
        if (stepper != null && ++steps % stepsPerFrame == 0) {
            time.advance(stepper);
            if (ahead != null) {
                ahead.advance();
                differences.poll(event -> fail(event.toString()));
            }
            frame.run();
        }
    }

    /** Returns the newest tick of the world of the match; -1 before it is there. */
    long tick() {
        return stepper == null ? -1 : stepper.metrics().tick();
    }
}
