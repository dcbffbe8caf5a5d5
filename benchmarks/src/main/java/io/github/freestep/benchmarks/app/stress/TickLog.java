package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.physics.EventHandler;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsMetrics;

/**
 * Records the events of the service, and checks that none is missing, and that nothing fails that was not planned to
 * fail. The thread of the subscription writes and any thread reads, under a lock that no thread of the service ever
 * takes.
 */
final class TickLog implements EventHandler {
    private final Distribution lateness = new Distribution();
    private final Distribution compute = new Distribution();
    private final Violations violations;
    private long newestStep;
    private long steps;

    TickLog(Violations violations) {
        this.violations = violations;
    }

    @Override
    public synchronized void onEvent(PhysicsEvent event) {
        switch (event.kind()) {
            case USER -> stepped(event);
            case TICK -> {
                steps++;
                lateness.add(event.latenessNanos());
                compute.add(event.computeNanos());
            }
            case FAULT -> failed(event);
            // Slow steps raise the first, and engines the others.
            case SUSTAINED_SCALE, CONTACT_BEGIN, CONTACT_END, SENSOR_BEGIN, SENSOR_END -> {}
            default -> violations.add(Promise.EVENT, event.tick(), "unexpected event of kind " + event.kind());
        }
    }

    private void stepped(PhysicsEvent event) {
        if (event.code() != StressedScene.STEPPED) {
            return;
        }
        long step = event.slotA();
        if (step != newestStep + 1) {
            String text = "the event of step " + (newestStep + 1) + " is missing; the next is that of step " + step;
            violations.add(Promise.EVENT, event.tick(), text);
        }
        newestStep = step;
    }

    private void failed(PhysicsEvent event) {
        if (!(event.cause().getCause() instanceof StressedScene.PlannedFailure)) {
            violations.add(Promise.FAULT, event.tick(), "a step failed that was not planned to fail: " + event.cause());
        }
    }

    @Override
    public void onMissed(long count, long sinceTick) {
        violations.add(
                Promise.EVENT, sinceTick, count + " events were dropped because the ring of the harness was full");
    }

    /** Returns the number of ticks that were reported. Call it when all events were read. */
    long steps() {
        return steps;
    }

    /** Compares pairs of counts from two independent parts of the run. Call it when all events were read. */
    void judge(PhysicsMetrics metrics, StressedScene stressed) {
        violations.requireEqual(
                Promise.FAULT, metrics.faults(), stressed.failures, "%d steps failed, but %d were planned to fail");
        violations.requireEqual(
                Promise.EVENT, newestStep, steps, "%d steps raised an event, but the service reported %d");
        violations.requireEqual(
                Promise.LEDGER, stressed.ticks, metrics.tick(), "%d ticks were stepped, but the newest is %d");
    }

    /** Returns the figures since the start. */
    synchronized Totals totals() {
        return new Totals(lateness.figures(), compute.figures());
    }

    record Totals(Distribution.Figures lateness, Distribution.Figures compute) {}
}
