package io.github.freestep.physics;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.input.InputStage;
import io.github.freestep.physics.request.Lanes;
import io.github.freestep.physics.request.RunRequests;
import io.github.freestep.physics.run.MovableRun;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.thread.RunPlan;
import io.github.freestep.physics.thread.ThreadsOfRun;
import io.github.freestep.time.NanoClock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One pass of a run, from top to bottom. Also sets the world up before the first pass. For one thread. Allocates
 * nothing as long as nothing fails. Never waits. These are all parts of a pass, in their order:
 *
 * <ol>
 *   <li>A rest ends: the ticks that were due meanwhile are skipped, and the newest of them is published. If a fault has
 *       requested a pause, time pauses.
 *   <li>Changes of time apply.
 *   <li>Commands run, if this is a pass for them, as {@link #runCommands} says. Another thread completes their futures.
 *   <li>If the anchor has changed, the newest state is published with the new one. In a pause, the state is published
 *       again if commands may have changed the world.
 *   <li>The ticks that are due become a batch, unless one is in progress. What the policy does not allow of the backlog
 *       slips.
 *   <li>Input is collected, and devices are polled before the first tick of a batch. If a tick is due and waits for its
 *       input, the newest state is published instead of a step.
 *   <li>If a tick is due and has its input, one step. The tick takes its input, while a feed may run commands, or
 *       publish a tick that it has corrected. The input goes to the journal. The simulation steps. If readers need the
 *       state, as {@link Schedule#writes} says, it is written and published. Its hash is reported, if a consumer wants
 *       it. If a fault has requested a pause, time pauses. The tick is reported, and keyframes are saved.
 *   <li>At the end of a batch, the newest state is published again if the anchor has changed.
 *   <li>Consumers of events are woken, and the futures of single steps complete.
 *   <li>If the world rests, the newest state is published, and a rest begins. In a rest and in a pause, the next pass
 *       comes after a signal. If a fault has requested a pause, time pauses.
 * </ol>
 *
 * <p>A {@link RunPasses} runs all of it. A {@link StepperRun} only calls {@link #advance}, which is the part from the
 * new anchor to the futures: it carries requests out itself, because those of its owner take effect before the call
 * returns, and it never rests. All other differences follow from {@link Setup}.
 */
final class Pass {
    final RunParts parts;
    final World world;

    /** The part that others use most. */
    final PhysicsMetrics metrics;

    private final Setup setup;
    private final NanoClock clock;
    private final RunRequests requests;
    final Schedule schedule;
    private final Timeline timeline;
    private final InputStage input;

    private final Publication publication;
    private final TickReport report;
    private final Rest rest;

    /** The newest tick after which commands have run. */
    private long commandedTick = -1;

    /** The time of the newest look for commands. */
    private long commandsNanos;

    /** Whether the newest pass has found that the next tick is due and waits for its input. */
    boolean waits;

    /** Whether the newest pass has found that there is nothing to do until a signal. */
    boolean rests;

    /**
     * Makes the parts of a run.
     *
     * @param signal called by other threads that have something for the stepping thread
     * @param stepping says which threads step the run
     */
    Pass(Setup setup, Runnable signal, ThreadsOfRun stepping) {
        parts = RunParts.of(setup, signal, stepping);
        Inside.of(parts.publisher().states()).inStep(parts);
        this.setup = setup;
        clock = setup.clock();
        requests = parts.requests();
        schedule = parts.schedule();
        timeline = schedule.timeline();
        metrics = parts.metrics();
        publication = new Publication(parts);
        world = new World(parts, publication);
        InputStage.Maker<Command, PhysicsEvent> stage = setup.inputStage();
        input = stage == null ? new PortInput(parts) : Rollback.stage(stage, parts, world, publication);
        report = new TickReport(parts);
        rest = new Rest(parts, world, publication);
    }

    /**
     * Runs a pass of a service.
     *
     * @param beganNanos the beginning of the pass, for commands; the step reads the time again, because these take some
     * @param warmsUp whether the pass comes shortly before a tick, see {@link RunPasses#run}
     * @param continues returns whether the run continues, which a command can change
     */
    void run(long beganNanos, boolean warmsUp, BooleanSupplier continues) {
        rest.end();
        pausesAfterFault();
        Lanes lanes = requests.lanes();
        if (lanes != null) {
            lanes.applyChanges(clock);
        }
        runCommands(lanes, beganNanos);
        if (!continues.getAsBoolean()) {
            return;
        }
        advance(warmsUp);
        if (!warmsUp) {
            waits = input.isMissing();
            boolean mayRest = !schedule.inBatch() && rest.begin();
            if (mayRest && !timeline.anchor().isPaused()) {
                report.rests();
            }
            // If a fault has just paused the run, another pass must publish the anchor of the pause.
            rests = !pausesAfterFault() && mayRest;
        }
    }

    /**
     * Runs the commands that wait, once for each tick. They run in the first pass after a tick, which may be the pass
     * before the next tick, or even the pass of that tick. Those that come later run after the next tick, so that each
     * tick is delayed by at most one budget of commands. They run in every pass if the next tick is far off, if it
     * waits for input, because it is then unknown when that tick begins, and while the clock stands still.
     *
     * @param lanes null if there was no request when the pass began
     */
    private void runCommands(@Nullable Lanes lanes, long beganNanos) {
        boolean isClockStill = beganNanos == commandsNanos;
        commandsNanos = beganNanos;
        if (isClockStill
                || !haveCommandsRun()
                || schedule.untilDueNanos(beganNanos) > RunPlan.POLL_NANOS
                || input.isMissing()) {
            commandedTick = schedule.doneTick();
            if (lanes != null) {
                lanes.runCommands(setup.stopwatch(), Lanes.BUDGET_NANOS);
            }
        }
    }

    /** Returns whether commands have run since the newest tick. */
    boolean haveCommandsRun() {
        return schedule.doneTick() == commandedTick;
    }

    /**
     * The part of a pass after the commands: publishes what requests have changed, finds which ticks are due,
     * collects input, takes at most one step, and wakes consumers.
     *
     * @param warmsUp whether to prepare the next tick even if it is not due yet
     * @return whether a tick was due
     */
    boolean advance(boolean warmsUp) {
        long now = clock.nanoTime();
        publication.publishNewAnchor(now);
        showEdits();

        boolean begins = !schedule.inBatch();
        long dropped = schedule.beginBatch(now);
        if (dropped > 0) {
            report.slipped(dropped);
        }
        report.sustainedScale();

        boolean waitsForInput = input.awaits(now);
        boolean due = schedule.inBatch() && !waitsForInput;
        if (waitsForInput) {
            report.waited();
        }
        // In a pause, there is no next tick to prepare.
        if (due || warmsUp && !timeline.anchor().isPaused()) {
            // Can be repeated, except for the polls before the first tick of a batch.
            input.collect(now, due && begins);
            report.tickBegins(now);
        }
        // Each reading of the clock costs time, so a pass reads it again only if time may have passed.
        long end = now;
        if (due) {
            end = tick(now);
            report.sustainedScale();
        } else if (waitsForInput) {
            // The rest of the batch may come much later, such as after the pause of a match.
            publication.publishNewest(now);
        }

        if (!schedule.inBatch()) {
            // If the anchor for readers has changed, such as by a new sustained scale, publishes the newest state with
            // it. In fast motion, that state may not be written yet.
            publication.publishNewAnchor(end);
            metrics.ledger(timeline, end);
        }
        parts.output().flush();
        Lanes lanes = requests.lanes();
        if (!warmsUp && lanes != null) {
            lanes.settle();
        }
        return due;
    }

    /**
     * Takes a tick: input, step, publication, hash, report, keyframes.
     *
     * @return the newest reading of the clock. If the tick has changed how time passes, that was before it
     */
    private long tick(long now) {
        long to = schedule.doneTick() + 1;
        long simulationNanos = timeline.simulationOf(to);
        long dueNanos = timeline.dueNanos(to);
        int hashEvery = setup.run().hashEvery();
        boolean writes = schedule.writes();
        boolean hashes = to / hashEvery != schedule.doneTick() / hashEvery
                && parts.output().wantsHash();

        input.take(to, dueNanos);
        report.input(to);

        boolean stepped = world.step(to, dueNanos);
        publication.stepped(to, stepped);
        schedule.done();

        boolean isPublished = writes && stepped && publication.writeAndPublish(to, now);
        boolean isWritten = isPublished || !writes && hashes && stepped && publication.write(to, now);
        if (isWritten && hashes) {
            // After the publication, so that no picture waits for it.
            publication.reportHash(to, simulationNanos);
        }

        long endedNanos = isPublished ? publication.publishedNanos : clock.nanoTime();
        boolean pauses = pausesAfterFault();
        report.tick(dueNanos, now, endedNanos, isPublished, hashes);
        if (stepped) {
            // After the entries of the tick, whose state a keyframe holds.
            world.saveKeyframes(to);
        }
        return pauses ? clock.nanoTime() : endedNanos;
    }

    /**
     * Publishes what commands have changed, if time is paused. Otherwise the next tick publishes it. Ticks that were
     * due before the pause, and single steps, are such ticks.
     *
     * @return whether there was anything to publish
     */
    boolean showEdits() {
        // In a pause, what is due does not depend on the time.
        boolean isIdle = timeline.anchor().isPaused() && schedule.untilDueNanos(0) == Long.MAX_VALUE;
        boolean shows = isIdle && world.takeEdits();
        if (shows) {
            publication.publishEdits(clock.nanoTime());
            // Clears the pause that a fault of this write has requested. Time is paused already, and the request would
            // pause it again after a resume.
            parts.faults().takePause();
        }
        return shows;
    }

    /** Pauses, if the policy does so after a fault that has just happened. Returns whether it does. */
    private boolean pausesAfterFault() {
        boolean pauses = parts.faults().takePause();
        if (pauses) {
            schedule.pauseAndDropBacklog(clock.nanoTime());
        }
        return pauses;
    }

    /**
     * Publishes the newest state, because a host ends a catch-up in the middle to draw a frame.
     *
     * @return whether a fault in it has paused the run
     */
    boolean publishNewest() {
        publication.publishNewest(clock.nanoTime());
        boolean pauses = pausesAfterFault();
        publication.publishNewAnchor(clock.nanoTime());
        parts.output().flush();
        return pauses;
    }

    /** Sets the world up, and publishes it as tick 0 or as the saved tick. */
    void start() {
        setUp();
        begin(clock.nanoTime());
    }

    /**
     * Sets the world up, and writes its state. Time begins only after the state is written and copied to all slots,
     * because for a large world that takes longer than many ticks.
     */
    void setUp() {
        world.setUp();
        if (!publication.write(setup.startTick(), clock.nanoTime())) {
            // Stops under every policy, because there is no good state that readers could show.
            throw parts.faults().last();
        }
        parts.publisher().prefill();
    }

    /** Begins time at a moment that has come, and publishes the state. */
    void begin(long originNanos) {
        schedule.begin(originNanos);
        parts.pace().begin(originNanos);
        if (setup.start() != null) {
            schedule.transfer(setup.start().time(originNanos));
            parts.inputs().load(setup.start().input(originNanos));
        }
        metrics.ledger(timeline, originNanos);
        publication.publishWritten(setup.startTick());
        if (parts.output().wantsHash()) {
            publication.reportHash(setup.startTick(), timeline.simulatedNanos());
        }
    }

    /** Lets something take all that another run needs to continue after the newest tick. The run must end then. */
    <T> T leave(MovableRun.Taking<PhysicsContext, T> taking) throws Exception {
        return world.leave(taking, publication.consistent);
    }

    /**
     * Updates the ledger a last time, after time has begun. Ignores an exception of the clock, because that must not
     * prevent the end.
     */
    void closeLedger() {
        metrics.ledgerGrowsBy(null);
        try {
            metrics.ledger(timeline, clock.nanoTime());
        } catch (Throwable noTime) {
            // The ledger stays as of the newest tick.
        }
    }

    /** Ends input and events. Published states stay readable. */
    void end() {
        // This comes first, because it needs no memory. If one of the others fails for lack of memory, it can be called
        // again.
        parts.inputs().queue.close();
        parts.output().close();
        metrics.waits(0, PhysicsMetrics.NO_PLAYER, 0, metrics.debtNanos());
    }
}
