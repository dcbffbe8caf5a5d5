package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.scenes.Checks;
import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.EventSubscription;
import io.github.freestep.physics.FaultPolicy;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.time.NanoClock;
import io.github.freestep.tools.report.Machine;
import io.github.freestep.tools.report.Units;
import java.io.PrintWriter;
import java.lang.Thread.UncaughtExceptionHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One run of a service and everything that uses it, each part on its own thread. The thread that created the run runs
 * and observes it; any thread may stop it.
 */
final class StressRun {
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final int LOOKS_A_SECOND = 10;
    private static final long LOOK_NANOS = SECOND_NANOS / LOOKS_A_SECOND;

    /** The time until the compilers have settled. A short run takes a third of its time instead. */
    private static final double WARM_UP_SECONDS = 5;

    /**
     * The time to close the service, in addition to the longest step. That is a step of the greatest cost, which a
     * fault makes three ticks longer.
     */
    private static final long CLOSE_NANOS = 5 * SECOND_NANOS;

    /** The share of the ticks of a run that must be stepped before a planted flaw counts as not found. */
    private static final double LEAST_SHARE = 0.6;

    /** How much longer a run may take to reach that share. */
    private static final int MORE_SECONDS = 30;

    private static final int PRODUCERS = 2;
    private static final int INPUTS_PER_SECOND = 1_000;

    /** Room for the events that come while the thread of the harness waits for a processor. */
    private static final int EVENTS = 1 << 16;

    /** How many planned faults the headline names. A run of a day has tens of thousands. */
    private static final int NAMED = 40;

    final RunClock clock = new RunClock();
    private final PlantedFlaw flaw;
    final StressSettings settings;
    final Violations violations;
    final TickLog ticks;
    final List<FrameChecker> readers = new ArrayList<>();
    final Checks checks;
    final StressedScene stressed;
    final PhysicsService physics;
    final InputLoad input;
    final WindowChecker raw;
    final FaultDirector director;
    final Garbage ofTicks = new Garbage("the physics thread", "ticks", Garbage.SHARE);
    private final double warmUpSeconds;
    private final boolean worldIsJudged;
    private long allocatedBefore;

    /** Null for a built-in scene, whose every value is checked. */
    final WorldTrial trial;

    /** For the limit of the trial. The service has the system's clock. */
    NanoClock trialClock = NanoClock.system();

    private final PrintWriter out;

    private final ThreadCensus census = new ThreadCensus();
    private final Thread rawThread;
    private final Lines lines;

    /** Null if the service was not started, because the trial did not end. */
    EventSubscription events;

    /** Null if the world could not be set up, or the service could not be closed. */
    Ledger ledger;

    /** How long the run took. */
    double seconds;

