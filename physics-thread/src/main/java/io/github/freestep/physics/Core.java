package io.github.freestep.physics;

import static io.github.freestep.physics.PhysicsException.NO_SLOT;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.NanoClock;
import java.util.Objects;

/**
 * Steps a simulation when its ticks are due: what a thread of ours drives, or a host's frame loop. For one thread;
 * allocates nothing as long as nothing fails; never waits.
 *
 * <pre>wake -> input up to the due time -> step -> write state -> publish -> emit events</pre>
 */
final class Core implements CommandRunner {
    private final Simulation simulation;
    private final NanoClock clock;
    /** The same clock, unless a host says how time passes: computing takes time all the same. */
    private final NanoClock stopwatch;

    private final StatePublisher publisher;
    private final InputCollector inputs;
    private final boolean dropsInPause;
    private final Events events;
    private final EventSink sink;
    private final InputReporter inputTeller;
    /** Null where input comes from ports and sources. */
    private final FedInput fed;

    private final PhysicsMetrics metrics;
    private final JfrEvents flight = new JfrEvents();
    private final Faults faults;
    private final Tick tick;

    private final Setup setup;
    private final long hashEvery;
    private final PhysicsContext context;
    private Schedule schedule;
    private Timeline timeline;

    private Pace pace;
    private Publication publication;
    private boolean open;
    private Claim claim;
    private Thread worldThread;

    /** The number of the tick that waits for its input; zero if none waits. */
    private long awaitedTick;

    private long awaitedSinceNanos;

    Core(Setup setup, NanoClock clock, NanoClock stopwatch) {
        this.setup = setup;
        simulation = setup.simulation();
        hashEvery = setup.run().hashEvery();
        this.clock = clock;
        this.stopwatch = stopwatch;
        publisher = StatePublisher.open(
                Objects.requireNonNull(
                        simulation.layout(), "the layout that Simulation.layout() returns must not be null"),
                setup.window(),
                clock,
                clock != stopwatch);
        dropsInPause = setup.pausedInput() == PausedInputPolicy.DROP;
        inputs = new InputCollector(
                setup.run().axes(),
                setup.run().inputCapacity(),
                setup.sources(),
                clock.nanoTime(),
                clock,
                nanos -> dropsInPause && timeline.pausedAt(nanos));
        fed = setup.feed() == null ? null : inputs.fedBy(setup.feed(), this);
        metrics = new PhysicsMetrics(inputs);
        events = new Events(cause -> metrics.handlerFailed());
        sink = events.sink();
        inputTeller = new InputReporter(sink.journal(), setup.run().axes());
        faults = new Faults(setup.faultPolicy(), metrics, sink, flight);
        tick = new Tick(setup.rate(), publisher.bodies(), sink);
        context = new PhysicsContext(simulation, publisher.bodies(), setup.rate());
    }

    StatePublisher publisher() {
        return publisher;
    }

    InputCollector inputs() {
        return inputs;
    }

    Events events() {
        return events;
    }

    PhysicsMetrics metrics() {
        return metrics;
    }

    /** Once started. */
    Schedule schedule() {
        return schedule;
    }

    /** Sets the world up, and publishes it as tick 0, or the one that was saved: time begins when that is done. */
    void start() {
        long startTick = setup.startTick();
        open = true;
        worldThread = Thread.currentThread();
        try {
            context.at(startTick, new Timeline(setup.rate(), 0).simulationOf(startTick));
            simulation.setUp(context);
            simulation.run(setup.restore(), context);
        } catch (Throwable t) {
            throw faults.report(Fault.SET_UP, startTick, NO_SLOT, t, startTick, 0);
        }
        int depth = publisher.states().window();
        schedule = new Schedule(
                setup.rate(),
                setup.overloadPolicy(),
                depth,
                setup.publishEvery(clock == stopwatch),
                clock.nanoTime(),
                startTick);
        timeline = schedule.timeline();
        pace = new Pace(timeline, setup.overloadPolicy(), clock.nanoTime());
        publication = new Publication(simulation, publisher, schedule, inputs, faults, sink, clock, pace);
        if (!publication.write(startTick, clock.nanoTime(), true)) {
            // Whatever the policy: there is no good state that anybody could look at.
            throw faults.last();
        }
        if (sink.wantsHash()) {
            publication.reportHash(startTick, timeline.simulatedNanos());
        }
    }

