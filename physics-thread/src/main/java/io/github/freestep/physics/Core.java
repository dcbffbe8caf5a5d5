package io.github.freestep.physics;

import static io.github.freestep.state.State.NO_SLOT;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.SavedContent;
import io.github.freestep.internal.WorldId;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.schedule.Overload;
import io.github.freestep.physics.schedule.Pace;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.spi.RunEvents;
import io.github.freestep.physics.workers.RunPlan;
import io.github.freestep.physics.workers.UserCode;
import io.github.freestep.physics.workers.UserCode.Call;
import io.github.freestep.problem.Problem;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.NanoClock;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Steps a simulation when its ticks are due. A {@link ServiceRun} or an {@link InlineStepper} drives it. For one
 * thread. Allocates nothing as long as nothing fails. Never waits.
 *
 * <pre>wake -> input up to the due time -> step -> write state -> publish -> emit events</pre>
 */
final class Core implements RunPlan.Ticks {
    final CoreParts parts;
    final World world;
    final StatePublisher publisher;
    final Events events;

    /** Says when ticks are due. */
    final NanoClock clock;

    /** Measures how long steps take. A service uses its own clock for this, a stepper the real one. */
    private final NanoClock stopwatch;

    final InputCollector inputs;

    /** Returns whether a resume waits that was requested at or before a given time. */
    private LongPredicate resumedBy = nanos -> false;

    private final EventSink sink;
    private final InputReporter inputReporter;

    /** Null if input comes from ports and sources. */
    private final @Nullable AwaitedInput feed;

    /** Null without a feed. */
    private final @Nullable PastSteps past;

    final PhysicsMetrics metrics;
    private final Tick tick;
    private final Rest rest;

    private final Setup setup;
    private final long hashEvery;
    private Schedule schedule;
    private Timeline timeline;

    private Pace pace;
    private Publication publication;

    private long steppedTicks;

    /** The number of late inputs at the end of the newest tick. */
    private long deferredBefore;

    /** When the tick began, on the stopwatch. */
    private long beganNanos;

    Core(Setup setup, NanoClock clock, NanoClock stopwatch) {
        this(setup, clock, stopwatch, () -> {});
    }

    /**
     * Creates a core.
     *
     * @param signal called by other threads that have something for the stepping thread
     */
    Core(Setup setup, NanoClock clock, NanoClock stopwatch, Runnable signal) {
        this.setup = setup;
        Simulation simulation = setup.simulation;
        hashEvery = setup.run.hashEvery();
        this.clock = clock;
        this.stopwatch = stopwatch;
        publisher = StatePublisher.of(
                        Objects.requireNonNull(
                                simulation.layout(), "the layout that Simulation.layout() returns must not be null"),
                        setup.window(clock == stopwatch),
                        clock,
                        clock != stopwatch)
                .checkWrites();
        if (setup.handedOver != null) {
            Inside.of(publisher.states()).world(setup.handedOver.worldId());
        } else if (setup.startTick > 0) {
            Inside.of(publisher.states()).world(WorldId.startsAt(setup.startTick));
        }
        inputs = new InputCollector(
                setup.run.axes(),
                setup.run.inputCapacity(),
                setup.sources,
                clock.nanoTime(),
                clock == stopwatch ? InputClock.ofService(clock) : InputClock.ofStepper(clock),
                nanos -> setup.dropsInPause() && timeline.pausedAt(nanos) && !resumedBy.test(nanos));
        metrics = new PhysicsMetrics(inputs, setup.name);
        RunEvents recorded = setup.recorder.of(setup.name, publisher.states(), metrics::worker);
        events = new Events(
                signal,
                setup::handlerThread,
                (handler, failure) -> setup.problems.report(
                        Problem.Kind.HANDLER_FAILED,
                        metrics.prefix() + "the handler of subscription " + handler + " failed",
                        failure));
        sink = events.sink;
        sink.journal.problems = setup.problems;
        sink.bodies(publisher.bodies());
        inputReporter = new InputReporter(sink.journal, setup.run.axes());
        Faults faults = new Faults(setup.faultPolicy, metrics, sink, recorded, setup.problems);
        parts = new CoreParts(setup, clock, publisher, inputs, metrics, events, recorded, faults, new UserCode());
        boolean needsNoPolls = clock == stopwatch && setup.feed == null && setup.sources.isEmpty();
        world = new World(parts, needsNoPolls);
        tick = newTick();
        past = setup.feed == null ? null : new PastSteps(parts, world, newTick());
        feed = past == null ? null : new AwaitedInput(parts, world, past);
        rest = new Rest(parts, world, needsNoPolls, signal);
    }

