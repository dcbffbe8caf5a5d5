package io.github.freestep.physics.prediction;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.Ranges;
import io.github.freestep.internal.time.EstimatedClock;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.feed.Feeds;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.prediction.shown.PredictionBuilder;
import io.github.freestep.physics.prediction.shown.ShownStates;
import io.github.freestep.physics.prediction.shown.TickNumbers;
import io.github.freestep.state.InputSink;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.time.Duration;
import java.util.Objects;

/**
 * Predicts the player's own body in a world that a server owns, so that the player sees the effect of each input at
 * once. For one thread, usually that of the frame loop; any thread may read {@link #states}. Never blocks; allocates
 * nothing once open.
 *
 * <pre>{@code
 * StateLayout layout = StateLayout.of(16).stepped(OwnBody.INPUT_NUMBER); // as on the server
 * OwnBody own = OwnBody.builder(new Walk(), remote.states(), remote.input()).rate(100).open();
 * FrameSampler me = FrameSampler.open(own.states());
 *
 * own.axis(WALK, stick.y()); // in each frame
 * own.advance();
 * draw(me.sample());
 * }</pre>
 *
 * <p>A small world, such as that body and the ground, steps ahead of the states of the server. Each new state sets it,
 * and the ticks since then are stepped again, so a step must do nothing outside of the small world, such as play a
 * sound. If a guess was wrong, the body does not jump: the error decays, by half in 60 ms.
 *
 * <p>If the small world is an {@link OwnScene}, other bodies that the player can push are predicted as well, and {@link
 * #states} has all bodies of the server. In a lockstep match, use {@code Prediction} of {@code freestep-lockstep}
 * instead.
 */
public final class OwnBody implements AutoCloseable {
    /**
     * The name of the stepped channel in which a server with {@code Players}, of {@code freestep-server}, says which
     * input of a player has come. If the layout of server and client has this channel, the server writes it, and each
     * input takes effect on the server in the tick for which it was predicted. So the prediction is what the server
     * computes unless another player interferes, and neither side needs an option. The small world runs so far ahead
     * that nearly all input comes to the server before its tick.
     */
    public static final String INPUT_NUMBER = "input number";

    private final SentInputs inputs;
    private final ServerStates server;
    private final TickGrid grid;
    private final OwnFeed feed;
    private final OwnStepper stepper;

    private final ShownStates shown;
    private final NanoClock clock;
    private final long aheadNanos;
    private final int numberAxis;

    private boolean hasBegun;
    private long advancedNanos;

    /** Time of a pause that makes no whole tick yet. */
    private long pausedNanos;

    private OwnBody(Builder options) {
        PhysicsBuilder game = options.game;
        grid = new TickGrid(options.rate);
        numberAxis = options.numberAxis;
        clock = options.states.clock();
        int ticks = Inside.of(options).mostTicks(options.rate);
        aheadNanos = grid.nanos(ticks);
        inputs = new SentInputs(options.input, options.axes, numberAxis, options.isInTime, grid);
        server = new ServerStates(
                options.world, options.states, inputs, options.numberChannel, grid.nanos(1), aheadNanos);
        feed = new OwnFeed(options.world, options.small, server, inputs, grid, ticks);
        InlineStepper made = null;
        try {
            made = Feeds.feed(game, feed)
                    .overloadPolicy(OverloadPolicy.neverSlip())
                    .inline();
            Journal<?> journal = Inside.of(made.events());
            journal.saves(feed);
            if (options.world instanceof OwnScene scene) {
                feed.near = new NearBodies(scene, options.reach, made.states());
                feed.mixed = new MixedStates(made.states(), server, feed.near, grid, Inside.of(options));
                shown = feed.mixed.shown;
            } else {
                shown = new ShownStates(made.states(), Inside.of(options));
            }
            feed.shown = shown;
        } catch (RuntimeException | Error e) {
            server.close();
            if (made != null) {
                made.close();
            }
            throw e;
        }
        stepper = new OwnStepper(made);
        advancedNanos = clock.nanoTime();
    }

    /**
     * Returns a builder.
     *
     * @param world the small world, for this prediction only
     * @param states the states of the server: of a {@code RemoteStates}, or of a service in this process
     * @param input takes the input to the server: {@code RemoteStates.input()}, or the input port of that service
     * @return a builder with the defaults
     */
    public static Builder builder(OwnWorld world, StateBuffer states, InputSink input) {
        return new Builder(world, states, input);
    }