    /**
     * One piece of work: letting readers know if time was controlled, and a tick, if one is due.
     *
     * @return whether a tick was due
     */
    boolean work() {
        long now = clock.nanoTime();
        publication.control(now);
        boolean wakes = !schedule.inBatch();
        long dropped = schedule.wake(now);
        if (dropped > 0) {
            slipped(dropped);
        }
        reportSustainedScale();
        boolean waits = starves();
        noteWait(waits, now);
        boolean due = schedule.inBatch() && !waits;
        if (due) {
            if (fed == null) {
                inputs.drain(now);
                if (wakes) {
                    poll();
                }
            }
            tick(now);
            reportSustainedScale();
        } else if (dropsInPause && timeline.anchor().isPaused()) {
            // Otherwise what is dropped would fill the ring, and what is not would be refused.
            inputs.drain(now);
            metrics.input();
        }
        if (!schedule.inBatch()) {
            // In fast motion the last tick may not have been written, and the scale that is held may have changed.
            long end = clock.nanoTime();
            publication.control(end);
            metrics.ledger(timeline, end);
        }
        events.reportFailures(schedule.doneTick(), timeline.simulatedNanos(), flight);
        sink.flush();
        return due;
    }

    /** A host ends a catch-up in the middle, to draw. */
    void interrupted() {
        publication.newest(clock.nanoTime());
        sink.flush();
    }

    /** Whether a tick is due whose input is not known yet. */
    boolean starves() {
        if (fed == null || !schedule.inBatch()) {
            return false;
        }
        long toTick = schedule.doneTick() + schedule.nextTicks();
        try {
            return !fed.ready(toTick);
        } catch (Throwable t) {
            throw feedFailed(toTick, t);
        }
    }

    /** Updates the metrics while a tick waits: no tick ends then that could do it. */
    private void noteWait(boolean waits, long now) {
        if (!waits && awaitedTick == 0) {
            return;
        }
        if (awaitedTick == 0) {
            awaitedSinceNanos = now;
        }
        awaitedTick = waits ? schedule.doneTick() + schedule.nextTicks() : 0;
        metrics.waits(awaitedTick, waits ? now - awaitedSinceNanos : 0, schedule.debtNanos(now));
    }

    /** Runs a command between ticks, after the event that records it. */
    void run(Command command) throws Exception {
        run(command, command);
    }

    /**
     * Runs a command between ticks, after the journal entry that records it.
     *
     * @param submitted what the entry has: the user's command or value command
     * @param command runs it
     */
    @Override
    public void run(Object submitted, Command command) throws Exception {
        sink.journal().command(schedule.doneTick(), submitted);
        simulation.run(command, between());
    }

    @Override
    public void hasRun(boolean failed) {
        metrics.command(failed);
    }

    private PhysicsContext between() {
        return context.at(schedule.doneTick(), timeline.simulationOf(schedule.doneTick()));
    }

    /** Lets the calling thread publish, and run the world. The world sees an empty command, which is not recorded. */
    void passToCaller() {
        publisher.release();
        if (open && worldThread != Thread.currentThread()) {
            worldThread = Thread.currentThread();
            try {
                simulation.run(empty -> {}, between());
            } catch (Exception e) {
                throw betweenTicks(Fault.PASS, metrics.tick(), e);
            }
        }
    }

    /** Touches what the next tick begins with. It is done again in time, and so changes nothing. */
    void warmUp() {
        long next = schedule.doneTick() + 1;
        long simulationNanos = timeline.simulationOf(next);
        inputs.drain(clock.nanoTime());
        schedule.debtNanos(stopwatch.nanoTime());
        flight.tickBegins();
        tick.set(next, 1, simulationNanos, 0, null);
    }

    private void poll() {
        try {
            inputs.poll(timeline.dueNanos(schedule.targetTick()));
        } catch (Throwable t) {
            long next = schedule.doneTick() + 1;
            faults.handle(Fault.POLL, next, NO_SLOT, t, schedule.doneTick(), timeline.simulatedNanos());
        }
    }

