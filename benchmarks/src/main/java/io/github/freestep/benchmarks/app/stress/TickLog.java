package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.physics.PhysicsEvent;

/**
 * Records the events of the service, and checks that none is missing. The thread of the subscription writes and any
 * thread reads, under a lock that no thread of the service ever takes.
 */
final class TickLog extends EventCheck {
    private final Distribution latenessTotal = new Distribution();
    private final Distribution computeTotal = new Distribution();
    private final Distribution latenessNow = new Distribution();
    private final Distribution computeNow = new Distribution();

    private long written;
    private long debtNow;
    private long stepsNow;

    TickLog(Violations violations) {
        super("", violations);
    }

    @Override
    public synchronized void onEvent(PhysicsEvent event) {
        super.onEvent(event);
    }

    @Override
    void ticked(long beganNanos, PhysicsEvent event) {
        stepsNow++;
        latenessTotal.add(event.latenessNanos());
        latenessNow.add(event.latenessNanos());
        computeTotal.add(event.computeNanos());
        computeNow.add(event.computeNanos());
        if (event.isPublished()) {
            written++;
        }
        debtNow = Math.max(debtNow, event.debtNanos());
    }

    @Override
    synchronized long steps() {
        return super.steps();
    }

    /** Returns the figures since the previous call. */
    synchronized Now now() {
        Now now = new Now(stepsNow, latenessNow.nanosAt(50), latenessNow.nanosAt(99), computeNow.nanosAt(99), debtNow);
        stepsNow = 0;
        debtNow = 0;
        latenessNow.clear();
        computeNow.clear();
        return now;
    }

    record Now(long steps, long lateness50Nanos, long lateness99Nanos, long compute99Nanos, long debtNanos) {}

    /** Returns the figures since the start. */
    synchronized Totals totals() {
        return new Totals(super.steps(), written, latenessTotal.text(), computeTotal.text());
    }

    record Totals(long steps, long published, String lateness, String compute) {}
}
