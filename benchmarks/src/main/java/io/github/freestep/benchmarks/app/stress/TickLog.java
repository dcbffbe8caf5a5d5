package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.physics.PhysicsEvent;

/**
 * Records the events of the service, and checks that none is missing. The thread of the subscription writes and any
 * thread reads, under a lock that no thread of the service ever takes.
 */
final class TickLog extends EventCheck {
    private final Distribution lateness = new Distribution();
    private final Distribution compute = new Distribution();

    TickLog(Violations violations) {
        super("", violations);
    }

    @Override
    public synchronized void onEvent(PhysicsEvent event) {
        super.onEvent(event);
    }

    @Override
    void ticked(PhysicsEvent event) {
        lateness.add(event.latenessNanos());
        compute.add(event.computeNanos());
    }

    /** Returns the figures since the start. */
    synchronized Totals totals() {
        return new Totals(lateness.figures(), compute.figures());
    }

    record Totals(Distribution.Figures lateness, Distribution.Figures compute) {}
}
