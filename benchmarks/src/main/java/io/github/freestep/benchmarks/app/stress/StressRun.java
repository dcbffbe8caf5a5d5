package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.app.Findings;
import io.github.freestep.benchmarks.app.Scenario;
import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.EventSubscription;
import io.github.freestep.physics.FaultPolicy;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FrameLoop;
import io.github.freestep.render.trace.MotionEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One run of a service and everything that uses it, each part on its own thread. The thread that created the run runs
 * and observes it; any thread may stop it.
 */
final class StressRun implements Scenario {
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long LOOK_NANOS = SECOND_NANOS / Observer.LOOKS_A_SECOND;

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
    final Scene scene;
    final StressedScene stressed;
    private final PhysicsService physics;
    final InputLoad input;
    final WindowChecker raw;
    final FaultDirector director;
    final Observer observer;

    private final ThreadCensus census = new ThreadCensus();
    private final Thread rawThread;
    private final LiveLine live;
    private EventSubscription events;

    private Ledger ledger;
    private double seconds;

    /**
     * Creates everything but the threads.
     *
     * @throws IllegalArgumentException if the service refuses the settings
     */
    StressRun(StressSettings settings, LiveLine live) {
        this.settings = settings;
        this.live = live;
        flaw = new PlantedFlaw(settings.plant);
        violations = new Violations(settings.seed, clock);
        ticks = new TickLog(violations);
        scene = scene(settings);
        settings.plant.checkFor(scene);
        stressed = new StressedScene(scene, clock, flaw);
        PhysicsBuilder builder = PhysicsService.builder(stressed)
                .rate(settings.rate)
                .window(StressSettings.WINDOW)
                .closeTimeout(closeTimeout(settings))
                .faultPolicy(FaultPolicy.skip())
                // Faults are planned here. Those that are not become violations, by their events.
                .onProblem(problem -> {});
        physics = builder.build();
        for (int fps : settings.fps) {
            addReader(fps);
        }
        input = new InputLoad(physics.input(), violations);
        raw = new WindowChecker(physics.states(), scene, violations, flaw);
        rawThread = new Thread(raw, "freestep-stress-raw");
        FaultKind.Ground ground =
                new FaultKind.Ground(physics, stressed, scene, readers, input, settings.tickNanos(), null);
        director = new FaultDirector(
                settings.plan, (fault, span, random) -> fault.strike(ground, span, random), clock, violations);
        observer = new Observer(this);
    }

    private static Scene scene(StressSettings settings) {
        return settings.moving == 1
                ? Scenes.of(settings.simulation, settings.bodies, settings.seed, settings.stepCost)
                : Scenes.swarm(settings.bodies, settings.moving, settings.seed, settings.stepCost);
    }

    /** A planted hang gets a short timeout, because it never ends. */
    private static Duration closeTimeout(StressSettings settings) {
        return settings.plant == Plant.HANG
                ? Duration.ofNanos(SECOND_NANOS)
                : Duration.ofNanos(StepCost.MOST_NANOS + 3 * settings.tickNanos() + CLOSE_NANOS);
    }

    private void addReader(int fps) {
        String name = "reader " + (readers.size() + 1) + " (" + fps + " fps)";
        PlantedFlaw ofReader = readers.isEmpty() ? flaw : PlantedFlaw.NONE;
        readers.add(new FrameChecker(
                name,
                handler -> FrameLoop.start(
                        FrameSampler.builder(physics.states()).listener(MotionEvents.listener()), fps, handler),
                this,
                ofReader));
    }

    @Override
    public String headline() {
        List<PlannedFault> plan = settings.plan;
        String faults = plan.stream().limit(NAMED).map(PlannedFault::toString).collect(Collectors.joining(" "));
        return Units.text(
                "%s%n%s of %,d bodies, %s of which move, at %s Hz, readers at %s fps, %d s, seed %d%nfaults: %s",
                Machine.here(),
                settings.simulation,
                settings.bodies,
                Units.percent(100 * settings.moving),
                settings.rate,
                settings.fps.stream().map(String::valueOf).collect(Collectors.joining(" and ")),
                settings.seconds,
                settings.seed,
                plan.isEmpty() ? "none" : faults + (plan.size() > NAMED ? " and more" : ""));
    }

    @Override
    public void stop() {
        clock.stop();
    }

    @Override
    public void run() throws InterruptedException {
        try {
            start();
            observe();
        } finally {
            seconds = clock.seconds();
            end();
        }
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
            observer.look();
            if (look % Observer.LOOKS_A_SECOND == 0) {
                live.print(
                        clock.seconds(),
                        ticks.now(),
                        readers,
                        input.accepted(),
                        observer.newestBytes(),
                        director.activeSince(live.newestSeconds()));
            }
            long lateNanos = clock.nanos() - dueNanos;
            dueNanos += LOOK_NANOS + (lateNanos < LOOK_NANOS ? 0 : lateNanos);
        }
    }

    /**
     * Returns the number of looks: more than planned if a busy machine has stepped too few ticks to show a planted
     * flaw.
     */
    private long mostLooks() {
        boolean shows = settings.plant != Plant.NONE && settings.plant != Plant.HANG;
        double leastTicks = LEAST_SHARE * settings.seconds / settings.tickSeconds();
        boolean isBehind = shows && physics.metrics().tick() < leastTicks;
        return Observer.LOOKS_A_SECOND * (settings.seconds + (isBehind ? MORE_SECONDS : 0L));
    }

    private void end() throws InterruptedException {
        boolean early = clock.isStopped();
        clock.stop();
        director.await();
        input.stop();
        readers.forEach(FrameChecker::leave);
        raw.stop();
        rawThread.join();
        readers.forEach(reader -> Quarters.judge(reader.name(), reader.log.stalls(director.strikes()), violations));
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
            input.balance(scene, metrics, books.takeWaitingInputs(now));
            ticks.judge(metrics, stressed, false);
            observer.watches.forEach(watch -> watch.judge(violations));
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

    /** Returns null if the world could not be set up, or the service could not be closed. */
    Ledger ledger() {
        return ledger;
    }

    /** Returns how long the run took. */
    double seconds() {
        return seconds;
    }

    PhysicsMetrics metrics() {
        return physics.metrics();
    }

    @Override
    public Findings outcome(boolean interrupted) {
        return new ServiceReport(this).findings(interrupted);
    }
}