    private Tick newTick() {
        return new Tick(setup.rate(), publisher.bodies(), sink);
    }

    /** Sets {@link #resumedBy}. Call it before the start. */
    void resumedBy(LongPredicate waits) {
        resumedBy = waits;
    }

    /** Returns whether the policy drops time under overload. */
    @Override
    public boolean slips() {
        return setup.overloadPolicy.slips();
    }

    /** Returns the schedule; null before the start. */
    @Override
    public Schedule schedule() {
        return schedule;
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
        long startTick = setup.startTick;
        world.setUp();
        beginTime(startTick, clock.nanoTime());
        if (!publication.write(startTick, clock.nanoTime(), false)) {
            // Stops under every policy, because there is no good state that readers could show.
            throw parts.faults().last();
        }
        publisher.prefill();
    }

    /** Begins time at a moment that has come, and publishes the state. */
    void begin(long originNanos) {
        long startTick = setup.startTick;
        beginTime(startTick, originNanos);
        if (setup.handedOver != null) {
            setup.handedOver.restore(inputs, originNanos);
        }
        metrics.ledger(timeline, originNanos);
        publication.publishWritten(startTick);
        if (sink.wantsHash()) {
            publication.reportHash(startTick, timeline.simulatedNanos());
        }
    }

    private void beginTime(long startTick, long originNanos) {
        int window = publisher.states().window();
        int writtenEvery = setup.publishEvery(clock == stopwatch);
        Overload overload = setup.overloadPolicy.values;
        HandedOver before = setup.handedOver;
        schedule = before == null
                ? new Schedule(setup.rate(), overload, window, writtenEvery, originNanos, startTick)
                : before.schedule(overload, window, writtenEvery, originNanos);
        timeline = schedule.timeline();
        world.timeBegins(schedule);
        pace = new Pace(timeline, setup.overloadPolicy.values, originNanos);
        publication = new Publication(parts, schedule, pace);
        if (past != null) {
            past.timeBegins(timeline, publication);
        }
    }

    /** Refuses to hand over a run that could not go on elsewhere. For any thread. */
    void requireHandOver() {
        HandedOver.requireSavable(setup.simulation);
        if (feed != null) {
            throw new IllegalStateException("a service with a feed must not be handed over, because what the feed holds"
                    + " cannot be moved; push the input, or move the feed's source and save the world in a command");
        }
    }

    /**
     * Takes all that another service needs to go on after the newest tick. The run must end then, because it gets no
     * more input. Throws if the world cannot be saved; the run may then go on.
     */
    HandedOver handOver() throws Exception {
        long tick = schedule.doneTick();
        if (!publication.isConsistent()) {
            throw new IllegalStateException("the world must be consistent to be handed over, but the newest step or"
                    + " state, of tick " + tick + ", has failed; wait for a step that does not fail, or restore a"
                    + " saved world in a command");
        }
        // Time stands still from here on: what the save takes must not become a backlog.
        long now = clock.nanoTime();
        SavedContent.Out saved = world.save(tick, timeline.simulatedNanos());
        inputs.seal();
        try {
            return HandedOver.of(setup.simulation, setup.run, publisher, schedule, inputs, saved, now);
        } catch (Throwable t) {
            inputs.port.unseal();
            throw t;
        }
    }

    /**
     * Publishes a change of time, if there is one, and steps a tick, if one is due.
     *
     * @return whether a tick was due
     */
    boolean work() {
        return work(false);
    }

    /**
     * Does the same as {@link #work()}. If no tick is due, also runs the beginning of the next tick, as far as it can
     * run twice. So the code and data that the next tick needs first are in the caches. This has no effect that a
     * user could see.
     */
    void warmUp() {
        work(true);
    }