    /**
     * Sends a new value of an axis to the server, and predicts its effect. It holds until the next value. A value equal
     * to the last one is not sent.
     *
     * @param axis from 0, below the number of axes; not the axis of {@link Builder#confirmedBy}
     * @param value any finite number
     * @return true if the input was accepted; false if the {@link InputSink} has refused it, such as while no server is
     *     connected. It then has no effect; but if the server is another process, the newest refused value takes
     *     effect once the sink accepts input
     * @throws IllegalArgumentException if there is no such axis, or the value is NaN or infinite
     * @throws IllegalStateException as {@link #advance}
     */
    public boolean axis(int axis, float value) {
        inputs.requireAxis(axis);
        return add(false, axis, value);
    }

    /**
     * Sends an action to the server, and predicts its effect. It happens once.
     *
     * @param code what happened, a number of the game's choice
     * @param value any finite number
     * @return true if the input was accepted; false if the {@link InputSink} has refused it. It then has no effect
     * @throws IllegalArgumentException if the value is NaN or infinite
     * @throws IllegalStateException as {@link #advance}
     */
    public boolean action(int code, float value) {
        return add(true, code, value);
    }

    private boolean add(boolean action, int code, float value) {
        stepper.check();
        Ranges.requireFinite(value);
        return inputs.add(action, code, value, clock.nanoTime(), server.effectNanos(), false);
    }

    /**
     * Takes the newest states of the server, and steps the small world as far as it is due. Call it in each frame,
     * after the input of the frame and before the sampler. Steps at most {@link Builder#ticks} new ticks. If there is a
     * new state, it also steps at most as many past ticks again.
     *
     * @return the number of new ticks, including those in which the small world stands still
     * @throws IllegalStateException if this prediction was closed, has failed, or belongs to another thread: the one
     *     that has called this method first; if its {@link Builder#rate(int) rate} is not that of the server; or if
     *     bodies of an {@link OwnScene} are attached to others
     * @throws io.github.freestep.physics.PhysicsException if the small world throws; then the prediction has ended
     */
    public int advance() {
        stepper.enter();
        long now = clock.nanoTime();
        long passed = Math.max(0, now - advancedNanos);
        advancedNanos = now;
        if (!server.look(grid)) {
            return 0;
        }
        if (feed.mixed != null) {
            MixedStates.requireNoneAttached(server.reader.state(0));
        }
        // In an outage, repeats would only wait, and take the places of the player's input.
        if (server.hasCome) {
            inputs.repeat(now, server.effectNanos());
        }
        long elapsed = elapsed(passed);
        server.take(grid, grid.newestAt(stepper.nanoTime() + elapsed));
        inputs.expire(server.simulationNanos - aheadNanos);
        int ticks = stepper.stepper.advance(elapsed);
        if (server.isPaused) {
            // Only now, so that the past ticks that were stepped again had the same input as before.
            grid.move(-elapsed);
        }
        return ticks;
    }

    /** Returns how much time of the small world passes. */
    private long elapsed(long passedNanos) {
        if (!hasBegun) {
            hasBegun = true;
            grid.set(0, server.newestNanos);
        }
        if (server.isPaused) {
            // Whole ticks only, because each one moves the grid by a tick on the server's time.
            pausedNanos += passedNanos;
            if (pausedNanos < grid.nanos(1)) {
                return 0;
            }
            pausedNanos = 0;
            return grid.nanos(1);
        }
        long reached = grid.ownNanos(server.reach());
        long elapsed = Math.max(0, reached - stepper.nanoTime());
        // After an outage, the time to reach jumps. The ticks that were missed are left out, so that no frame shows
        // them at once: the next tick sets the world, and the error decays.
        long usual = Math.min(server.passing(passedNanos), aheadNanos);
        long missed = grid.wholeTicks(Math.max(0, elapsed - usual) + grid.nanos(1) / 2);
        // A frame may be shorter than the half tick by which this rounds up.
        missed = Math.min(missed, grid.wholeTicks(elapsed));
        grid.move(missed);
        return elapsed - missed;
    }

    /**
     * The states of the small world for samplers, without jumps at corrections; those of an {@link OwnScene} have all
     * bodies of the server. Their clock is that of the prediction, so sample them after {@link #advance} and without a
     * time. Their lives are not those of the small world.
     *
     * @return always the same buffer; empty until the server's first state. While the player has no body, it has no
     *     bodies, or with an {@link OwnScene} those of all others
     */
    public StateBuffer states() {
        return shown.states();
    }

