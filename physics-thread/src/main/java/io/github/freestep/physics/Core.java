package io.github.freestep.physics;

import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.Anchor;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.Timeline;
import org.jctools.queues.varhandle.MpscVarHandleArrayQueue;

/**
 * Steps a simulation when its ticks are due: what a thread of ours drives, or a host's frame loop. For one thread;
 * allocates nothing as long as nothing fails; never waits.
 *
 * <pre>wake -> input up to the due time -> step -> write state -> publish -> emit events</pre>
 */
final class Core {
    private final Simulation simulation;
    private final FaultPolicy faultPolicy;
    private final NanoClock clock;
    /** The same clock, unless a host says how time passes: computing takes time all the same. */
    private final NanoClock stopwatch;

    private final StatePublisher publisher;
    private final Inputs inputs;
    private final Events events = new Events(this::handlerFailed);
    private final EventSink sink = new EventSink(events);
    private final MpscVarHandleArrayQueue<HandlerFailure> handlerFailures = new MpscVarHandleArrayQueue<>(64);
    private final Metrics metrics;
    private final Flight flight = new Flight();
    private final Tick tick;

    private final Ratio rate;
    private final Overload overload;
    private Schedule schedule;
    private Timeline timeline;

    private final Anchor publishedAnchor = new Anchor();
    private long writtenTick = -1;
    private long publishedNanos;
    private boolean sound;
    private PhysicsException failure;

    Core(PhysicsBuilder parts, NanoClock clock, NanoClock stopwatch) {
        simulation = parts.simulation;
        faultPolicy = parts.faultPolicy;
        rate = parts.rate;
        overload = parts.overload;
        this.clock = clock;
        this.stopwatch = stopwatch;
        publisher = StatePublisher.open(simulation.layout(), parts.window);
        inputs = new Inputs(parts.axes, parts.inputCapacity, parts.sources, clock.nanoTime());
        metrics = new Metrics(inputs);
        tick = new Tick(rate, publisher.bodies(), sink);
    }

    StatePublisher publisher() {
        return publisher;
    }

    Inputs inputs() {
        return inputs;
    }

    Events events() {
        return events;
    }

    Metrics metrics() {
        return metrics;
    }

    /** Once started. */
    Schedule schedule() {
        return schedule;
    }

    /** Any thread: a consumer's, whose failure is told to the others by the one thread that may. */
    private void handlerFailed(EventSubscription subscription, Throwable cause) {
        // Where so many fail that there is no room, it is only counted.
        handlerFailures.offer(new HandlerFailure(subscription, cause));
    }

    /** Sets the world up, and publishes it as tick 0. */
    void start() {
        schedule = new Schedule(rate, overload, publisher.channel().depth(), clock.nanoTime());
        timeline = schedule.timeline();
        sink.begin(0, 0);
        try {
            simulation.setUp(publisher.bodies());
        } catch (Throwable t) {
            throw report("setting the world up failed", 0, PhysicsException.NO_BODY, t);
        }
        if (!write(0, clock.nanoTime())) {
            // Whatever the policy: there is no good state that anybody could look at.
            throw failure;
        }
    }

    /**
     * One piece of work: a tick, if one is due; and at the end of a batch, letting readers know if time was controlled.
     *
     * @return whether a tick was due
     */
    boolean work() {
        long now = clock.nanoTime();
        boolean wakes = !schedule.inBatch();
        long dropped = schedule.wake(now);
        if (dropped > 0) {
            slipped(dropped);
        }
        boolean due = schedule.inBatch();
        if (due) {
            inputs.drain(now);
            if (wakes) {
                poll();
            }
            tick(now);
        }
        if (!schedule.inBatch()) {
            publishControl(now);
        }
        return due;
    }

    private void poll() {
        try {
            inputs.poll(timeline.dueNanos(schedule.targetTick()));
        } catch (Throwable t) {
            long next = schedule.doneTick() + 1;
            fault("an input source failed before tick " + next, next, PhysicsException.NO_BODY, t);
        }
    }