    /**
     * Creates everything but the threads.
     *
     * @throws IllegalArgumentException if the service refuses the settings
     */
    StressRun(StressSettings settings, PrintWriter out) {
        this.settings = settings;
        this.out = out;
        lines = new Lines(out, "%6s %9s %9s %9s %9s %9s  %s", "time|ticks|late p99|step p99|frames|inputs|faults");
        flaw = new PlantedFlaw(settings.plant);
        violations = new Violations(settings.seed, clock);
        ticks = new TickLog(violations);
        warmUpSeconds = Math.min(WARM_UP_SECONDS, settings.seconds / 3.0);
        Simulation world = settings.world();
        stressed = new StressedScene(world, settings.ownCost(), clock, flaw);
        if (world instanceof Scene scene) {
            checks = scene;
            worldIsJudged = !scene.engineAllocates(warmUpSeconds == WARM_UP_SECONDS);
            trial = null;
        } else {
            worldIsJudged = false;
            checks = new OwnChecks(stressed.layout(), settings.invariants());
            OwnChecks ofTrial = new OwnChecks(stressed.layout(), settings.invariants());
            trial = new WorldTrial(
                    settings::world, settings.rate, settings.triedTicks(), ofTrial, settings.garbage, violations);
        }
        PhysicsBuilder builder = PhysicsService.builder(stressed)
                .rate(settings.rate)
                .window(StressSettings.WINDOW)
                .closeTimeout(closeTimeout(settings))
                .faultPolicy(FaultPolicy.skip())
                // Faults are planned here. Those that are not become violations, by their events.
                .onProblem(problem -> {});
        physics = builder.build();
        for (int fps : settings.fps) {
            NewestState newest = new NewestState(physics.metrics()::tick, 1e9 * settings.tickSeconds());
            readers.add(new FrameChecker(
                    readers.size() + 1,
                    fps,
                    physics.states(),
                    checks,
                    new FrameLog(clock, settings.seconds, newest),
                    this::isQuiet,
                    violations,
                    readers.isEmpty() ? flaw : PlantedFlaw.NONE));
        }
        input = new InputLoad(physics.input(), violations);
        raw = new WindowChecker(physics.states(), checks, violations, flaw);
        rawThread = new Thread(raw, "freestep-stress-raw");
        Faults faults = new Faults(physics, stressed, readers, input, settings.tickNanos());
        director = new FaultDirector(settings.plan, faults::strike, clock, violations);
        stressed.onStep(this::stepBegins);
    }

    /** A planted hang gets a short timeout, because it never ends. */
    private static Duration closeTimeout(StressSettings settings) {
        return settings.plant == Plant.HANG
                ? Duration.ofNanos(SECOND_NANOS)
                : Duration.ofNanos(StepCost.MOST_NANOS + 3 * settings.tickNanos() + CLOSE_NANOS);
    }

    /** Whether nothing allocates by design: the compilers have settled, and no fault strikes. Any thread. */
    boolean isQuiet() {
        return clock.seconds() > warmUpSeconds && director.isQuiet();
    }

    /** Counts what the thread of the service has allocated since the step before, without an engine that allocates. */
    private void stepBegins(long tick) {
        long allocated = stressed.outsideBytes() + (worldIsJudged ? stressed.worldBytes : 0);
        if (allocatedBefore > 0 && isQuiet()) {
            ofTicks.add(allocated - allocatedBefore, tick - 1);
        }
        allocatedBefore = allocated;
    }

    /** Describes the run that is about to begin. */
    String headline() {
        List<PlannedFault> plan = settings.plan;
        String faults = plan.stream().limit(NAMED).map(String::valueOf).collect(Collectors.joining(" "));
        return Units.text(
                "%s%n%s with room for %,d bodies at %s Hz, readers at %s fps, %d s, seed %d%nfaults: %s",
                Machine.here(),
                settings.simulation,
                stressed.layout().capacity(),
                settings.rate,
                settings.fps.stream().map(String::valueOf).collect(Collectors.joining(" and ")),
                settings.seconds,
                settings.seed,
                plan.isEmpty() ? "none" : faults + (plan.size() > NAMED ? " and more" : ""));
    }

    /** Ends the run early, and in order. Any thread. */
    void stop() {
        clock.stop();
    }