    /**
     * Whether the newest state of the server has the player's body. If not, no body of the small world is shown, but
     * those of an {@link OwnScene} as they were on the server, and input is sent but not predicted.
     *
     * @return false before the first state, and while the player has no body
     */
    public boolean isAlive() {
        return server.isAlive;
    }

    /**
     * How far the prediction was ahead of the server's newest state, when it was set to that state.
     *
     * @return ticks, from 0
     */
    public int depthTicks() {
        return feed.depth;
    }

    /**
     * By how many ticks {@link Builder#ticks} is too small for the present round trip. The player's input is then shown
     * later, by these ticks.
     *
     * @return ticks, rounded up; 0 if a round trip fits
     */
    public int missingTicks() {
        return grid.covering(server.passing(server.missingNanos()));
    }

    /**
     * How often a body was elsewhere than predicted. A difference that the {@code Precision} of the {@code StateSender}
     * explains does not count, because a state whose poses are rounded always differs a little. Of an {@link OwnScene},
     * only the player's body counts.
     *
     * @return the number of corrections
     */
    public long corrections() {
        return shown.corrections;
    }

    /**
     * How far the newest correction that {@link #corrections} counts has moved a body. If it has moved several, this is
     * the greatest of their distances.
     *
     * @return a distance in the simulation's unit of length; 0 before the first correction
     */
    public double correctionDistance() {
        return shown.correctionDistance;
    }

    /**
     * Ends the prediction, and closes the small world. States and input of the server are not closed.
     *
     * @throws IllegalStateException if another living thread advances it
     */
    @Override
    public void close() {
        // The stepper checks the thread.
        stepper.stepper.close();
        server.close();
    }

    /**
     * The options of a prediction. All have defaults. Not thread-safe.
     */
    @SuppressWarnings("exports") // Of the superclass, which users need not see.
    public static final class Builder extends PredictionBuilder<Builder> {
        private final OwnWorld world;
        private final SmallWorld small;
        private final StateBuffer states;
        private final InputSink input;
        private final PhysicsBuilder game;
        private Ratio rate = Ratio.of(100);
        private int axes = 32;
        private int numberAxis = -1;
        private int numberChannel = -1;

        /** Whether input takes effect on the server in its tick. */
        boolean isInTime;

        private double reach = 4;

        private Builder(OwnWorld world, StateBuffer states, InputSink input) {
            // With one body, its place counts for more than even motion, because the player sees it from near: at 4 m/s
            // and 80 ms one way, it is shown 0.9 m inside a wall that only the server has, and with 180 ms 1.4 m. In a
            // scene, bodies that touch must not drift apart.
            super(Duration.ofMillis(world instanceof OwnScene ? 180 : 60));
            this.world = Objects.requireNonNull(world, "world must not be null");
            this.states = Objects.requireNonNull(states, "states must not be null");
            this.input = Objects.requireNonNull(input, "input must not be null");
            small = new SmallWorld(world);
            game = PhysicsService.builder(small);
        }

        /**
         * Sets the number of ticks per second. It must be that of the server. Default: 100.
         *
         * @param ticksPerSecond from 1 to 1000000
         * @return this
         * @throws IllegalArgumentException if the rate is out of range
         */
        public Builder rate(int ticksPerSecond) {
            game.rate(ticksPerSecond);
            rate = Ratio.of(ticksPerSecond);
            return this;
        }

        /**
         * Sets the number of ticks per second as a fraction, as {@link #rate(int)}.
         *
         * @param ticksPerSecond ticks per second, from 1/1000 to 1000000
         * @return this
         * @throws IllegalArgumentException if the rate is out of range
         */
        public Builder rate(Ratio ticksPerSecond) {
            game.rate(ticksPerSecond);
            rate = ticksPerSecond;
            return this;
        }

        /**
         * Sets the number of input axes. Default: 32.
         *
         * @param count from 0 to 65536; the axes have the numbers from 0 to {@code count - 1}
         * @return this
         * @throws IllegalArgumentException if the count is out of range
         */
        public Builder axes(int count) {
            game.axes(count);
            axes = count;
            return this;
        }

