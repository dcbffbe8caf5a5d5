package io.github.freestep.physics;

/** Applies the policy to faults, and reports them. For the physics thread. */
final class Faults {
    private final FaultPolicy policy;
    private final PhysicsMetrics metrics;
    private final EventSink sink;
    private final JfrEvents flight;

    /** Reserved for a fault that comes with a full heap. */
    private final PhysicsException reserve = PhysicsException.reserve();

    private PhysicsException last;
    private boolean pauseAsked;

    Faults(FaultPolicy policy, PhysicsMetrics metrics, EventSink sink, JfrEvents flight) {
        this.policy = policy;
        this.metrics = metrics;
        this.sink = sink;
        this.flight = flight;
    }

    /**
     * Reports a fault, and returns if the policy is to go on.
     *
     * @param tick the tick that the fault names
     * @param eventTick the tick that the event belongs to: the last finished one, if the fault is raised between ticks
     * @param simulationNanos the simulation time of {@code eventTick}
     * @throws PhysicsException if the policy is to stop, for an error, and if there is no memory to report the fault
     */
    void handle(Fault fault, long tick, int body, Throwable cause, long eventTick, long simulationNanos) {
        if (cause instanceof InterruptedException) {
            // Whoever catches one owes the thread its flag.
            Thread.currentThread().interrupt();
        }
        PhysicsException failure = report(fault, tick, body, cause, eventTick, simulationNanos);
        if (policy == FaultPolicy.STOP || cause instanceof Error || failure == reserve) {
            throw failure;
        }
        pauseAsked = policy == FaultPolicy.PAUSE;
    }

    /** Reports a fault, and returns it as an exception. The parameters are those of {@link #handle}. */
    PhysicsException report(Fault fault, long tick, int body, Throwable cause, long eventTick, long simulationNanos) {
        try {
            last = new PhysicsException(fault.text(tick, body, cause), tick, body, cause);
        } catch (Throwable noMemory) {
            // The first that it was needed for is why the run ends.
            reserve.fillOnce(fault, tick, body, cause);
            last = reserve;
        }
        metrics.fault();
        try {
            sink.fault(eventTick, simulationNanos, last);
            flight.fault(tick, last);
        } catch (Throwable noMemory) {
            // The failure itself matters more than the report: it is what the service ends with.
        }
        return last;
    }

    /** Whether a fault asks for a pause; asked once. */
    boolean takePause() {
        boolean asked = pauseAsked;
        pauseAsked = false;
        return asked;
    }

    /** The newest. */
    PhysicsException last() {
        return last;
    }

    /** Returns the cause. */
    static Throwable withSuppressed(Throwable cause, Throwable suppressed) {
        try {
            cause.addSuppressed(suppressed);
        } catch (Throwable refused) {
            // There is no memory for it; or it is the cause itself, as the virtual machine's own errors can be.
        }
        return cause;
    }
}
