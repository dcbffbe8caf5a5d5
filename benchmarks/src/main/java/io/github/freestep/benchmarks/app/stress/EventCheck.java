package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.physics.EventHandler;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsMetrics;

/** Checks that no event of a service is missing, and that nothing fails that was not planned to fail. */
class EventCheck implements EventHandler {
    private final String name;
    private final Violations violations;
    long newestStep;
    private long steps;

    /** @param name begins each violation; empty if there is only one service */
    EventCheck(String name, Violations violations) {
        this.name = name;
        this.violations = violations;
    }

    @Override
    public void onEvent(PhysicsEvent event) {
        switch (event.kind()) {
            case USER -> stepped(event);
            case TICK -> {
                steps++;
                ticked(event);
            }
            case FAULT -> failed(event);
            // Slow steps raise the first, and engines the others.
            case SUSTAINED_SCALE, CONTACT_BEGIN, CONTACT_END, SENSOR_BEGIN, SENSOR_END -> {}
            default -> add(Promise.EVENT, event.tick(), "unexpected event of kind " + event.kind());
        }
    }

    private void stepped(PhysicsEvent event) {
        if (event.code() != StressedScene.STEPPED) {
            return;
        }
        long step = event.slotA();
        if (step != newestStep + 1) {
            String text = "the event of step " + (newestStep + 1) + " is missing; the next is that of step " + step;
            add(Promise.EVENT, event.tick(), text);
        }
        newestStep = step;
    }

    private void failed(PhysicsEvent event) {
        Throwable cause = event.cause().getCause();
        if (!(cause instanceof StressedScene.PlannedFailure || cause instanceof StressedScene.PlannedEnd)) {
            add(Promise.FAULT, event.tick(), "a step failed that was not planned to fail: " + event.cause());
        }
    }

    /** Called for each tick. */
    void ticked(PhysicsEvent event) {}

    @Override
    public void onMissed(long count, long sinceTick) {
        add(Promise.EVENT, sinceTick, count + " events were dropped because the ring of the harness was full");
    }

    /** Returns the number of ticks that were reported. Call it when all events were read. */
    long steps() {
        return steps;
    }

    /**
     * Compares pairs of counts from two independent parts of the run. Call it when all events were read.
     *
     * @param ended whether a step was made to end the service; its events are missing
     */
    void judge(PhysicsMetrics metrics, StressedScene stressed, boolean ended) {
        long planned = stressed.failures + (ended ? 1 : 0);
        requireEqual(Promise.FAULT, metrics.faults(), planned, "%d steps failed, but %d were planned to fail");
        if (!ended) {
            requireEqual(Promise.EVENT, newestStep, steps, "%d steps raised an event, but the service reported %d");
            requireEqual(Promise.LEDGER, stressed.ticks, metrics.tick(), "%d ticks were stepped, but the newest is %d");
        }
    }

    void requireEqual(Promise promise, long one, long other, String format) {
        violations.requireEqual(promise, one, other, name + format);
    }

    void add(Promise promise, long tick, String text) {
        violations.add(promise, tick, name + text);
    }
}
