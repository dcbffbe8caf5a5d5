package io.github.freestep.physics.lockstep;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.Events;
import io.github.freestep.physics.PhysicsRun;
import io.github.freestep.physics.lockstep.session.SecondWorld;
import io.github.freestep.physics.lockstep.session.SessionStart;
import io.github.freestep.physics.prediction.shown.PredictionBuilder;
import io.github.freestep.state.StateBuffer;
import java.time.Duration;

/**
 * A second world that runs ahead of the world of a match, so that players see the effect of their own input at once.
 * Safe for use by any number of threads, except {@link #advance}, and {@link #close} after {@link Builder#inline}. Only
 * {@link Builder#start}, {@link Builder#inline} and {@link #close} block.
 *
 * <pre>{@code
 * MatchService physics = match.start(MatchWorld.of(new Arena()));
 * Prediction ahead = match.predict(MatchWorld.of(new Arena())).start();
 * FrameSampler sampler = FrameSampler.open(ahead.states());
 * }</pre>
 *
 * <p>The world of the match never goes back: its events, hashes and recordings are those of a match without a
 * prediction. Both worlds must {@linkplain io.github.freestep.physics.saves.SavableSimulation#restoresExactly restore
 * exactly}. The second one steps ticks and runs commands more than once, so its steps and commands must do nothing
 * outside of the world, such as play a sound.
 *
 * <p>With a server that owns the world, use {@code OwnBody} of {@code freestep-prediction} instead.
 */
public final class Prediction implements AutoCloseable {
    private final SecondWorld run;
    private final RunOfMatch physics;

    private Prediction(SecondWorld run, RunOfMatch physics) {
        this.run = run;
        this.physics = physics;
    }

    /**
     * The states for samplers and frame loops. They are those of the second world, except after a correction: what was
     * shown then moves on without a jump, and its error decays, by half in 180 ms. The lives of shown bodies are not
     * those of the worlds.
     *
     * @return the states to show
     */
    public StateBuffer states() {
        return run.shown.states();
    }

    /**
     * The events of the second world. An event comes as soon as it is predicted, and only once, also if its tick is
     * stepped again, or if it then comes up to 4 ticks earlier or later. An event of the match that was not predicted
     * comes when the match reports it. If the match does not report a predicted event, a {@link
     * io.github.freestep.physics.PhysicsEvent.Kind#CANCELLED} event follows when the match has stepped 4 more ticks.
     * The lives in these events are those of a world, and not those of {@link #states}. Use these events for what must
     * be heard and seen at once, and can be taken back. Use the events of the match's service for all that counts, such
     * as points: they are certain.
     *
     * @return the events of the second world
     */
    public Events events() {
        return physics.events();
    }

    /**
     * The run of the second world, for its status, its failure and its metrics, and for value commands that read it.
     * Its states are those of the second world, so they jump when a guess was wrong.
     *
     * @return the run, to see and to read
     */
    public PhysicsRun physics() {
        return physics;
    }

    /**
     * Lets the time of the match pass, and steps the ticks that become due. Call it in each frame of a host that steps
     * the match with {@link LockstepSession#inline}, after the stepper of the match. For the thread of that stepper.
     *
     * @return the number of steps, without those of the past
     * @throws IllegalStateException if this prediction has a thread, because {@link Builder#start} has made it;
     *     otherwise as {@link MatchStepper#advance}
     * @throws io.github.freestep.physics.PhysicsException if a step fails
     */
    public int advance() {
        if (!(physics instanceof MatchStepper stepper)) {
            throw new IllegalStateException(
                    "advance must be called only for a prediction of Builder.inline(), was called for one with a"
                            + " thread");
        }
        return stepper.advance();
    }

    /**
     * How far the newest state was ahead of the world of the match.
     *
     * @return ticks, from 0
     */
    public int depthTicks() {
        return run.feed.depth;
    }

    /**
     * How far the second world may run ahead. Less than {@link Builder#ticks} if a restore, that many steps and the
     * next step do not fit into four fifths of a tick, in the mean of the last 32 corrections. The longest two of the
     * last 64 count little, because they may be stalls of the process. The player's input then takes effect later, by
     * what is missing. It grows again if they would also have fit at a 10 % higher cost after each of the last 64
     * corrections.
     *
     * @return ticks, from 1
     */
    public int affordableTicks() {
        return run.feed.affordableTicks;
    }

    /**
     * By how many ticks the second world runs ahead too little: the {@linkplain LockstepSession#inputDelayTicks input
     * delay} is longer than {@link #affordableTicks}. The player's input is then shown later, by these ticks.
     *
     * @return ticks; 0 if the input delay fits
     */
    public int missingTicks() {
        return run.feed.missingTicks;
    }

    /**
     * How often a guess was wrong, so that the second world was restored.
     *
     * @return the number of corrections
     */
    public long corrections() {
        return run.feed.corrections;
    }

    /**
     * How far the newest correction has moved the body that it has moved most.
     *
     * @return a distance in the simulation's unit of length; 0 before the first correction
     */
    public double correctionDistance() {
        return run.shown.correctionDistance;
    }

    /**
     * Ends the prediction, and closes the second world. The match continues. A second call does nothing.
     *
     * @throws IllegalStateException if another living thread advances a prediction of {@link Builder#inline}
     */
    @Override
    public void close() {
        run.close();
        physics.close();
    }

    /** The options of a prediction; all have defaults. Not thread-safe. */
    @SuppressWarnings("exports") // Of the superclass, which users need not see.
    public static final class Builder extends PredictionBuilder<Builder> {
        private final SessionStart second;

        Builder(SessionStart second) {
            // The shortest with which bodies move nearly as evenly as in the match.
            super(Duration.ofMillis(180));
            this.second = second;
        }

        /**
         * Starts the second world on a thread of its own, as a copy of the world of the match. Waits until the physics
         * thread of the match has saved that world.
         *
         * @return the running prediction; close it before or after the session
         * @throws IllegalArgumentException if one of the worlds does not restore exactly, or if the layout is not that
         *     of the match
         * @throws IllegalStateException if the match has not begun for this session, if the session has a prediction,
         *     if the world of the match cannot be saved, or if the system refuses {@code realTime} or {@code cpu} of
         *     {@link MatchWorld}
         * @throws java.util.concurrent.CompletionException if the run of the match has ended
         */
        public Prediction start() {
            SecondWorld run = second.predict(Inside.of(this));
            return new Prediction(run, new MatchService(run.start()));
        }

        /**
         * Makes a prediction for a host that steps the match in its frame loop, on the thread of that loop. Call {@link
         * Prediction#advance} in each frame.
         *
         * @return the prediction; close it before or after the session
         * @throws IllegalArgumentException as {@link #start}; or if an option was set that only a run with its own
         *     thread has
         * @throws IllegalStateException as {@link #start}
         * @throws java.util.concurrent.CompletionException as {@link #start}
         * @throws io.github.freestep.physics.PhysicsException if setting up the world fails
         */
        public Prediction inline() {
            SecondWorld run = second.predict(Inside.of(this));
            return new Prediction(run, new MatchStepper(run.inline(), run.clock));
        }
    }
}
