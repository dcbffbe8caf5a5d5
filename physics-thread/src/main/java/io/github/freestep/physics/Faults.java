package io.github.freestep.physics;

import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.spi.RunEvents;
import org.jspecify.annotations.Nullable;

/**
 * Applies the {@link FaultPolicy} to faults, and reports them to metrics, events and the recorder of the run. For the
 * physics thread.
 */
final class Faults {
    private final FaultPolicy policy;
    private final PhysicsMetrics metrics;
    private final EventSink sink;
    private final RunEvents recorded;

    /** Used for a fault while the heap is full. */
    private final PhysicsException reserve;

    private PhysicsException last;
    private boolean pauseRequested;

    Faults(FaultPolicy policy, PhysicsMetrics metrics, EventSink sink, RunEvents recorded) {
        this.policy = policy;
        this.metrics = metrics;
        this.sink = sink;
        this.recorded = recorded;
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
            throw failure;
        }
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
            recorded.fault(tick, last);
        } catch (Throwable noMemory) {
            // The failure matters more than its report, because the service ends with it.
        }
        return last;
    }

    /** Reports a command that has thrown. It is no fault: the run goes on, unless the command has thrown an error. */
    void commandFailed(long tick, long simulationNanos, Throwable cause) {
        try {
            sink.failed(Kind.COMMAND_FAILED, tick, simulationNanos, cause, null);
            recorded.commandFailed(tick, cause);
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

    /** Returns the first failure, to which the next one is added. Allocates only if there is memory for it. */
    static <T extends Throwable> @Nullable T firstOf(@Nullable T first, @Nullable T next) {
        if (first == null) {
            return next;
        }
        try {
            if (next != null) {
                first.addSuppressed(next);
            }
        } catch (Throwable refused) {
            // There is no memory for it, or both are the same exception, as the virtual machine's errors can be.
        }
        return first;
    }
}
