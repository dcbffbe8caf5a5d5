package io.github.freestep.physics;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Settings of a service or a stepper; everything but the simulation has a default. Not thread-safe. Each of
 * {@link #build}, {@link #start} and {@link #inline} makes something new; one simulation is run by one of them at
 * a time.
 */
public final class PhysicsBuilder {
    private static final Duration LONGEST = Duration.ofDays(10_000);

    /** Nanoseconds can count ten of these spans; a run that begins after five can run for five more. */
    private static final int SAFE_SPANS = 5;

    private static final int MOST_COMMANDS = 1_000_000;
    private static final Duration SHORTEST_CLOSE = Duration.ofMillis(10);
    private static final int MOST_TICKS_PER_STATE = 1_000;

    /** Publishes a state about every 10 ms, as the rate requires. */
    static final int BY_RATE = 0;

    private final Simulation simulation;
    private final List<InputSource> sources = new ArrayList<>();
    private Ratio rate = Ratio.of(100);
    private NanoClock clock = NanoClock.system();
    /** For tests: one of another system. */
    FineTimer timer = FineTimer.system();

    private OverloadPolicy overloadPolicy = OverloadPolicy.slip();
    private FaultPolicy faultPolicy = FaultPolicy.stop();
    private int window = StatePublisher.DEFAULT_DEPTH;
    private int axes = 32;
    private int inputCapacity = 4_096;
    private int commandCapacity = 4_096;
    private long commandBudgetNanos = 2_000_000;
    private int spinBudgetPerMille = PreciseWait.DEFAULT_BUDGET_PER_MILLE;
    private long closeTimeoutNanos = 5_000_000_000L;
    private int hashEvery = 1;
    private int publishEvery = BY_RATE;
    private PausedInputPolicy pausedInput = PausedInputPolicy.KEEP;
    private InputFeed feed;
    private long startTick;
    private Command restore = context -> {};

    PhysicsBuilder(Simulation simulation) {
        this.simulation = Objects.requireNonNull(simulation, "simulation must not be null");
    }

    /**
     * Sets the number of ticks per second of simulation time. Default: 100.
     *
     * @param ticksPerSecond from 1 to 1000000
     * @return this
     * @throws IllegalArgumentException out of that range
     */
    public PhysicsBuilder rate(int ticksPerSecond) {
        return rate(Ratio.of(ticksPerSecond));
    }

    /**
     * Sets the number of ticks per second of simulation time as a fraction, for rates such as 60000/1001.
     *
     * @param ticksPerSecond ticks per second, from 1/1000 to 1000000
     * @return this
     * @throws IllegalArgumentException out of that range
     */
    public PhysicsBuilder rate(Ratio ticksPerSecond) {
        rate = Rates.require(ticksPerSecond, "rate");
        return this;
    }

    /**
     * Adds a device that the physics thread is to poll.
     *
     * @param source polled once per wake-up
     * @return this
     */
    public PhysicsBuilder input(InputSource source) {
        sources.add(Objects.requireNonNull(source, "input must not be null; pass a source to poll"));
        return this;
    }

    /**
     * Takes the input of every tick from a feed instead of from sources and pushes; pushed input is then refused.
     *
     * @param source asked for each tick in turn
     * @return this
     */
    public PhysicsBuilder feed(InputFeed source) {
        feed = Objects.requireNonNull(source, "feed must not be null");
        return this;
    }

    /**
     * Sets of which ticks the state's hash is reported to consumers of {@link PhysicsEvent.Kind#HASH}, as a number of
     * ticks from one hash to the next. Default: 1, every tick. A hash costs about as much as writing the state.
     *
     * @param ticks 1 for every tick, 10 for every tenth
     * @return this
     * @throws IllegalArgumentException below 1
     */
    public PhysicsBuilder hashEvery(int ticks) {
        if (ticks < 1) {
            throw new IllegalArgumentException("hashEvery must be at least 1 tick, was " + ticks);
        }
        hashEvery = ticks;
        return this;
    }

    /**
     * Begins the run at a later tick than 0, with a world as it was saved there.
     *
     * @param tick the number of the first state's tick, from 0
     * @param restoring restores the world; runs once, after {@link Simulation#setUp}
     * @return this
     * @throws IllegalArgumentException for a negative tick
     */
    public PhysicsBuilder startAt(long tick, Command restoring) {
        if (tick < 0) {
            throw new IllegalArgumentException("startAt must have a tick of at least 0, was " + tick);
        }
        startTick = tick;
        restore = Objects.requireNonNull(
                restoring, "restoring must not be null; pass the command that restores the world");
        return this;
    }

    /**
     * Takes over the settings that a run can be repeated by: everything that affects its states, except the simulation
     * and its input.
     *
     * @param settings of the run that is to be repeated
     * @return this
     * @throws IllegalArgumentException for a value out of its range
     */
    public PhysicsBuilder settings(RunSettings settings) {
        rate(Objects.requireNonNull(settings, "settings must not be null").rate());
        axes(settings.axes());
        inputCapacity(settings.inputCapacity());
        hashEvery(settings.hashEvery());
        overloadPolicy =
                settings.mergedTicks() > 1 ? OverloadPolicy.mergeAgain(settings.mergedTicks()) : overloadPolicy;
        faultPolicy = settings.skipsFaults() ? FaultPolicy.skip() : FaultPolicy.stop();
        return this;
    }

    /** Checks what depends on several settings, and takes them as they are. */
    Setup setup() {
        long mostSeconds = LONGEST.multipliedBy(SAFE_SPANS).toSeconds();
        double seconds = (double) startTick * rate.denominator() / rate.numerator();
        if (seconds > mostSeconds) {
            throw new IllegalArgumentException("startAt must be within " + mostSeconds
                    + " seconds of simulation time, was tick " + startTick + " at " + rate + " per second");
        }
        RunSettings run = new RunSettings(
                rate, axes, inputCapacity, hashEvery, overloadPolicy.mergedTicks(), !faultPolicy.stops());
        return new Setup(
                simulation,
                List.copyOf(sources),
                feed,
                run,
                clock,
                timer,
                overloadPolicy,
                faultPolicy,
                pausedInput,
                window,
                publishEvery,
                commandCapacity,
                commandBudgetNanos,
                spinBudgetPerMille,
                closeTimeoutNanos,
                startTick,
                restore);
    }

    /**
     * Sets the number of input axes. Default: 32. Each poll of the devices takes time for each axis.
     *
     * @param count from 0 to 65536; axes are numbered below it
     * @return this
     * @throws IllegalArgumentException out of that range
     */
    public PhysicsBuilder axes(int count) {
        axes = InputCollector.requireAxes(count);
        return this;
    }

    /**
     * Sets how many inputs can wait for their tick. Default: 4096. It should hold what comes in during the longest
     * pause in which no input may be lost.
     *
     * @param inputs from 1 to 1048576; further inputs are refused
     * @return this
     * @throws IllegalArgumentException out of that range
     */
    public PhysicsBuilder inputCapacity(int inputs) {
        inputCapacity = InputCollector.requireCapacity(inputs);
        return this;
    }

    /**
     * Sets whether actions that are pushed during a pause reach the first tick after it. Default:
     * {@link PausedInputPolicy#KEEP}, so that no input is lost. Actions that an {@link InputSource} reports when it is polled
     * are never dropped: no device is polled in a pause.
     *
     * @param policy what becomes of them
     * @return this
     */
    public PhysicsBuilder inputWhilePaused(PausedInputPolicy policy) {
        pausedInput = Objects.requireNonNull(policy, "inputWhilePaused must not be null");
        return this;
    }

    /**
     * Sets what to do when ticks are due faster than they can be stepped. Default: {@link OverloadPolicy#slip}.
     *
     * @param policy how to catch up
     * @return this
     */
    public PhysicsBuilder overloadPolicy(OverloadPolicy policy) {
        overloadPolicy = Objects.requireNonNull(policy, "overloadPolicy must not be null");
        return this;
    }

    /**
     * Sets what to do when a step fails. Default: {@link FaultPolicy#stop}.
     *
     * @param policy whether the run stops, skips or pauses
     * @return this
     */
    public PhysicsBuilder faultPolicy(FaultPolicy policy) {
        faultPolicy = Objects.requireNonNull(policy, "faultPolicy must not be null");
        return this;
    }

    /**
     * Sets how many states a reader sees at once. Default: 4. More states hide later ticks and allow fewer readers at a
     * time: 253, 126, 83, 62, 49, 41, 35, 30 for a window of 1 to 8.
     *
     * @param states from 1 to 8
     * @return this
     * @throws IllegalArgumentException out of that range
     */
    public PhysicsBuilder window(int states) {
        if (states < 1 || states > StatePublisher.MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "window must be between 1 and " + StatePublisher.MAX_DEPTH + " states, was " + states);
        }
        window = states;
        return this;
    }

    /**
     * Sets after how many ticks the next state is published. Default: for a service, the number of ticks that is
     * nearest to 10 ms, which is every tick up to 149 a second; for a stepper, every tick. Whatever this is, the newest
     * state is published when time is paused, stepped or scaled, and other scales keep the states as far apart in wall
     * time. Events, hashes and recordings still cover every tick.
     *
     * <p>States that are further apart let a window cover later ticks, at the price of that much more latency. A window
     * of K states covers {@code (K - 2) * gap}, and a bridge hides one gap more. With 4 states:
     *
     * <table>
     *   <caption>What is covered, and bridged beyond that</caption>
     *   <tr><th>ticks a second</th><th>every tick</th><th>by default</th></tr>
     *   <tr><td>30</td><td>67 ms, 33 ms</td><td>the same</td></tr>
     *   <tr><td>100</td><td>20 ms, 10 ms</td><td>the same</td></tr>
     *   <tr><td>250</td><td>8 ms, 4 ms</td><td>every 3rd: 24 ms, 12 ms</td></tr>
     *   <tr><td>500</td><td>4 ms, 2 ms</td><td>every 5th: 20 ms, 10 ms</td></tr>
     *   <tr><td>1000</td><td>2 ms, 1 ms</td><td>every 10th: 20 ms, 10 ms</td></tr>
     * </table>
     *
     * @param ticks 1 for every tick, 10 for every tenth; up to 1000
     * @return this
     * @throws IllegalArgumentException out of that range
     */
    public PhysicsBuilder publishEvery(int ticks) {
        if (ticks < 1 || ticks > MOST_TICKS_PER_STATE) {
            throw new IllegalArgumentException(
                    "publishEvery must be between 1 and " + MOST_TICKS_PER_STATE + " ticks, was " + ticks);
        }
        publishEvery = ticks;
        return this;
    }

    /**
     * Sets how long commands may keep a tick waiting, as a span of wall time. Default: 2 ms. Commands that are left run
     * before the next tick.
     *
     * @param perTick of wall time; zero for one command a tick
     * @return this
     * @throws IllegalArgumentException if negative
     */
    public PhysicsBuilder commandBudget(Duration perTick) {
        if (Objects.requireNonNull(perTick, "commandBudget must not be null").isNegative()) {
            throw new IllegalArgumentException("commandBudget must not be negative, was " + perTick);
        }
        commandBudgetNanos = nanos(perTick);
        return this;
    }

    /**
     * Sets how many commands can wait. Default: 4096. The future of a command that finds no room fails at once.
     *
     * @param commands from 2 to 1000000
     * @return this
     * @throws IllegalArgumentException out of that range
     */
    public PhysicsBuilder commandCapacity(int commands) {
        if (commands < 2 || commands > MOST_COMMANDS) {
            throw new IllegalArgumentException(
                    "commandCapacity must be between 2 and " + MOST_COMMANDS + " commands, was " + commands);
        }
        commandCapacity = commands;
        return this;
    }

    /**
     * Sets how much of a core the physics thread may spin to begin ticks in time, in thousandths. Default: 5.
     *
     * <p>With 0 it only parks, and parks end earlier by what they usually oversleep: for servers with many services,
     * and for batteries. Budgets add up: 100 services with 20 each may spin away two cores. The {@code pacing}
     * benchmark shows 0, 5 and 20 side by side.
     *
     * @param perMille in thousandths of one core, from 0 to 1000
     * @return this
     * @throws IllegalArgumentException out of that range
     */
    public PhysicsBuilder spinBudgetPerMille(int perMille) {
        if (perMille < 0 || perMille > 1_000) {
            throw new IllegalArgumentException(
                    "spinBudgetPerMille must be between 0 and 1000 thousandths of a core, was " + perMille);
        }
        spinBudgetPerMille = perMille;
        return this;
    }

    /**
     * Sets how long {@link PhysicsService#close} waits for a step, a callback or a handler that does not return, as a
     * span of real time. Default: 5 s.
     *
     * @param timeout of real time, at least 10 ms, because a healthy thread takes that long to end on a busy machine
     * @return this
     * @throws IllegalArgumentException if shorter
     */
    public PhysicsBuilder closeTimeout(Duration timeout) {
        Objects.requireNonNull(timeout, "closeTimeout must not be null");
        if (timeout.compareTo(SHORTEST_CLOSE) < 0) {
            throw new IllegalArgumentException(
                    "closeTimeout must be at least " + SHORTEST_CLOSE.toMillis() + " ms, was " + timeout
                            + "; a service that works needs some time to end, and close returns as soon as it has");
        }
        closeTimeoutNanos = nanos(timeout);
        return this;
    }

    /**
     * Sets the clock to read time from. Default: the system's clock. A service on a virtual clock runs as fast as
     * it can.
     *
     * @param source of time, also for the stamps of pushed input
     * @return this
     */
    public PhysicsBuilder clock(NanoClock source) {
        clock = Objects.requireNonNull(source, "clock must not be null");
        return this;
    }

    /**
     * Makes a service that is not started yet, so that consumers of events and readers can join before the first tick.
     *
     * @return to be started
     * @throws IllegalArgumentException for a value out of its range
     */
    public PhysicsService build() {
        return new PhysicsService(setup());
    }

    /**
     * Makes a service and starts it.
     *
     * @return running
     * @throws IllegalArgumentException for a value out of its range
     */
    public PhysicsService start() {
        return build().start();
    }

    /**
     * Makes a stepper that a host's frame loop drives, instead of a thread.
     *
     * @return with the world set up
     * @throws IllegalArgumentException for a value out of its range
     * @throws PhysicsException if the world can't be set up
     */
    public InlineStepper inline() {
        return new InlineStepper(setup());
    }

    private static long nanos(Duration duration) {
        return duration.compareTo(LONGEST) > 0 ? LONGEST.toNanos() : duration.toNanos();
    }
}
