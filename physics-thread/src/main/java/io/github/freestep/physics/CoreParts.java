package io.github.freestep.physics;

import io.github.freestep.internal.Inside;
import io.github.freestep.physics.input.InputClock;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.spi.RunEvents;
import io.github.freestep.physics.workers.UserCode;
import io.github.freestep.problem.Problem;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.NanoClock;
import java.util.Objects;

/**
 * Collaborators shared by the parts of a {@link Core}.
 *
 * @param flightEvents takes what happens, for JDK Flight Recorder
 * @param userCode the mark of the calls of the user's code
 */
record CoreParts(
        RunKind kind,
        StatePublisher publisher,
        InputCollector inputs,
        InputPort port,
        PhysicsMetrics metrics,
        Events events,
        RunEvents flightEvents,
        Faults faults,
        UserCode userCode) {
    /**
     * Makes the parts of a run.
     *
     * @param signal called by other threads that have something for the stepping thread
     */
    static CoreParts of(RunKind kind, Runnable signal) {
        Setup setup = kind.setup();
        StateLayout layout = setup.simulation.layout();
        Objects.requireNonNull(layout, "the layout that Simulation.layout() returns must not be null");
        StatePublisher publisher = StatePublisher.of(layout, kind.window(), kind.clock(), kind.isInline())
                .checkWrites();
        setup.identify(publisher.states());
        RunSettings run = setup.run;
        Inside.of(publisher.states())
                .gapNanos((long) (1e9 * kind.publishEvery() / run.rate().toDouble()));
        InputCollector inputs = new InputCollector(
                run.axes(),
                run.inputCapacity(),
                setup.sources.isEmpty() ? null : PolledInput.polls(setup.sources),
                new InputClock(kind.clock(), kind.isInline()));
        PhysicsMetrics metrics = new PhysicsMetrics(inputs, setup.name);
        RunEvents flightEvents = setup.recorder.of(setup.name, publisher.states(), metrics::worker);
        Events events = new Events(signal, setup::handlerThread, (handler, failure) -> {
            setup.reporter.report(
                    Problem.Kind.HANDLER_FAILED, "the handler of subscription " + handler + " failed", failure);
            flightEvents.handlerFailed(metrics.tick(), handler, failure);
        });
        events.sink.journal.problems = setup.reporter;
        events.sink.bodies(publisher.bodies());
        Faults faults = new Faults(setup, metrics, events.sink, flightEvents);
        return new CoreParts(
                kind, publisher, inputs, new InputPort(inputs), metrics, events, flightEvents, faults, new UserCode());
    }

    Setup setup() {
        return kind.setup();
    }

    /** Returns the clock by which ticks are due. */
    NanoClock clock() {
        return kind.clock();
    }

    EventSink sink() {
        return events.sink;
    }

    Journal<Simulation> journal() {
        return Inside.of(events);
    }

    Tick newTick() {
        return new Tick(setup().rate(), publisher.bodies(), events.sink);
    }
}