    private boolean work(boolean warmsUp) {
        long now = clock.nanoTime();
        publication.control(now);
        showEdits();
        boolean wakes = !schedule.inBatch();
        long dropped = schedule.wake(now);
        if (dropped > 0) {
            slipped(dropped);
        }
        reportSustainedScale();
        boolean waits = waitsForInput();
        if (feed != null) {
            feed.noteWait(waits, schedule, now);
        }
        boolean due = schedule.inBatch() && !waits;
        // In a pause, the next tick has no due time.
        if (due || warmsUp && !timeline.anchor().isPaused()) {
            begin(now, due ? schedule.nextTicks() : 1, due && wakes);
        }
        if (due) {
            tick(now);
            reportSustainedScale();
        } else if (setup.dropsInPause() && timeline.anchor().isPaused()) {
            // In a pause no tick empties the ring. Inputs to drop would fill it, and inputs to keep would then be
            // refused.
            inputs.drain(now);
            metrics.input();
        }
        if (!schedule.inBatch()) {
            // If the anchor for readers has changed, such as by a new sustained scale, publishes the newest state with
            // it. In fast motion, that state may not be written yet.
            long end = clock.nanoTime();
            publication.control(end);
            metrics.ledger(timeline, end);
        }
        events.reportFailures(schedule.doneTick(), timeline.simulatedNanos(), parts.recorded());
        sink.flush();
        return due;
    }

    /**
     * Publishes what commands have changed, if time is paused. Otherwise the next tick publishes it. Ticks that were
     * due before the pause, and single steps, are such ticks.
     *
     * @return whether there was anything to publish
     */
    boolean showEdits() {
        long now = clock.nanoTime();
        boolean stands = timeline.anchor().isPaused() && schedule.untilDueNanos(now) == Long.MAX_VALUE;
        boolean shows = stands && world.takeEdits();
        if (shows) {
            publication.writeEdits(now);
        }
        return shows;
    }

    /** Returns whether the run may sleep until a signal, because time is paused or the world rests. */
    boolean beginRest() {
        boolean rests = !schedule.inBatch() && rest.begin(schedule, publication, clock.nanoTime());
        // After a pause, another pass publishes the anchor of the pause.
        return !pausesAfterFault() && rests;
    }

    /** Ends a rest, if there is one. Call it before each pass. */
    void endRest() {
        rest.end(schedule, publication, clock.nanoTime());
        pausesAfterFault();
    }

    /** Returns the number of ticks that were stepped. */
    @Override
    public long steppedTicks() {
        return steppedTicks;
    }

    /** Publishes the newest state, because a host ends a catch-up in the middle to draw a frame. */
    void publishNewest() {
        publication.writeNewest(clock.nanoTime());
        sink.flush();
    }

    /** Returns whether a tick is due whose input is not known yet. */
    boolean waitsForInput() {
        return feed != null && feed.isMissing(schedule);
    }

    /**
     * Begins a tick. A warm-up calls this before the tick is due, and it is called again once the tick is due. So
     * everything here can be repeated, except the poll, which only a due tick makes.
     */
    private void begin(long now, int ticks, boolean polls) {
        if (feed == null) {
            inputs.drain(now);
            if (polls) {
                poll();
            }
        }
        parts.recorded().tickBegins();
        beganNanos = stopwatch.nanoTime();
        long to = schedule.doneTick() + ticks;
        tick.begin(to, ticks, timeline.simulationOf(to), timeline.dueNanos(to));
    }

    private void poll() {
        parts.userCode().enter(Call.POLL, schedule.doneTick(), timeline.simulatedNanos());
        try {
            inputs.poll(timeline.dueNanos(schedule.targetTick()));
        } catch (Throwable t) {
            long next = schedule.doneTick() + 1;
            parts.faults().handle(Fault.POLL, next, NO_SLOT, t, schedule.doneTick(), timeline.simulatedNanos());
        } finally {
            parts.userCode().leave();
        }
    }

