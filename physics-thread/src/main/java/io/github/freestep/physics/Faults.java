package io.github.freestep.physics;

import static io.github.freestep.state.State.NO_SLOT;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.report.Fault;
import io.github.freestep.physics.report.RunEvents;
import io.github.freestep.physics.request.Reply;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.problem.Problem;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Applies the {@link FaultPolicy} to faults, and reports them to metrics, events, the recorder of the run, and as
 * problems to the log or the user's handler. For the physics thread.
 */
final class Faults {
    private final Setup setup;
    private final PhysicsMetrics metrics;
    private final RunOutput output;
    private final RunEvents flightEvents;

    private final Schedule schedule;

    private @Nullable PhysicsException last;
    private boolean pauseRequested;

    Faults(Setup setup, Schedule schedule, PhysicsMetrics metrics, RunOutput output, RunEvents flightEvents) {
        this.setup = setup;
        this.schedule = schedule;
        this.metrics = metrics;
        this.output = output;
        this.flightEvents = flightEvents;
    }

    /**
     * Reports a fault. Returns if the policy is to continue.
     *
     * @param tick the tick that the fault names
     * @param eventTick the tick that the event belongs to: the last finished one, if the fault is raised between ticks
     * @param simulationNanos the simulation time of {@code eventTick}
     * @throws PhysicsException if the policy is to stop, and for an error
     */
    void handle(Fault fault, long tick, int body, @Nullable Throwable cause, long eventTick, long simulationNanos) {
        if (cause instanceof InterruptedException) {
            // Catching the exception has cleared the thread's interrupt flag.
            Thread.currentThread().interrupt();
        }
        PhysicsException failure = report(fault, tick, body, cause, eventTick, simulationNanos);
        if (setup.faultPolicy().stops() || cause instanceof Error) {
            // The end of the run reports it as a problem.
            throw failure;
        }
        setup.reporter().report(Problem.Kind.FAULT, "", failure);
        pauseRequested = setup.faultPolicy().pauses();
    }

    /** Reports a fault, and returns it as an exception. The parameters are those of {@link #handle}. */
    PhysicsException report(
            Fault fault, long tick, int body, @Nullable Throwable cause, long eventTick, long simulationNanos) {
        last = new PhysicsException(metrics.prefix() + fault.text(tick, body, cause), tick, body, cause);
        metrics.fault();
        EventWriter events = output.writer();
        if (events != null) {
            events.fault(eventTick, simulationNanos, last);
        }
        flightEvents.failed(tick, "", last);
        return last;
    }

    /**
     * Reports the failure that has ended the run, unless it was reported before. Returns the failure, as an exception
     * with the tick if possible.
     */
    Throwable endedBy(Throwable cause) {
        try {
            return cause instanceof PhysicsException ? cause : betweenTicks(Fault.THREAD, cause);
        } catch (Throwable evenThis) {
            // Such as a full heap, without memory for a description. The cause itself is the failure then.
            return cause;
        }
    }

    /** Reports a fault raised after the newest tick, and returns it as an exception. */
    PhysicsException betweenTicks(Fault fault, @Nullable Throwable cause) {
        return betweenTicks(fault, setup.newestTick(metrics), cause);
    }

    /** Reports a fault raised between ticks, with an event of the last finished tick. */
    PhysicsException betweenTicks(Fault fault, long tick, @Nullable Throwable cause) {
        long simulatedNanos = schedule.timeline().simulatedNanos();
        return report(fault, tick, NO_SLOT, cause, schedule.doneTick(), simulatedNanos);
    }

    /** Counts a command that has run, and reports its failure if there is one. */
    void commandRan(Reply<?> command, @Nullable Throwable failure) {
        metrics.command();
        if (failure != null) {
            commandFailed(command, failure);
        }
    }

    /**
     * Reports a command that has thrown. This is not a fault: the run continues, unless the command has thrown an
     * error.
     */
    private void commandFailed(Reply<?> command, Throwable cause) {
        long tick = schedule.doneTick();
        command.tellUnlessSeen();
        EventWriter events = output.writer();
        if (events != null) {
            events.failed(Kind.COMMAND_FAILED, tick, schedule.timeline().simulatedNanos(), cause);
        }
        flightEvents.failed(tick, "a command failed: ", cause);
        output.flush();
    }

    /** Returns whether a fault has requested a pause, and clears the request. */
    boolean takePause() {
        boolean requested = pauseRequested;
        pauseRequested = false;
        return requested;
    }

    /** Returns the newest failure, which there must be. */
    PhysicsException last() {
        return Objects.requireNonNull(last);
    }
}
