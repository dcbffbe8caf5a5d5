package io.github.freestep.physics.prediction;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.Ranges;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.feed.Feeds;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.prediction.shown.PredictionBuilder;
import io.github.freestep.physics.prediction.shown.RefreshStates;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import java.time.Duration;
import java.util.Objects;

/**
 * Steps the player's own body in the frame, up to the time of its refresh, so that a key is visible in the next picture
 * and need not wait for a tick (<i>run ahead</i>). For a service in the same process, and for one thread, usually that
 * of the frame loop; any thread may read {@link #states}. Never blocks; allocates nothing once open.
 *
 * <pre>{@code
 * RunAhead own = RunAhead.builder(new Walk(), physics).open();
 * FrameSampler me =
 *         FrameSampler.builder(own.states()).mode(FrameMode.LATEST).open();
 *
 * pacer.await();
 * own.axis(WALK, stick.y()); // in each frame, also to the service
 * own.advance(pacer.refreshNanos());
 * draw(me.sample());
 * }</pre>
 *
 * <p>Each frame sets a small world to the newest state of the service, and steps it with all input since then. The
 * picture is between the last two of these ticks. Steps are repeated, so they must do nothing outside of the small
 * world. If a newer state shows that they were wrong, the body does not jump, because the error decays, by half in
 * 30 ms.
 *
 * <p>The small world must step what the body can push, else the body is shown inside of it. For states of another
 * process, use {@link OwnBody}; in a lockstep match, {@code Prediction} of {@code freestep-lockstep}.
 */
public final class RunAhead implements AutoCloseable {
    /** How long after the beginning of its tick an input is, because rounding could give it to the tick before. */
    private static final long WITHIN_NANOS = 1_000;

    /**
     * An input takes effect in the tick in progress if at most this share of it was shown, else in the next one,
     * because the next frames must make up for what was shown without it. At 144 Hz, with 100 ticks, an acceleration of
     * 50 m/s² and a key each 0.33 s: 5.7 ms from key to picture and 0.7 % judder. Always the tick in progress has 5.0
     * ms and 2.4 %, always the next one 7.3 ms and 0 %.
     */
    private static final double SHOWN_SHARE = 0.2;

    private final SentInputs inputs;
    private final ServerStates server;
    private final TickGrid grid;
    private final AheadFeed feed;
    private final OwnStepper stepper;
    private final RefreshStates picture;
    private final NanoClock clock;

    private boolean hasBegun;

    /** When the last frame has advanced, and how long after the one before. */
    private long advancedNanos;

    private long frameNanos = Long.MAX_VALUE;

    /** The time of the newest input, and that of the service when it is expected to take effect. */
    private long inputNanos;

    private long inputSimulationNanos;

    private RunAhead(Builder options) {
        RunSettings run = options.physics.settings();
        StateBuffer states = options.physics.states();
        SmallWorld small = new SmallWorld(options.world);
        PhysicsBuilder game = PhysicsService.builder(small).rate(run.rate()).axes(run.axes());
        clock = states.clock();
        inputNanos = clock.nanoTime();
        grid = new TickGrid(run.rate());
        long aheadNanos = grid.nanos(Inside.of(options).mostTicks(run.rate()));
        inputs = new SentInputs(options.physics.input(), run.axes(), -1, false, grid);
        picture = new RefreshStates(options.world.layout(), clock, Inside.of(options));
        server = new ServerStates(options.world, states, inputs, -1, grid.nanos(1), aheadNanos);
        feed = new AheadFeed(options.world, small, server, inputs, grid, aheadNanos, picture);
        InlineStepper made;
        try {
            made = Feeds.feed(game, feed).inline();
        } catch (RuntimeException | Error e) {
            server.close();
            throw e;
        }
        feed.reads(made.states());
        stepper = new OwnStepper(made);
    }

    /**
     * Returns a builder.
     *
     * @param world the small world, for this prediction only
     * @param physics runs the player's body, usually a {@link PhysicsService}
     * @return a builder with the defaults
     */
    public static Builder builder(OwnWorld world, Physics physics) {
        return new Builder(world, physics);
    }

    /**
     * Sends a new value of an axis to the service, and shows its effect. It holds until the next value. All input of
     * the player's body must come through this object. A value equal to the last one is not sent.
     *
     * @param axis from 0, below the number of axes of the service
     * @param value any finite number
     * @return true if the input was accepted; false if it was refused, and has no effect
     * @throws IllegalArgumentException if there is no such axis, or the value is NaN or infinite
     * @throws IllegalStateException as {@link #advance}
     */
    public boolean axis(int axis, float value) {
        inputs.requireAxis(axis);
        return add(false, axis, value);
    }

    /**
     * Sends an action to the service, and shows its effect. It happens once.
     *
     * @param code what happened, a number of the game's choice
     * @param value any finite number
     * @return true if the input was accepted; false if it was refused, and has no effect
     * @throws IllegalArgumentException if the value is NaN or infinite
     * @throws IllegalStateException as {@link #advance}
     */
    public boolean action(int code, float value) {
        return add(true, code, value);
    }