    private void tick(long now) {
        int ticks = tick.mergedTicks();
        long from = schedule.doneTick();
        long to = tick.number();
        long simulationNanos = tick.simulationNanos();
        long dueNanos = tick.dueNanos();
        boolean writes = schedule.writes(ticks);
        boolean hashes = to / hashEvery != from / hashEvery && sink.wantsHash();
        TickInput input = feed != null ? feed.take(to, dueNanos, simulationNanos) : inputs.take(timeline, from, to);
        inputReporter.report(to, input);
        tick.input(input);
        sink.beginStep(to, simulationNanos);
        boolean stepped = world.step(tick);
        publication.stepped(to, stepped);
        schedule.done(ticks);
        steppedTicks += ticks;
        boolean written = stepped && (writes || hashes) && publication.write(to, now, writes);
        if (written && hashes) {
            // After the publication, so that no picture waits for it.
            publication.reportHash(to, simulationNanos);
        }
        boolean published = written && writes;
        long computeNanos = stopwatch.nanoTime() - beganNanos;
        long endedNanos = published ? publication.publishedNanos() : clock.nanoTime();
        pausesAfterFault();
        report(ticks, now, endedNanos, dueNanos, computeNanos, published);
        if (stepped) {
            // After the entries of the tick, whose state a keyframe holds.
            world.saveKeyframes(to, simulationNanos);
        }
    }

    /** Pauses, if the policy does so after a fault that has just happened. Returns whether it does. */
    private boolean pausesAfterFault() {
        boolean pauses = parts.faults().takePause();
        if (pauses) {
            schedule.pauseAndDropBacklog(clock.nanoTime());
        }
        return pauses;
    }

    private void report(int ticks, long now, long ended, long dueNanos, long compute, boolean published) {
        long done = schedule.doneTick();
        long simulationNanos = timeline.simulatedNanos();
        long debt = schedule.debtNanos(clock.nanoTime());
        boolean overrun = compute > schedule.wallNanos(ticks);
        long lateness = now - dueNanos;
        long publicationLateness = published ? ended - pace.dueNanos(simulationNanos, dueNanos) : 0;
        metrics.tick(done, lateness, compute, overrun, debt);
        if (published) {
            metrics.published(publicationLateness);
        }
        metrics.input();
        sink.tick(done, simulationNanos, lateness, compute, publicationLateness, debt, published);
        parts.recorded().tick(done, simulationNanos, pace.anchor(), now, ended, lateness, compute, publicationLateness);
        if (overrun) {
            parts.recorded().overrun(done, compute);
        }
        if (inputs.deferred() != deferredBefore) {
            parts.recorded().lateInput(done, inputs.deferred() - deferredBefore);
            deferredBefore = inputs.deferred();
        }
    }

    private void slipped(long droppedNanos) {
        metrics.slip(droppedNanos);
        sink.number(Kind.SLIP, schedule.doneTick(), timeline.simulatedNanos(), droppedNanos);
        parts.recorded().slip(schedule.doneTick(), droppedNanos);
    }

    /** Reports a change of the sustained scale, before the first tick at the new speed. */
    private void reportSustainedScale() {
        double scale = schedule.sustainedScale() * pace.sustainedScale();
        if (scale != metrics.sustainedScale()) {
            metrics.sustainedScale(scale);
            long bits = Double.doubleToRawLongBits(scale);
            sink.number(Kind.SUSTAINED_SCALE, schedule.doneTick(), timeline.simulatedNanos(), bits);
        }
    }

    /** For any thread. */
    boolean isPaused() {
        // Otherwise, a loop of the caller could read the field only once.
        VarHandle.acquireFence();
        Timeline begun = timeline;
        return begun != null && begun.isPaused();
    }

    /** Updates the ledger a last time. Ignores an exception of the clock, because that must not prevent the end. */
    void closeLedger() {
        metrics.ledgerGrowsBy(null);
        try {
            if (timeline != null) {
                metrics.ledger(timeline, clock.nanoTime());
            }
        } catch (Throwable noTime) {
            // The ledger stays as of the newest tick.
        }
    }

    /** Ends input and events. Published states stay readable. */
    void end() {
        metrics.waits(0, InputFeed.NO_PLAYER, 0, metrics.debtNanos());
        inputs.port.close();
        events.close();
    }
}
