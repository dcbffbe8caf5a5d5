package io.github.freestep.physics;

import static io.github.freestep.physics.PhysicsException.NO_SLOT;

import io.github.freestep.internal.time.Timeline;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.TimeAnchor;

/** What readers get to see: states, if they are sound, and the anchor that they go by. For the thread that steps. */
final class Publication {
    private final Simulation simulation;
    private final StatePublisher publisher;
    private final Schedule schedule;
    private final Timeline timeline;
    private final Pace pace;
    private final InputCollector inputs;
    private final Faults faults;
    private final EventSink sink;
    private final NanoClock clock;

    private final TimeAnchor publishedAnchor = new TimeAnchor();
    private final TimeAnchor toldAnchor = new TimeAnchor();
    private long writtenTick = -1;
    private long publishedNanos;

    /** Whether the world is as it should be after the newest tick, as far as anybody knows. */
    private boolean sound = true;

    Publication(
            Simulation simulation,
            StatePublisher publisher,
            Schedule schedule,
            InputCollector inputs,
            Faults faults,
            EventSink sink,
            NanoClock clock,
            Pace pace) {
        this.simulation = simulation;
        this.publisher = publisher;
        this.schedule = schedule;
        this.inputs = inputs;
        this.faults = faults;
        this.sink = sink;
        this.clock = clock;
        this.pace = pace;
        timeline = schedule.timeline();
    }

    /**
     * Writes the state as it is after the newest tick, and publishes it if it is sound and wanted.
     *
     * @return whether it is sound
     */
    boolean write(long toTick, long startedNanos, boolean publishes) {
        long simulationNanos = timeline.simulationOf(toTick);
        if (publishes) {
            pace.state(clock.nanoTime(), simulationNanos);
        }
        StateWriter state = publisher.begin(toTick, simulationNanos, pace.anchor(), startedNanos);
        publisher.input(inputs.consumedSequence(), inputs.consumedNanos());
        sound = false;
        try {
            simulation.write(state);
        } catch (Throwable t) {
            faults.handle(Fault.WRITE, toTick, NO_SLOT, t, toTick, simulationNanos);
            return false;
        }
        int body = publisher.firstNotFinite();
        if (body >= 0) {
            faults.handle(Fault.NOT_FINITE, toTick, body, null, toTick, simulationNanos);
            return false;
        }
        sound = true;
        if (publishes) {
            publish();
            writtenTick = toTick;
        }
        return true;
    }

    /** A step that has failed left the world in the middle of it; one that has not, wherever it went on from. */
    void sound(boolean stepped) {
        sound = stepped;
    }

    /** Of the state that was written last. */
    void reportHash(long tick, long simulationNanos) {
        sink.hash(tick, simulationNanos, publisher.hash());
    }

    /** When the newest state was published. */
    long nanos() {
        return publishedNanos;
    }

    /**
     * Where time was controlled between ticks, readers learn of it by the newest state, published once more.
     */
    void control(long now) {
        pace.control(now);
        if (publishedAnchor.same(pace.anchor())) {
            return;
        }
        long newest = schedule.doneTick();
        if (writtenTick == newest || !sound || !write(newest, now, true)) {
            publisher.amend(pace.anchor());
            publish();
        }
    }

    /** The newest state, if it was stepped without being written, as most of a catch-up are. */
    void newest(long now) {
        if (writtenTick < schedule.doneTick() && sound) {
            write(schedule.doneTick(), now, true);
        }
    }

    private void publish() {
        publishedNanos = clock.nanoTime();
        publisher.publish(publishedNanos);
        publishedAnchor.set(pace.anchor());
        if (!toldAnchor.same(timeline.anchor())) {
            toldAnchor.set(timeline.anchor());
            sink.journal().time(schedule.doneTick(), toldAnchor);
        }
    }
}
