package io.github.freestep.physics;

/** What becomes of a fault, by the policy. For the physics thread. */
final class Faults {
    private final FaultPolicy policy;
    private final Metrics metrics;
    private final EventSink sink;
    private final Flight flight;

    private PhysicsException last;
    private boolean pauseAsked;

    Faults(FaultPolicy policy, Metrics metrics, EventSink sink, Flight flight) {
        this.policy = policy;
        this.metrics = metrics;
        this.sink = sink;
        this.flight = flight;
    }

    /**
     * Tells of a fault, and goes on if that is the policy.
     *
     * @throws PhysicsException if it is not
     */
    void handle(String what, long tick, int body, Throwable cause) {
        PhysicsException failure = tell(what, tick, body, cause);
        if (policy == FaultPolicy.STOP || cause instanceof Error) {
            throw failure;
        }
        pauseAsked = policy == FaultPolicy.PAUSE;
    }

    PhysicsException tell(String what, long tick, int body, Throwable cause) {
        last = new PhysicsException(cause == null ? what : what + ": " + cause, tick, body, cause);
        metrics.fault();
        sink.fault(last);
        flight.fault(tick, last);
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
}
