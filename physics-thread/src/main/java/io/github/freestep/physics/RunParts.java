package io.github.freestep.physics;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.RunHealth;
import io.github.freestep.physics.input.InputClock;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.physics.journal.Journal;
import io.github.freestep.physics.report.RunEvents;
import io.github.freestep.physics.request.CommandCallbacks;
import io.github.freestep.physics.request.Lanes;
import io.github.freestep.physics.request.RunRequests;
import io.github.freestep.physics.schedule.Pace;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.thread.ThreadsOfRun;
import io.github.freestep.physics.watch.UserCode;
import io.github.freestep.physics.watch.UserCode.Call;
import io.github.freestep.problem.Problem;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.TimeAnchor;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * Collaborators shared by the parts of a run.
 *
 * @param context the context of set-up and commands
 * @param flightEvents takes what happens, for JDK Flight Recorder
 * @param userCode the mark of the calls of the user's code
 * @param signal called by other threads that have something for the stepping thread: {@code RunThread.signal} of a
 *     service, which seldom wakes a thread, and nothing for a stepper
 * @param stepping says which threads step the run
 */
record RunParts(
        Setup setup,
        Schedule schedule,
        Pace pace,
        StatePublisher publisher,
        InputCollector inputs,
        InputPort port,
        PhysicsMetrics metrics,
        PhysicsContext context,
        RunOutput output,
        RunEvents flightEvents,
        Faults faults,
        RunRequests requests,
        UserCode userCode,
        Runnable signal,
        ThreadsOfRun stepping)
        implements BooleanSupplier {
    /** A shorter wait for input is usual with a network between the players. */
    private static final long WAIT_MILLIS = 100;

    /**
     * Makes the parts of a run.
     *
     * @param signal called by other threads that have something for the stepping thread
     * @param stepping says which threads step the run
     */
    static RunParts of(Setup setup, Runnable signal, ThreadsOfRun stepping) {
        StateLayout layout = setup.simulation().layout();
        Objects.requireNonNull(layout, "the layout that Simulation.layout() returns must not be null");
        Schedule schedule = new Schedule(
                setup.rate(), setup.overloadPolicy().values, setup.window(), setup.publishEvery(), setup.startTick());
        Pace pace = Pace.of(schedule.timeline(), setup.overloadPolicy().values);
        StatePublisher publisher = StatePublisher.of(layout, setup.window(), setup.clock(), setup.isInline())
                .checkWrites();
        setup.identify(publisher.states());
        Inside.of(publisher.states())
                .gapNanos((long) (1e9 * setup.publishEvery() / setup.rate().toDouble()));
        PhysicsMetrics metrics = new PhysicsMetrics(setup.name());
        RunEvents flightEvents = setup.recorder() == null
                ? RunEvents.NONE
                : setup.recorder().of(setup.name(), publisher.states(), metrics::worker);
        RunSettings run = setup.run();
        InputCollector inputs = new InputCollector(
                run.axes(),
                run.inputCapacity(),
                setup.sources().isEmpty() ? null : PolledInput.polls(setup.sources()),
                new InputClock(setup.clock(), setup.isInline()),
                metrics.refused);
        TimeAnchor anchor = schedule.timeline().anchor();
        PhysicsContext context =
                new PhysicsContext(setup.simulation(), publisher.bodies(), inputs.values(), anchor, setup.reporter());
        boolean isFed = setup.inputStage() != null;
        RunOutput output = new RunOutput(publisher.bodies()) {
            @Override
            Events make() {
                Journal<PhysicsContext> journal = new Journal<>(
                        context, publisher, setup.recordedFrom(), isFed, () -> isStarted, setup.reporter());
                return new Events(journal, unshown, signal, setup::handlerThread, (handler, failure) -> {
                    String what = "the handler of subscription " + handler + " failed";
                    setup.reporter().report(Problem.Kind.HANDLER_FAILED, what, failure);
                    flightEvents.failed(metrics.tick(), "the event handler " + handler + " failed: ", failure);
                });
            }
        };
        Faults faults = new Faults(setup, schedule, metrics, output, flightEvents);
        InputPort port = new InputPort(inputs);
        UserCode userCode = new UserCode();
        return new RunParts(
                setup,
                schedule,
                pace,
                publisher,
                inputs,
                port,
                metrics,
                context,
                output,
                flightEvents,
                faults,
                // A stepper is started when it is built.
                new RunRequests(setup.isInline()),
                userCode,
                signal,
                stepping);
    }

    /** Returns whether the calling thread is inside a step. */
    @Override
    public boolean getAsBoolean() {
        return UserCode.call(userCode.mark()) == Call.STEP && stepping.runs(Thread.currentThread());
    }

    /** Returns the clock by which ticks are due. */
    NanoClock clock() {
        return setup.clock();
    }

    /** Returns the lanes, for a request. The first request of the run makes them. For any thread. */
    Lanes lanes() {
        // Passed here, because a reference to a method that is made earlier would load the lanes earlier.
        return requests.lanesOr(this::newLanes);
    }

    private Lanes newLanes() {
        String who = setup.isInline() ? "the stepper" : "the physics service";
        CommandCallbacks callbacks = new CommandCallbacks(
                stepping::runs, requests::willComplete, setup.callbackThread(), metrics::tick, setup.reporter());
        return new Lanes(who, setup.commandCapacity(), callbacks, signal, faults::commandRan, schedule);
    }

    /** For any thread. */
    boolean isPaused() {
        return schedule.timeline().isPaused();
    }

    /** Returns what {@link PhysicsRun#health} says. For any thread. */
    String health() {
        RunHealth run = Inside.of(publisher.states()).health();
        // In a pause, no step is too slow, and none tells that the overload is over.
        String overload = isPaused() ? null : metrics.overload;
        if (run.failure() != null) {
            return new Problem(Problem.Kind.RUN_FAILED, "", run.failure(), 1).message();
        } else if (run.stage() != RunHealth.Stage.RUNS || overload != null) {
            return overload != null && run.text().isEmpty() ? overload : run.text();
        }
        long waitMillis = metrics.inputWaitNanos() / 1_000_000;
        if (waitMillis >= WAIT_MILLIS) {
            return "tick " + metrics.awaitedTick() + " has waited " + waitMillis + " ms for the input of player "
                    + metrics.awaitedPlayer();
        }
        return "healthy: " + (isPaused() ? "paused after" : "at") + " tick " + metrics.tick() + ", whose step took "
                + metrics.computeNanos() / 1_000 + " us, with " + metrics.faults() + " faults so far";
    }
}