        /**
         * Sets the axis and the channel by which the server's states say which input they contain. Required for states
         * of another process whose layout does not have {@link OwnBody#INPUT_NUMBER}, such as those of a server without
         * {@code Players}. An input then takes effect when it comes, so if the delay varies, about 30 % are off by a
         * tick.
         *
         * <p>The prediction numbers its inputs, and after each input sends the number on an axis. While states come, it
         * also repeats the number and all axes that were ever used, every 100 ms. The server's world writes the value
         * of that axis, such as {@code tick.input().axis(NUMBER)}, to a stepped channel of the player's body. Numbers
         * are exact in a float. So inputs that the network has lost and repeated, or that the server has refused or
         * dropped, need no further care, and a server that restarts gets the values of all axes again. From the
         * numbers, the prediction also measures when an input that is sent now takes effect on the server, and steps
         * ahead up to that time.
         *
         * <p>Without this, a state counts as containing each input that was given up to its time. That is so for a
         * service in this process. An input that the service gets late is then predicted wrongly for a tick.
         *
         * @param axis the number of that axis on the server, from 0
         * @param channel the number of that channel, as {@code StateLayout.steppedChannel} returns it
         * @return this
         * @throws IllegalArgumentException if the states have no such channel, if it is {@link OwnBody#INPUT_NUMBER},
         *     or if the input has no such axis. The input of a remote server does not know its axes
         */
        public Builder confirmedBy(int axis, int channel) {
            Ranges.require(0, input.axes() - 1, axis, "axis", "");
            int channels = states.layout().steppedChannels().size();
            if (channel < 0 || channel >= channels) {
                throw new IllegalArgumentException("channel must be from 0 and below " + channels
                        + ", the number of stepped channels of the server's states, was " + channel);
            }
            if (states.layout().steppedChannels().get(channel).equals(INPUT_NUMBER)) {
                throw new IllegalArgumentException("channel must not be that of \"" + INPUT_NUMBER
                        + "\", which Players write, was " + channel
                        + "; leave confirmedBy out, or let a server without Players write another channel");
            }
            numberAxis = axis;
            numberChannel = channel;
            return this;
        }

        /**
         * Sets the distance from the player's body within which the bodies of an {@link OwnScene} are predicted. They
         * are no longer so after a second in which they are further away than 1.5 times as much. Bodies that
         * something predicted pushes are predicted at any distance, until they have been at rest for a second. A
         * greater distance predicts bodies that move towards the player earlier, and takes longer, because all
         * predicted bodies are stepped again every 40 ms. Default: 4, for metres.
         *
         * @param distance between the positions of two bodies, in the simulation's unit of length, at least 0; infinite
         *     to predict all bodies
         * @return this
         * @throws IllegalArgumentException if negative or NaN, or if the small world is not an {@link OwnScene}, which
         *     has only the player's body
         */
        public Builder reach(double distance) {
            if (!(distance >= 0)) {
                throw new IllegalArgumentException("reach must be at least 0, was " + distance);
            }
            if (!(world instanceof OwnScene)) {
                throw new IllegalArgumentException("reach(" + distance + ") needs a small world that is an OwnScene, "
                        + "because only that has other bodies than the player's");
            }
            reach = distance;
            return this;
        }

        /**
         * Opens the prediction, and sets the small world up. It begins with the server's first state, and shows no body
         * until the player has one.
         *
         * @return the prediction; close it on the thread that advances it
         * @throws IllegalArgumentException if states of another process have no channel for the numbers of inputs, or
         *     if the layout of an {@link OwnScene} is not that of the server
         * @throws IllegalStateException if another run has the small world
         * @throws io.github.freestep.physics.PhysicsException if setting up the small world fails
         */
        public OwnBody open() {
            int channel = states.layout().steppedChannels().indexOf(INPUT_NUMBER);
            boolean isRemote = states.clock() instanceof EstimatedClock;
            if (numberAxis < 0 && isRemote && channel >= 0) {
                numberAxis = TickNumbers.AXIS;
                numberChannel = channel;
                isInTime = true;
            }
            if (numberAxis < 0 && isRemote) {
                throw new IllegalArgumentException("the layout of states of another process must have the stepped"
                        + " channel \"" + INPUT_NUMBER + "\", had "
                        + states.layout().steppedChannels()
                        + "; add .stepped(OwnBody.INPUT_NUMBER) on server and client, or if the server has no Players,"
                        + " set confirmedBy(axis, channel)");
            }
            if (world instanceof OwnScene && !world.layout().equals(states.layout())) {
                throw new IllegalArgumentException("the layout of an OwnScene must be that of the server's states, "
                        + states.layout() + ", was " + world.layout());
            }
            return new OwnBody(this);
        }
    }
}