    /** Runs until the planned end, and prints figures meanwhile. */
    void run() throws Exception {
        UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> {
            violations.add(Promise.UNCAUGHT, "the thread " + thread.getName() + " ended by " + exception);
            exception.printStackTrace(); // as without a handler
        });
        try {
            if (tryWorld()) {
                runService();
            }
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    private void runService() throws Exception {
        try {
            start();
            observe();
        } finally {
            seconds = clock.seconds();
            end();
        }
    }

    /** Returns whether the service may be started, because the trial of the world has ended. */
    boolean tryWorld() throws Exception {
        return trial == null || new TrialWatch(trial, violations, trialClock, out).ends(() -> !clock.isStopped());
    }

    private void start() {
        clock.start();
        events = physics.events().with().capacity(EVENTS).subscribe("stress", ticks);
        physics.start();
        readers.forEach(FrameChecker::join);
        rawThread.start();
        input.start(PRODUCERS, INPUTS_PER_SECOND, flaw);
        director.start(0);
        if (flaw.puts(Plant.THREAD)) {
            Plant.leaveThread();
        }
    }

    /**
     * Looks as often as planned: a stall of the machine postpones the end, so that the run checks no less. A planted
     * flaw ends the run once it is found.
     */
    private void observe() {
        long dueNanos = LOOK_NANOS;
        for (long look = 1; look <= mostLooks() && !flaw.isFound(violations); look++) {
            if (!clock.sleepUntil(dueNanos) || physics.status() != Physics.Status.RUNNING) {
                return;
            }
            if (look % LOOKS_A_SECOND == 0) {
                printLine();
            }
            long lateNanos = clock.nanos() - dueNanos;
            dueNanos += LOOK_NANOS + (lateNanos < LOOK_NANOS ? 0 : lateNanos);
        }
    }

    private void printLine() {
        TickLog.Totals totals = ticks.totals();
        lines.print(
                Units.text("%.0f s", clock.seconds()),
                String.valueOf(physics.metrics().tick()),
                Units.time(totals.lateness().p99()),
                Units.time(totals.compute().p99()),
                String.valueOf(
                        readers.stream().mapToLong(reader -> reader.frames).sum()),
                String.valueOf(input.accepted()),
                director.activeSince(clock.seconds() - 1));
    }

    /**
     * Returns the number of looks: more than planned if a busy machine has stepped too few ticks to show a planted
     * flaw.
     */
    private long mostLooks() {
        boolean shows = settings.plant != Plant.NONE && settings.plant != Plant.HANG;
        double leastTicks = LEAST_SHARE * settings.seconds / settings.tickSeconds();
        boolean isBehind = shows && physics.metrics().tick() < leastTicks;
        return LOOKS_A_SECOND * (settings.seconds + (isBehind ? MORE_SECONDS : 0L));
    }

    private void end() throws InterruptedException {
        boolean early = clock.isStopped();
        clock.stop();
        director.await();
        input.stop();
        readers.forEach(FrameChecker::leave);
        raw.stop();
        rawThread.join();
        readers.forEach(
                reader -> Quarters.judge(reader.name, reader.log.quarters.stalls(director.strikes()), violations));
        close();
        events.close();
        if (!early) {
            // An interrupted virtual machine starts threads of its own.
            census.findLeftOvers(violations);
        }
        // The books belong to the physics thread as long as it runs.
        if (!stressed.isThreadAlive()) {
            judge(new ServiceBooks(physics));
        }
    }

    /** Compares the service's books with what was counted outside, unless the world could not be set up. */
    private void judge(ServiceBooks books) {
        Timeline timeline = books.timeline();
        if (timeline != null) {
            PhysicsMetrics metrics = physics.metrics();
            long now = physics.clock().nanoTime();
            ledger = Ledger.of(timeline, now);
            ledger.check(metrics, violations);
            input.balance(stressed, metrics, books.takeWaitingInputs(now));
            ticks.judge(metrics, stressed);
            ofTicks.judge(Promise.ALLOCATION, 0, violations);
            readers.forEach(reader -> reader.allocated.judge(Promise.ALLOCATION, 0, violations));
        }
        flaw.requirePutIn(violations);
    }

    private void close() {
        Throwable failure;
        try {
            physics.close();
            failure = physics.failure();
        } catch (RuntimeException stuck) {
            failure = stuck;
        }
        if (failure != null) {
            violations.add(Promise.FAULT, physics.metrics().tick(), "the service failed: " + failure);
        }
    }

    /** Returns what the run has found. Call it when the run has ended. */
    Findings outcome(boolean interrupted) {
        return new ServiceReport(this).findings(interrupted);
    }
}
