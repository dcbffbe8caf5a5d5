package io.github.freestep.physics;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.internal.HasInside;
import io.github.freestep.internal.Inside;
import io.github.freestep.internal.Ranges;
import io.github.freestep.internal.problem.Problems;
import io.github.freestep.internal.time.PreciseWait;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.physics.input.InputStage;
import io.github.freestep.physics.report.RunRecorder;
import io.github.freestep.physics.run.RunStart;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.thread.ServiceGroup;
import io.github.freestep.physics.thread.SettingLimits;
import io.github.freestep.physics.thread.SystemRequests;
import io.github.freestep.physics.thread.ThreadedRun;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.problem.Problem;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds a service or a stepper, with options for its rate, its input, its faults and its threads. All options have
 * defaults. Not thread-safe. Each call of {@link #build}, {@link #start} and {@link #inline} creates another service or
 * stepper, but only one of them at a time can run the simulation.
 *
 * <pre>{@code
 * PhysicsService physics = PhysicsService.builder(world)
 *         .rate(60)
 *         .name("room-7")
 *         .onProblem(problem -> alarm(problem.message()))
 *         .start();
 * }</pre>
 */
@SuppressWarnings("exports") // Of the superclass, which users need not see.
public final class PhysicsBuilder extends HasInside<InputStage.Choice<Command, PhysicsEvent>> {
    /**
     * A {@code long} can count the nanoseconds of ten {@linkplain SettingLimits#LONGEST longest spans}. So a run that
     * begins after five of them can run for five more.
     */
    private static final int SAFE_SPANS = 5;

    private final Simulation simulation;
    private final List<InputSource> sources = new ArrayList<>();
    private String name = "";
    private Ratio rate = Ratio.of(100);
    private int axes = 32;
    private int inputCapacity = 4_096;
    private int hashEvery = 1;
    private OverloadPolicy overloadPolicy = OverloadPolicy.slip();
    private FaultPolicy faultPolicy = FaultPolicy.stop();
    private int commandCapacity = 4_096;
    private int spinBudgetPerMille = PreciseWait.DEFAULT_BUDGET_PER_MILLE;
    private long closeTimeoutNanos = 5_000_000_000L;

    // Null for the defaults, which depend on other options.
    private @Nullable ServiceThreads group;
    private @Nullable NanoClock clock;
    private @Nullable Integer window;
    private @Nullable Integer publishEvery;
    private long watchdogNanos = SettingLimits.DEFAULT_WATCHDOG_NANOS;

    private long startTick;
    private @Nullable Command restore;
    private @Nullable RunStart<Simulation, PhysicsContext> start;

    // Tests replace these.
    FineTimer timer = FineTimer.system();
    SystemRequests requests = SystemRequests.NONE;

    @Nullable RunRecorder recorder = RunRecorder.FOUND;

    Problems problems = Problems.toLog();

    /** The options that were set and concern threads, in this order. A stepper has none. */
    private final Set<String> threadOptions = new LinkedHashSet<>();

    PhysicsBuilder(Simulation simulation) {
        super(new InputStage.Choice<>());
        this.simulation = Objects.requireNonNull(simulation, "simulation must not be null");
    }

    /**
     * Names the service. The name is in the names of its own threads, in its exceptions, in its metrics and in the
     * events of a flight recording. Default: none.
     *
     * @param service such as "room-7"; need not be unique
     * @return this
     * @throws IllegalArgumentException if the name is blank, or longer than 100 characters
     */
    public PhysicsBuilder name(String service) {
        name = SettingLimits.name(service);
        return this;
    }

    /**
     * Lets the threads of a group run the service, instead of a thread of its own. A service in a group has the clock
     * of the group. Not for a stepper.
     *
     * @param threads the group, whose threads take turns to run the service
     * @return this
     */
    public PhysicsBuilder group(ServiceThreads threads) {
        group = Objects.requireNonNull(threads, "group must not be null");
        return forRun("group").forThread("group");
    }

    /**
     * Sets the number of ticks per second of simulation time. Default: 100.
     *
     * @param ticksPerSecond from 1 to 1000000
     * @return this
     * @throws IllegalArgumentException if the rate is out of range
     */
    public PhysicsBuilder rate(int ticksPerSecond) {
        rate = SettingLimits.rate(ticksPerSecond);
        return forRun("rate");
    }

    /**
     * Sets the number of ticks per second of simulation time as a fraction, for rates such as 60000/1001.
     *
     * @param ticksPerSecond ticks per second, from 1/1000 to 1000000
     * @return this
     * @throws IllegalArgumentException if the rate is out of range
     */
    public PhysicsBuilder rate(Ratio ticksPerSecond) {
        rate = SettingLimits.rate(ticksPerSecond);
        return forRun("rate");
    }

    /**
     * Adds a device, which the physics thread polls before the ticks that are due.
     *
     * @param source the device
     * @return this
     */
    public PhysicsBuilder input(InputSource source) {
        sources.add(Objects.requireNonNull(source, "input must not be null; pass a source to poll"));
        return forRun("input");
    }

    /**
     * Sets the number of ticks from one hash to the next that consumers of {@link PhysicsEvent.Kind#HASH} receive.
     * Default: 1. A hash costs about as much as writing the state, so a match with a large world compares only some.
     *
     * @param ticks 1 for a hash of every tick, 10 for every tenth tick
     * @return this
     * @throws IllegalArgumentException if {@code ticks} is less than 1
     */
    public PhysicsBuilder hashEvery(int ticks) {
        hashEvery = SettingLimits.ticks(ticks, "hashEvery");
        return forRun("hashEvery");
    }

    /**
     * Begins the run at a tick, with the world that was saved at that tick. A {@code Recorder} refuses such a run. A
     * {@code RecordingRing} keeps it if the simulation restores exactly.
     *
     * @param tick the number of the tick of the first state, from 0
     * @param restoring the command that restores the world; it runs once, after {@link Simulation#setUp}
     * @return this
     * @throws IllegalArgumentException if the tick is negative
     */
    public PhysicsBuilder startAt(long tick, Command restoring) {
        if (tick < 0) {
            throw new IllegalArgumentException("startAt must be at least tick 0, was " + tick);
        }
        startTick = tick;
        restore = Objects.requireNonNull(
                restoring, "restoring must not be null; pass the command that restores the world");
        return forRun("startAt");
    }

    /**
     * Continues a service that was handed over: at its next tick, with its world, lives, time and input. Takes over its
     * rate, axes and {@link #inputCapacity}. Set all other options to the values of that service. In the world of
     * an engine, bodies have their former lives once its scene has been restored. Not for a stepper.
     *
     * <p>Simulation time stands still from the hand-over until this service begins, so no tick is late because of it,
     * and none is dropped. The ledger of time continues with its former figures, and does not count the time between. A
     * service that was paused stays paused.
     *
     * @param before the service, such as a {@code HandedOver} of {@code freestep-rooms}
     * @return this
     */
    public PhysicsBuilder from(StartPoint before) {
        start = Inside.of(Objects.requireNonNull(before, "from must not be null; pass a HandedOver"));
        RunStart.Settings taken = start.settings();
        return forThread("from")
                .forRun("from")
                .rate(taken.rate())
                .axes(taken.axes())
                .inputCapacity(taken.inputCapacity());
    }

    /**
     * Takes over all settings of another run that affect its states, in order to repeat that run.
     *
     * @param settings the settings of the run to repeat
     * @return this
     * @throws IllegalArgumentException if a value is out of its range
     */
    public PhysicsBuilder settings(RunSettings settings) {
        rate(Objects.requireNonNull(settings, "settings must not be null").rate());
        axes(settings.axes());
        inputCapacity(settings.inputCapacity());
        hashEvery(settings.hashEvery());
        faultPolicy(settings.skipsFaults() ? FaultPolicy.skip() : FaultPolicy.stop());
        return this;
    }

    /**
     * Sets the handler that gets the problems of the run instead of the log. Problems are the failure that ends a
     * service, faults, calls that hang, commands whose failure your code cannot see, handlers that throw, recordings
     * that end early, and overloads. {@link Problem} says how often, and on which thread. Default: each problem is a
     * line of the {@link System.Logger} named {@code io.github.freestep}.
     *
     * @param handler gets one problem at a time, for example to raise an alarm; with {@code problem -> {}}, failures
     *     pass in silence
     * @return this
     */
    public PhysicsBuilder onProblem(Consumer<Problem> handler) {
        problems = Problems.to(handler);
        return this;
    }

    /** Returns the settings of a service, as they are now. */
    Setup setup() {
        return setup(null);
    }

    /**
     * Returns the settings as they are now.
     *
     * @param hostClock the clock that the host of a stepper moves; null for a service
     */
    private Setup setup(@Nullable NanoClock hostClock) {
        long firstTick = start == null ? startTick : start.tick();
        ServiceGroup threads = group == null ? null : Inside.of(group);
        NanoClock groupClock = threads == null ? NanoClock.system() : threads.clock();
        check(firstTick, groupClock);
        NanoClock stopwatch = clock == null ? groupClock : clock;
        boolean isInline = hostClock != null;
        int every = ticksBetweenStates(isInline);
        double tickNanos = 1e9 * rate.denominator() / rate.numerator();
        RunSettings run = new RunSettings(rate, axes, inputCapacity, hashEvery, !faultPolicy.stops());
        return new Setup(
                simulation,
                name,
                run,
                overloadPolicy,
                faultPolicy,
                List.copyOf(sources),
                Inside.of(this).maker(),
                firstTick,
                firstCommand(),
                start,
                isInline,
                hostClock == null ? stopwatch : hostClock,
                stopwatch,
                statesInWindow(isInline, every),
                every,
                commandCapacity,
                threads,
                new ThreadedRun.Settings(name, tickNanos, closeTimeoutNanos, watchdogNanos),
                new WorkerSettings(
                        "freestep-physics" + Setup.suffix(name), stopwatch, spinBudgetPerMille, timer, requests),
                recorder,
                problems.of(name));
    }

    /** Checks conditions between several settings. */
    private void check(long firstTick, NanoClock groupClock) {
        // In whole seconds, because a product of durations needs large decimal numbers, whose classes load for 10 ms.
        long mostSeconds = SAFE_SPANS * SettingLimits.LONGEST.toSeconds();
        double seconds = (double) firstTick * rate.denominator() / rate.numerator();
        if (seconds > mostSeconds) {
            throw new IllegalArgumentException("startAt must be within " + mostSeconds
                    + " seconds of simulation time, was tick " + firstTick + " at " + rate + " per second");
        }
        if (start != null) {
            start.require(simulation, new RunStart.Settings(rate, axes, inputCapacity));
        }
        requireNotContinued("startAt", restore);
        requireNotContinued("feed", Inside.of(this).maker());
        requireOwnThread("spinBudgetPerMille");
        requireOwnThread("realTime");
        requireOwnThread("cpu");
        if (group != null && clock != null && clock != groupClock) {
            throw new IllegalArgumentException("clock must be the clock of the group, because one thread waits for all"
                    + " services of a group; set it with PhysicsGroup.builder().clock(...)");
        }
    }

    /** Returns the command that begins the run; null for the world of the set-up. */
    private @Nullable Command firstCommand() {
        if (start != null) {
            return start::restore;
        }
        return restore;
    }

    /** Returns the number of ticks between states. In a stepper, larger gaps would only cost smoothness. */
    private int ticksBetweenStates(boolean isInline) {
        if (publishEvery != null) {
            return publishEvery;
        }
        return isInline ? 1 : Schedule.coveringTicks(rate);
    }

    /** Returns the number of states in a window. Those of a service can be late, so it covers the usual lateness. */
    private int statesInWindow(boolean isInline, int every) {
        if (window != null) {
            return window;
        }
        // A window of K states covers K - 2 gaps.
        int covering = isInline ? 0 : Math.min(2 + Schedule.coveringGaps(rate, every), StatePublisher.MAX_WINDOW);
        return Math.max(StatePublisher.DEFAULT_WINDOW, covering);
    }

    private void requireNotContinued(String option, @Nullable Object value) {
        if (start != null && value != null) {
            throw new IllegalArgumentException(option + " must not be set together with from, because the"
                    + " handed-over service has its own tick and input; leave " + option + " out");
        }
    }

    private void requireOwnThread(String option) {
        if (group != null && threadOptions.contains(option)) {
            throw new IllegalArgumentException(option + " must not be set together with group, because the services of"
                    + " a group share threads; leave " + option + " out, or give the service a thread of its own");
        }
    }

    /**
     * Sets the number of input axes. Default: 32. The time of a poll grows with the number of axes.
     *
     * @param count from 0 to 65536; the axes have the numbers from 0 to {@code count - 1}
     * @return this
     * @throws IllegalArgumentException if the count is out of range
     */
    public PhysicsBuilder axes(int count) {
        axes = InputCollector.requireAxes(count);
        return forRun("axes");
    }

    /**
     * Sets how many inputs can wait for their tick. Default: 4096. Further inputs are refused. The capacity should be
     * enough for all inputs of the longest pause in which no input may be lost. It is a bound and reserves little
     * memory: the first pushed input allocates 40 bytes for each input of the capacity, and the physics thread
     * allocates more only when more inputs wait than ever before.
     *
     * <p>The capacity also bounds the input of one tick: after a long pause or a stall, or under a flood, a tick may
     * get as many inputs as can wait, plus what sources report. So choose no more than a step can process in its time.
     * A server with hundreds of players, whose messages all become inputs, may need more.
     * No tick sees the inputs that still wait when the run ends, although they were accepted.
     *
     * @param inputs from 1 to 1048576
     * @return this
     * @throws IllegalArgumentException if the capacity is out of range
     */
    public PhysicsBuilder inputCapacity(int inputs) {
        inputCapacity = InputCollector.requireCapacity(inputs);
        return forRun("inputCapacity");
    }

    /**
     * Sets what happens if ticks become due faster than they can be stepped. Default: {@link OverloadPolicy#slip}.
     *
     * @param policy the policy
     * @return this
     */
    public PhysicsBuilder overloadPolicy(OverloadPolicy policy) {
        overloadPolicy = Objects.requireNonNull(policy, "overloadPolicy must not be null");
        return forRun("overloadPolicy");
    }

    /**
     * Sets what happens if a step fails. Default: {@link FaultPolicy#stop}.
     *
     * @param policy the policy
     * @return this
     */
    public PhysicsBuilder faultPolicy(FaultPolicy policy) {
        faultPolicy = Objects.requireNonNull(policy, "faultPolicy must not be null");
        return forRun("faultPolicy");
    }

    /**
     * Sets the number of states in a window: those that a reader sees at once. Default: 4 for a stepper, and below 100
     * ticks per second; otherwise the smallest number that hides 40 ms, but at least 4 and at most 8: 6 at 100 ticks
     * per second, and 8 at 200, which hide 30 ms. A garbage collection of 25 ms is then not visible. More states hide
     * greater lateness. They need more memory per reader, and allow fewer readers: 253, 126, 83, 62, 49, 41, 35, 30 for
     * 1 to 8 states.
     *
     * @param states from 1 to 8
     * @return this
     * @throws IllegalArgumentException if the number is out of range
     */
    public PhysicsBuilder window(int states) {
        window = Ranges.require(1, StatePublisher.MAX_WINDOW, states, "window", "states");
        return this;
    }

    /**
     * Sets the number of ticks from one published state to the next. Default for a service: the fewest ticks that last
     * at least 5 ms, which is 1 up to 200 ticks per second. Default for a stepper: 1. Set it if a world is so large
     * that writing its state costs more than a step, or if clients of a server with 100 ticks a second get 20 states.
     *
     * <p>With any setting, the newest state is published when time is paused, stepped or scaled. At other time scales,
     * states stay at least as far apart in wall time as at scale 1, except that with 1, they may come every 5 ms in
     * fast motion. Events, hashes and recordings still cover every tick.
     *
     * <p>With a larger gap between states, readers can hide greater lateness, and fewer states are written and read,
     * but latency grows by the same amount. At 200 ticks per second, 2 instead of 1 hides 40 ms instead of 30, allows
     * 41 readers instead of 30 because the window is then 6, and makes the picture 5 ms older. A window of K states
     * hides ticks that are late by {@code (K - 2) * gap}. A reader hides one gap more by bridging: it continues the
     * motion beyond the newest state. By default:
     *
     * <table>
     *   <caption>What a window hides, and what bridging hides in addition</caption>
     *   <tr><th>ticks per second</th><th>states</th><th>in a window</th><th>lateness</th></tr>
     *   <tr><td>30</td><td>every tick</td><td>4</td><td>67 ms, 33 ms</td></tr>
     *   <tr><td>100</td><td>every tick</td><td>6</td><td>40 ms, 10 ms</td></tr>
     *   <tr><td>128</td><td>every tick</td><td>8</td><td>47 ms, 8 ms</td></tr>
     *   <tr><td>144</td><td>every tick</td><td>8</td><td>42 ms, 7 ms</td></tr>
     *   <tr><td>200</td><td>every tick</td><td>8</td><td>30 ms, 5 ms</td></tr>
     *   <tr><td>250</td><td>every 2nd</td><td>7</td><td>40 ms, 8 ms</td></tr>
     *   <tr><td>1000</td><td>every 5th</td><td>8</td><td>30 ms, 5 ms</td></tr>
     * </table>
     *
     * @param ticks from 1, for every tick, to 1000
     * @return this
     * @throws IllegalArgumentException if the number is out of range
     */
    public PhysicsBuilder publishEvery(int ticks) {
        publishEvery = Ranges.require(1, 1_000, ticks, "publishEvery", "ticks");
        return forRun("publishEvery");
    }

    /**
     * Sets how many commands can wait. Default: 4096. If more are submitted, their futures fail at once. Only
     * commands that wait take memory. A server that turns requests of players into commands can lower it, because it
     * should refuse the requests of a flood instead of answering all of them late.
     *
     * @param commands from 2 to 1000000
     * @return this
     * @throws IllegalArgumentException if the number is out of range
     */
    public PhysicsBuilder commandCapacity(int commands) {
        commandCapacity = Ranges.require(2, 1_000_000, commands, "commandCapacity", "commands");
        return this;
    }

    /**
     * Sets the share of a core that the physics thread may spin in order to begin ticks on time. Default: 5
     * thousandths. Not for a stepper, nor in a group, whose threads share the default.
     *
     * <p>With 0, the thread only parks, and ends each park earlier by the time that it usually oversleeps. Use 0 on
     * battery power. Budgets add up: 100 services with 20 each may use two cores for spinning, so on servers with many
     * services use a {@linkplain ServiceThreads group}. The {@code pacing} benchmark compares 0 with the default.
     *
     * @param perMille thousandths of one core, from 0 to 1000
     * @return this
     * @throws IllegalArgumentException if the budget is out of range
     */
    public PhysicsBuilder spinBudgetPerMille(int perMille) {
        spinBudgetPerMille = SettingLimits.spinBudget(perMille);
        return forThread("spinBudgetPerMille");
    }

    /**
     * Gives the physics thread a real-time priority (SCHED_FIFO of Linux), so that it runs before all ordinary threads
     * of the machine. Default: none. Needs the artifact {@code freestep-realtime}, JDK 22 or newer, the JVM's option
     * {@code --enable-native-access}, and the permission to do so ({@code ulimit -r}). If one is missing,
     * {@link PhysicsService#start} throws an exception that names it.
     *
     * <p>A step that does not return occupies its processor: by default, Linux reserves 5 % of it for other threads.
     * Threads that the simulation starts do not get the priority. The JVM's collector and compilers keep their
     * priorities, so garbage collection pauses still delay ticks. Must not be set for a stepper or in a group.
     *
     * @param priority from 1 to 99; a thread with a higher one interrupts the physics thread
     * @return this
     * @throws IllegalArgumentException if the priority is out of range
     */
    public PhysicsBuilder realTime(int priority) {
        requests = requests.realTime(SettingLimits.priority(priority));
        return forThread("realTime");
    }

    /**
     * Lets the physics thread run only on one processor, such as one that the system keeps free of other work ({@code
     * isolcpus} of Linux). Default: any. Needs what {@link #realTime} needs, except the permission. Threads that the
     * simulation starts inherit the processor. So do threads that Freestep starts because a step subscribes to events,
     * starts another service, or calls {@link PhysicsService#closeAsync}. Must not be set for a stepper or in a group.
     *
     * @param number of the processor, from 0 to 1023, as in {@code /proc/cpuinfo}
     * @return this
     * @throws IllegalArgumentException if the number is out of range
     */
    public PhysicsBuilder cpu(int number) {
        requests = requests.cpu(Ranges.require(0, 1_023, number, "cpu", "(number of a processor)"));
        return forThread("cpu");
    }

    private PhysicsBuilder forThread(String option) {
        threadOptions.add(option);
        return this;
    }

    private PhysicsBuilder forRun(String option) {
        Inside.of(this).options.add(option);
        return this;
    }

    /**
     * Sets how long {@link PhysicsService#close} waits for a step, a callback or a handler that does not
     * return. Default: 5 s. A server that must end before its container is killed needs less, and so does an editor
     * that must not stand still while it closes a world that hangs. Not for a stepper.
     *
     * @param timeout real time, at least 10 ms, because even a healthy thread may take that long to end on a busy
     *     machine
     * @return this
     * @throws IllegalArgumentException if the timeout is shorter
     */
    public PhysicsBuilder closeTimeout(Duration timeout) {
        closeTimeoutNanos = SettingLimits.closeTimeout(timeout);
        return forThread("closeTimeout");
    }

    /**
     * Sets how long a step, a command or other code of the user may take until a watchdog reports that it hangs.
     * Default: 1 s. A hang is reported as a {@linkplain #onProblem problem} with the stack, and counted in {@link
     * PhysicsMetrics#hungSteps}, at most a quarter of the limit late. The call is not interrupted, and the service
     * continues when the call returns. In a group, another thread continues with the other services.
     *
     * <p>{@link Simulation#setUp}, callbacks of futures and event handlers are watched as well. A set-up may take any
     * time: a long one is counted, but it becomes a problem only after 10 s.
     *
     * <p>All services of the process share one daemon thread {@code freestep-watchdog}, which runs as long as any of
     * them. Ticks read no clock for it. In a debugger, switch it off, because it would report a step at a breakpoint.
     * Not for a stepper.
     *
     * @param limit real time, from 10 ms to 1 h; {@link Duration#ZERO} switches the watchdog off
     * @return this
     * @throws IllegalArgumentException if the limit is out of range
     */
    public PhysicsBuilder watchdog(Duration limit) {
        watchdogNanos = SettingLimits.watchdog(limit);
        return forThread("watchdog");
    }

    /**
     * Sets the clock by which ticks become due, such as a virtual one for tests. Default: the system's clock, or the
     * clock of the {@link #group}. A service on a virtual clock runs as fast as it can. A stepper only measures its
     * steps with this clock. Its {@linkplain Physics#clock own clock}, which its host moves, begins at the reading that
     * this clock has when the stepper is made, and at 0 without this call.
     *
     * @param source the clock, which also gives the times of pushed input
     * @return this
     */
    public PhysicsBuilder clock(NanoClock source) {
        clock = Objects.requireNonNull(source, "clock must not be null");
        return forRun("clock");
    }

    /**
     * Builds a service without starting it, so that readers and consumers of events can join before the first tick.
     *
     * @return the service, which is not started
     * @throws IllegalArgumentException if the settings contradict each other
     */
    public PhysicsService build() {
        return new PhysicsService(new ServiceRun(setup()).showHealth());
    }

    /**
     * Builds a service and starts it.
     *
     * @return the running service
     * @throws IllegalArgumentException if the settings contradict each other
     * @throws IllegalStateException as {@link PhysicsService#start} says
     */
    public PhysicsService start() {
        return build().start();
    }

    /**
     * Builds a stepper, which a host's frame loop drives instead of a thread, and sets the world up.
     *
     * @return the stepper, at its first tick
     * @throws IllegalArgumentException if the settings contradict each other, or if an option was set that only a
     *     service with its threads has
     * @throws IllegalStateException if another service or stepper runs the simulation and has not ended
     * @throws PhysicsException if setting up the world fails
     */
    public InlineStepper inline() {
        if (!threadOptions.isEmpty()) {
            throw new IllegalArgumentException(
                    "inline() must not be combined with options for threads, because a stepper"
                            + " has none, was combined with " + String.join(", ", threadOptions)
                            + "; leave them out, or use start()");
        }
        VirtualClock hostClock = new VirtualClock(clock == null ? 0 : clock.nanoTime());
        return new InlineStepper(new StepperRun(setup(hostClock), hostClock));
    }
}
