package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.saves.CommandReader;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A player with a frame loop who can predict, on a simulated network and in its thread. */
class PredictingPlayer<W extends SavableSimulation> implements SimulatedNetwork.Participant {
    final LockstepSession session;
    final W world;

    /** The options of the run. Another one can take its place until the player joins. */
    MatchWorld game;

    /** Null until the match admits the player. */
    InlineStepper stepper;

    MatchStepper run;

    /** Null without a prediction. */
    Prediction ahead;

    /** What differs in the second world. */
    final List<String> differed = new ArrayList<>();

    private EventReader differences;

    private final NanoClock clock;
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
        this(network, builder(network, settings, player, conditions).commands(commands), network.clock(), world);
        join();
    }

    /** Opens a session that does not join yet. */
    PredictingPlayer(SimulatedNetwork network, LockstepSession.Builder builder, NanoClock clock, W world) {
        this.world = world;
        this.clock = clock;
        session = builder.clock(clock).openPassive();
        game = MatchWorld.of(world);
        network.add(this);
    }

    /** Returns the builder of a session that asks for a player, or for any if that is -1. */
    static LockstepSession.Builder builder(
            SimulatedNetwork network, MatchSettings settings, int player, SimulatedNetwork.Conditions conditions) {
        LockstepSession.Builder builder = LockstepSession.builder(settings, network.connect(conditions));
        return player < 0 ? builder : builder.player(player);
    }

    void join() {
        session.starting(game).join();
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
        session.doWork(clock.nanoTime());
        if (stepper == null && session.starting(game).isAdmitted()) {
            build();
        }
        if (stepper != null && stepper.status() == Physics.Status.RUNNING && ++steps % stepsPerFrame == 0) {
            run.advance();
            if (ahead != null) {
                advanceAhead();
                differences.poll(event -> differed.add(event.cause().getMessage()));
            }
            frame.run();
        }
    }

    void build() {
        stepper = session.starting(game).buildStepper();
        beforeStart.accept(stepper);
        run = new MatchStepper(stepper, session.state.clock);
        session.starting(game).attach(stepper);
    }

    void advanceAhead() {
        ahead.advance();
    }

    /** Returns the newest tick of the world of the match; -1 before it is there. */
    long tick() {
        return stepper == null ? -1 : stepper.metrics().tick();
    }
}
