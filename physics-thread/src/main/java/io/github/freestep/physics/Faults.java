package io.github.freestep.physics;

import io.github.freestep.internal.problem.Problems;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.delivery.Reply;
import io.github.freestep.physics.report.Fault;
import io.github.freestep.physics.spi.RunEvents;
import io.github.freestep.problem.Problem;

/**
 * Applies the {@link FaultPolicy} to faults, and reports them to metrics, events, the recorder of the run, and as
 * problems to the log or the user's handler. For the physics thread.
 */
final class Faults {
    private final FaultPolicy policy;
    private final PhysicsMetrics metrics;
    private final EventSink sink;
    private final RunEvents flightEvents;
    private final Problems problems;

    /** Used for a fault while the heap is full. */
    private final PhysicsException reserve;

    private PhysicsException last;
    private boolean pauseRequested;

    Faults(FaultPolicy policy, PhysicsMetrics metrics, EventSink sink, RunEvents flightEvents, Problems problems) {
        this.policy = policy;
        this.metrics = metrics;
        this.sink = sink;
        this.flightEvents = flightEvents;
        this.problems = problems;
        reserve = PhysicsException.reserve(metrics.prefix());
    }

    /**
     * Reports a fault. Returns if the policy is to continue.
     *
     * @param tick the tick that the fault names
     * @param eventTick the tick that the event belongs to: the last finished one, if the fault is raised between ticks
     * @param simulationNanos the simulation time of {@code eventTick}
     * @throws PhysicsException if the policy is to stop, for an error, and if there is no memory to report the fault
     */
    void handle(Fault fault, long tick, int body, Throwable cause, long eventTick, long simulationNanos) {
        if (cause instanceof InterruptedException) {
            // Catching the exception has cleared the thread's interrupt flag.
            Thread.currentThread().interrupt();
        }
        PhysicsException failure = report(fault, tick, body, cause, eventTick, simulationNanos);
        if (policy.stops() || cause instanceof Error || failure == reserve) {
            // The end of the run reports it as a problem.
            throw failure;
        }
        problems.report(Problem.Kind.FAULT, "", failure);
        pauseRequested = policy.pauses();
    }

    /** Reports a fault, and returns it as an exception. The parameters are those of {@link #handle}. */
    PhysicsException report(Fault fault, long tick, int body, Throwable cause, long eventTick, long simulationNanos) {
        try {
            last = new PhysicsException(metrics.prefix() + fault.text(tick, body, cause), tick, body, cause);
        } catch (Throwable noMemory) {
            // Keeps the first fault, because that is the one that ends the run.
            reserve.fillOnce(fault, tick, body, cause);
            last = reserve;
        }
        metrics.fault();
        try {
            sink.fault(eventTick, simulationNanos, last);
            flightEvents.fault(tick, last);
        } catch (Throwable noMemory) {
            // The failure matters more than its report, because the service ends with it.
        }
        return last;
    }

    /**
     * Reports a command that has thrown. This is not a fault: the run continues, unless the command has thrown an
     * error.
     */
    void commandFailed(Reply<?> command, long tick, long simulationNanos, Throwable cause) {
        try {
            problems.reportUnlessRead(
                    Problem.Kind.COMMAND_FAILED, metrics.prefix() + "a command failed", cause, command::isRead);
            sink.failed(Kind.COMMAND_FAILED, tick, simulationNanos, cause);
            flightEvents.commandFailed(tick, cause);
            sink.flush();
        } catch (Throwable noMemory) {
            // The future of the command has the failure as well.
        }
    }

    /** Returns whether a fault has requested a pause, and clears the request. */
    boolean takePause() {
        boolean requested = pauseRequested;
        pauseRequested = false;
        return requested;
    }

    /** Returns the newest failure. */
    PhysicsException last() {
        return last;
    }
}
