package io.github.freestep.physics;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.RunHealth;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.spi.MovableRun;
import io.github.freestep.physics.workers.RunPlan;
import io.github.freestep.problem.Problem;
import java.util.function.Predicate;

/**
 * Steps a simulation when its ticks are due: sets the world up, begins time, and runs the {@link Stages} of each pass.
 * A {@link RunPasses} or a {@link StepperRun} drives it; its {@link RunKind} says what differs between them. For one
 * thread. Allocates nothing as long as nothing fails. Never waits.
 */
final class Core implements RunPlan.Ticks {
    /** A shorter wait for input is usual with a network between the players. */
    private static final long WAIT_MILLIS = 100;

    final CoreParts parts;
    final World world;

    /** The part that others use most. */
    final PhysicsMetrics metrics;

    private final Setup setup;
    private final Publication publication;
    private final InputStage input;
    private final Rest rest;

    private final Stages stages;

    /** Whether time has begun. */
    private boolean hasBegun;

    /**
     * Creates the core of a run.
     *
     * @param signal called by other threads that have something for the stepping thread
     * @param runs returns whether a thread steps the run
     */
    Core(RunKind kind, Runnable signal, Predicate<Thread> runs) {
        setup = kind.setup();
        parts = CoreParts.of(kind, signal, runs);
        metrics = parts.metrics();
        world = new World(parts);
        publication = new Publication(parts);
        input = setup.feed == null
                ? new CollectedInput(parts, new TickInput(parts.inputs().values()))
                : new AwaitedInput(parts, world, publication);
        rest = new Rest(parts, world, publication, signal);
        stages = new Stages(parts, world, input, publication, new TickReport(parts), parts.newTick());
    }

    /** Returns whether the policy drops time under overload. */
    @Override
    public boolean slips() {
        return setup.overloadPolicy.values.slips();
    }

    @Override
    public Schedule schedule() {
        return parts.schedule();
    }

    /** Returns the number of ticks that were stepped. */
    @Override
    public long steppedTicks() {
        return stages.report().steppedTicks;
    }

    /** Sets the world up, and publishes it as tick 0 or as the saved tick. */
    void start() {
        setUp();
        begin(parts.clock().nanoTime());
    }

    /**
     * Sets the world up, and writes its state. Time begins only after the state is written and copied to all slots,
     * because for a large world that takes longer than many ticks.
     */
    void setUp() {
        world.setUp();
        if (!publication.write(setup.startTick, parts.clock().nanoTime(), false)) {
            // Stops under every policy, because there is no good state that readers could show.
            throw parts.faults().last();
        }
        parts.publisher().prefill();
    }

    /** Begins time at a moment that has come, and publishes the state. */
    void begin(long originNanos) {
        schedule().begin(originNanos);
        parts.pace().begin(originNanos);
        hasBegun = true;
        if (setup.start != null) {
            schedule().transfer(setup.start.time(originNanos));
            parts.inputs().transfer(setup.start.input(originNanos));
        }
        metrics.ledger(schedule().timeline(), originNanos);
        publication.publishWritten(setup.startTick);
        if (parts.sink().wantsHash()) {
            publication.reportHash(setup.startTick, schedule().timeline().simulatedNanos());
        }
    }

    /** Lets something take all that another run needs to continue after the newest tick. The run must end then. */
    <T> T leave(MovableRun.Taking<PhysicsContext, T> taking) throws Exception {
        return world.leave(taking, publication.consistent);
    }

    /**
     * Runs a pass: publishes a change of time, if there is one, and steps a tick, if one is due.
     *
     * @return whether a tick was due
     */
    boolean work() {
        return stages.run(false);
    }

    /**
     * Does the same as {@link #work()}. If no tick is due, also runs the beginning of the next tick, as far as it can
     * run twice. So the code and data that the next tick needs first are in the caches. A user cannot see whether that
     * beginning was run.
     */
    void warmUp() {
        stages.run(true);
    }

    /** Publishes what commands have changed, as {@link Stages#showEdits} says. */
    boolean showEdits() {
        return stages.showEdits();
    }

    /**
     * Publishes the newest state, because a host ends a catch-up in the middle to draw a frame.
     *
     * @return whether a fault in it has paused the run
     */
    boolean publishNewest() {
        publication.writeNewest(parts.clock().nanoTime());
        boolean pauses = stages.pausesAfterFault();
        publication.publishNewAnchor(parts.clock().nanoTime());
        parts.sink().flush();
        return pauses;
    }

    /** Returns whether a tick is due whose input is not known yet. */
    boolean waitsForInput() {
        return input.isMissing();
    }

    /** Returns whether the run may sleep until a signal, because time is paused or the world rests. */
    boolean beginRest() {
        boolean rests = !schedule().inBatch() && rest.begin();
        if (rests && !schedule().timeline().anchor().isPaused()) {
            stages.report().overload.rest();
        }
        // After a pause, another pass publishes the anchor of the pause.
        return !stages.pausesAfterFault() && rests;
    }

    /** Ends a rest, if there is one. Call it before each pass. */
    void endRest() {
        rest.end();
        stages.pausesAfterFault();
    }

    /** For any thread. */
    boolean isPaused() {
        return schedule().timeline().isPaused();
    }

    /** For any thread. */
    double timeScale() {
        return schedule().requestedScale().toDouble();
    }

    /** Returns what {@link PhysicsRun#health} says. For any thread. */
    String health() {
        RunHealth run = Inside.of(parts.publisher().states()).health();
        // In a pause, no step is too slow, and none tells that the overload is over.
        String overload = isPaused() ? null : metrics.overload;
        if (run.failure() != null) {
            return new Problem(Problem.Kind.RUN_FAILED, "", run.failure(), 1).message();
        } else if (run.stage() != RunHealth.Stage.RUNS || overload != null) {
            return overload != null && run.text().isEmpty() ? overload : run.text();
        }
        long waitMillis = metrics.inputWaitNanos() / 1_000_000;
        return waitMillis >= WAIT_MILLIS
                ? "tick " + metrics.awaitedTick() + " waits since " + waitMillis + " ms for the input of player "
                        + metrics.awaitedPlayer()
                : "healthy: " + (isPaused() ? "paused after" : "at") + " tick " + metrics.tick() + ", whose step took "
                        + metrics.computeNanos() / 1_000 + " us, with " + metrics.faults() + " faults so far";
    }

    /** Updates the ledger a last time. Ignores an exception of the clock, because that must not prevent the end. */
    void closeLedger() {
        metrics.ledgerGrowsBy(null);
        try {
            if (hasBegun) {
                metrics.ledger(schedule().timeline(), parts.clock().nanoTime());
            }
        } catch (Throwable noTime) {
            // The ledger stays as of the newest tick.
        }
    }

    /** Ends input and events. Published states stay readable. */
    void end() {
        // This comes first, because it needs no memory. If one of the others fails for lack of memory, it can be called
        // again.
        parts.inputs().queue.close();
        parts.events().close();
        metrics.waits(0, InputFeed.NO_PLAYER, 0, metrics.debtNanos());
    }
}