    private boolean add(boolean action, int code, float value) {
        stepper.check();
        Ranges.requireFinite(value);
        long now = clock.nanoTime();
        long at = server.effectNanos();
        inputs.sendUntil(now, at);
        long nanos = now;
        if (server.hasAny && !server.isPaused) {
            long begins = grid.endOf(feed.shownNanos - (long) (SHOWN_SHARE * grid.nanos(1)));
            // The next frame must come before the service steps that tick.
            boolean canWait = server.wallAt(begins + grid.nanos(1)) - now > frameNanos;
            if (begins >= at && canWait) {
                at = begins + WITHIN_NANOS;
                nanos = server.wallAt(at);
            }
        }
        // An input that need not wait must not overtake one that waits, neither here nor in the service.
        inputSimulationNanos = Math.max(inputSimulationNanos, at);
        inputNanos += Math.max(0, nanos - inputNanos);
        feed.hasInput = true;
        return inputs.add(action, code, value, inputNanos, inputSimulationNanos, inputNanos - now > 0);
    }

    /**
     * Steps the small world up to a refresh, and publishes the picture. Call it in each frame, after the input of the
     * frame and before the sampler. It steps from the newest state, and once more from the state of the last frame if
     * there is a newer one, or new input: usually one to four ticks each, and at most {@link Builder#ticks}.
     *
     * @param refreshNanos when the picture is on the screen, such as {@code pacer.refreshNanos()}: a reading of the
     *     clock of the service. If a host does not know, now
     * @return whether the player's body is shown: false before the first state, and while the player has no body
     * @throws IllegalStateException if this prediction was closed, has failed, or belongs to another thread: the one
     *     that has called this method first
     * @throws io.github.freestep.physics.PhysicsException if the small world throws; then the prediction has ended
     */
    public boolean advance(long refreshNanos) {
        stepper.enter();
        long now = clock.nanoTime();
        feed.hasInput |= inputs.hasUnsent();
        inputs.sendUntil(now, server.effectNanos());
        frameNanos = hasBegun ? now - advancedNanos : Long.MAX_VALUE;
        advancedNanos = now;
        feed.refreshNanos = refreshNanos;
        if (!hasBegun) {
            hasBegun = true;
            stepper.stepper.advanceTick();
        }
        stepper.stepper.advanceTick();
        return feed.isShown;
    }

    /**
     * The pictures: one state for each frame, the newest of which is the small world at the refresh. Show it as it is,
     * with {@code FrameMode.LATEST} or a reader, because it is neither late nor between others. Its clock and time are
     * those of the service, whereas its ticks count frames.
     *
     * @return always the same buffer; empty until the player has a body
     */
    public StateBuffer states() {
        return picture.states();
    }

    /**
     * Ends the prediction, and closes the small world. The service is not closed, and gets all input.
     *
     * @throws IllegalStateException if another living thread advances it
     */
    @Override
    public void close() {
        // The stepper checks the thread.
        stepper.stepper.close();
        server.close();
        inputs.sendUntil(inputNanos, inputSimulationNanos);
    }

    /** The options of a prediction, all of which have defaults. Not thread-safe. */
    @SuppressWarnings("exports") // Of the superclass, which users need not see.
    public static final class Builder extends PredictionBuilder<Builder> {
        private final OwnWorld world;
        private final Physics physics;

        private Builder(OwnWorld world, Physics physics) {
            // The half-life is half of that of an OwnBody, because states are at most a few ticks old, so errors are
            // small. Beside a moving lift whose last speed the small world continues, the error moves the body by up to
            // 16, 13 and 9 mm in a frame at 60 Hz with 15, 30 and 60 ms, and the body is off by up to 25, 33 and 41 mm.
            super(Duration.ofMillis(30));
            this.world = Objects.requireNonNull(world, "world must not be null");
            this.physics = Objects.requireNonNull(physics, "physics must not be null");
        }

        /**
         * Opens the prediction, and sets the small world up.
         *
         * @return the prediction; close it on the thread that advances it
         * @throws IllegalArgumentException if the small world is an {@link OwnScene}, which only an {@link OwnBody}
         *     shows
         * @throws IllegalStateException if a feed gives the input of the service, or another run has the small world
         * @throws io.github.freestep.physics.PhysicsException if setting up the small world fails
         */
        public RunAhead open() {
            if (world instanceof OwnScene) {
                throw new IllegalArgumentException(
                        "the small world must not be an OwnScene, whose bodies only an OwnBody"
                                + " predicts; pass an OwnWorld that sets and steps what the player can push");
            }
            Journal<?> journal = Inside.of(physics.events());
            if (journal.isFed) {
                throw new IllegalStateException(
                        "physics must take pushed input, but a feed gives all of it; show its states"
                                + " with a sampler");
            }
            return new RunAhead(this);
        }
    }
}