    private void tick(long now) {
        int ticks = schedule.nextTicks();
        long from = schedule.doneTick();
        long to = from + ticks;
        long simulationNanos = timeline.simulationOf(to);
        long dueNanos = timeline.dueNanos(to);
        boolean writes = schedule.writes(ticks);
        boolean hashes = to / hashEvery != from / hashEvery && sink.wantsHash();
        flight.tickBegins();
        long since = stopwatch.nanoTime();
        TickInput input = takeInput(from, to, dueNanos);
        inputTeller.report(to, input);
        tick.set(to, ticks, simulationNanos, dueNanos, input);
        sink.beginStep(to, simulationNanos);
        boolean stepped = step();
        publication.sound(stepped);
        schedule.done(ticks);
        boolean written = stepped && (writes || hashes) && publication.write(to, now, writes);
        if (written && hashes) {
            // Behind the publication: no picture waits for it.
            publication.reportHash(to, simulationNanos);
        }
        boolean published = written && writes;
        long computeNanos = stopwatch.nanoTime() - since;
        if (faults.takePause()) {
            schedule.halt(clock.nanoTime());
        }
        report(
                ticks,
                now - dueNanos,
                computeNanos,
                published ? publication.nanos() - pace.dueNanos(simulationNanos, dueNanos) : 0,
                published);
    }

    private TickInput takeInput(long fromTick, long toTick, long dueNanos) {
        if (fed == null) {
            return inputs.take(timeline, fromTick, toTick);
        }
        try {
            return inputs.take(fed, toTick, dueNanos);
        } catch (Throwable t) {
            throw feedFailed(toTick, t);
        }
    }

    /** Reports a fault raised between ticks, with an event of the last finished tick. */
    private PhysicsException betweenTicks(Fault fault, long tick, Throwable cause) {
        // The world may never have been set up.
        boolean started = schedule != null;
        return faults.report(
                fault,
                tick,
                NO_SLOT,
                cause,
                started ? schedule.doneTick() : setup.startTick(),
                started ? timeline.simulatedNanos() : 0);
    }

    /** Whatever the policy: the tick would be another than it should be. */
    private PhysicsException feedFailed(long toTick, Throwable cause) {
        return betweenTicks(Fault.FEED, toTick, cause);
    }

    private boolean step() {
        try {
            simulation.step(tick);
            return true;
        } catch (Throwable t) {
            faults.handle(Fault.STEP, tick.number(), NO_SLOT, t, tick.number(), tick.simulationNanos());
            return false;
        }
    }

    private void report(int ticks, long lateness, long compute, long publicationLateness, boolean written) {
        long debt = schedule.debtNanos(clock.nanoTime());
        boolean overrun = compute > schedule.wallNanos(ticks);
        metrics.tick(schedule.doneTick(), lateness, compute, overrun, debt);
        if (written) {
            metrics.published(publicationLateness);
        }
        metrics.input();
        sink.tick(
                schedule.doneTick(), timeline.simulatedNanos(), lateness, compute, publicationLateness, debt, written);
        flight.tick(schedule.doneTick(), lateness, compute, publicationLateness, overrun, inputs.deferred());
    }

    private void slipped(long droppedNanos) {
        metrics.slip(droppedNanos);
        sink.slip(schedule.doneTick(), timeline.simulatedNanos(), droppedNanos);
        flight.slip(schedule.doneTick(), droppedNanos);
    }

    /** Before the first tick of the new speed. */
    private void reportSustainedScale() {
        double held = schedule.sustainedScale() * pace.sustainedScale();
        if (held != metrics.sustainedScale()) {
            metrics.sustainedScale(held);
            sink.sustainedScale(schedule.doneTick(), timeline.simulatedNanos(), held);
        }
    }

    /**
     * Before the start.
     *
     * @throws IllegalStateException if the simulation is being run already
     */
    void claim(String runner) {
        claim = Claim.of(simulation, this, runner);
    }

    /** Lets others run the simulation. */
    void releaseClaim() {
        if (claim != null) {
            claim.release();
        }
    }

    /** By the thread that steps, and not during a step: the world may be gone from under it. */
    void closeSimulation() {
        try {
            if (open) {
                open = false;
                simulation.close();
            }
        } catch (Throwable t) {
            throw betweenTicks(Fault.CLOSE, metrics.tick(), t);
        } finally {
            releaseClaim();
        }
    }

    /** What ended the thread, told like every other fault. */
    PhysicsException failed(Throwable cause) {
        return cause instanceof PhysicsException known ? known : betweenTicks(Fault.THREAD, metrics.tick(), cause);
    }

    /** Nothing is taken in and nothing told from now on; what was published stays. */
    void end() {
        metrics.waits(0, 0, metrics.debtNanos());
        inputs.close();
        events.close();
    }
}