    private void tick(long now) {
        int ticks = schedule.nextTicks();
        long from = schedule.doneTick();
        long to = from + ticks;
        long dueNanos = timeline.dueNanos(to);
        boolean writes = schedule.writes(ticks);
        long since = stopwatch.nanoTime();
        sink.begin(to, timeline.simulationOf(to));
        tick.set(to, ticks, timeline.simulationOf(to), dueNanos, inputs.take(timeline, from, to));
        boolean stepped = step();
        schedule.done(ticks);
        boolean written = stepped && writes && write(to, now);
        sound = stepped && (written || !writes);
        long computeNanos = stopwatch.nanoTime() - since;
        report(ticks, now - dueNanos, computeNanos, written ? publishedNanos - dueNanos : 0, written);
    }

    private boolean step() {
        try {
            simulation.step(tick);
            return true;
        } catch (Throwable t) {
            fault("the step of tick " + tick.number() + " failed", tick.number(), PhysicsException.NO_BODY, t);
            return false;
        }
    }

    /** Writes the state as it is after the newest tick, and publishes it if it is sound. */
    private boolean write(long toTick, long startedNanos) {
        StateWriter state = publisher.begin(toTick, timeline.simulationOf(toTick), timeline.anchor(), startedNanos);
        state.input(inputs.consumedSequence(), inputs.consumedNanos());
        try {
            simulation.write(state);
        } catch (Throwable t) {
            fault("writing the state of tick " + toTick + " failed", toTick, PhysicsException.NO_BODY, t);
            return false;
        }
        int body = state.firstNotFinite();
        if (body >= 0) {
            fault(
                    "body " + body + " is no longer finite after tick " + toTick
                            + "; look for a division by zero, or for steps too long for a stiff spring",
                    toTick,
                    body,
                    null);
            return false;
        }
        publish();
        writtenTick = toTick;
        return true;
    }

    private void publish() {
        publishedNanos = clock.nanoTime();
        publisher.publish(publishedNanos);
        publishedAnchor.set(timeline.anchor());
    }

    /** Time was controlled between ticks: readers learn of it by the newest state, published once more. */
    private void publishControl(long now) {
        if (publishedAnchor.same(timeline.anchor())) {
            return;
        }
        long newest = schedule.doneTick();
        if (writtenTick == newest || !sound || !write(newest, now)) {
            publisher.amend(timeline.anchor());
            publish();
        }
        metrics.held(schedule.held());
    }

    private void report(int ticks, long lateness, long compute, long publicationLateness, boolean written) {
        long debt = schedule.debtNanos(clock.nanoTime());
        boolean overrun = compute > schedule.wallNanos(ticks);
        metrics.tick(schedule.doneTick(), lateness, compute, overrun, debt);
        if (written) {
            metrics.published(publicationLateness);
        }
        metrics.input(inputs.consumed(), inputs.deferred());
        sink.tick(lateness, compute, publicationLateness, debt, written);
        flight.tick(schedule.doneTick(), lateness, compute, publicationLateness, overrun, inputs.deferred());
        HandlerFailure handlers;
        while ((handlers = handlerFailures.poll()) != null) {
            sink.handlerFailed(handlers.subscription, handlers.cause);
        }
        sink.flush();
    }

    private void slipped(long droppedNanos) {
        metrics.slip(droppedNanos, schedule.held());
        sink.begin(schedule.doneTick(), timeline.simulatedNanos());
        sink.slip(droppedNanos);
        flight.slip(schedule.doneTick(), droppedNanos);
    }

    /** What ended the thread, told like every other fault. */
    PhysicsException failed(Throwable cause) {
        return cause instanceof PhysicsException known
                ? known
                : report("the physics thread failed", schedule == null ? 0 : schedule.doneTick(), -1, cause);
    }

    /** Nothing is taken in and nothing told from now on; what was published stays. */
    void end() {
        inputs.close();
        events.close();
    }

    private void fault(String what, long inTick, int body, Throwable cause) {
        failure = report(what, inTick, body, cause);
        if (faultPolicy == FaultPolicy.STOP || cause instanceof Error) {
            throw failure;
        }
        if (faultPolicy == FaultPolicy.PAUSE) {
            schedule.pause(clock.nanoTime());
        }
    }

    private PhysicsException report(String what, long inTick, int body, Throwable cause) {
        String message = cause == null ? what : what + ": " + cause;
        PhysicsException reported = new PhysicsException(message, inTick, body, cause);
        metrics.fault();
        sink.fault(reported);
        flight.fault(inTick, reported);
        return reported;
    }

    private record HandlerFailure(EventSubscription subscription, Throwable cause) {}
}
