package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.physics.EventHandler;
import io.github.freestep.physics.PhysicsEvent;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the physics tells of its ticks; and whether it tells all. The thread of a subscription writes, anybody reads: under
 * a lock, which no thread of the service's ever takes.
 */
final class TickLog implements EventHandler {
    final PeakSeries lateness = new PeakSeries();
    final PeakSeries compute = new PeakSeries();
    final PeakSeries debt = new PeakSeries();
    final BusyTime busy = new BusyTime();

    private final Distribution latenessTotal = new Distribution();
    private final Distribution computeTotal = new Distribution();
    private final Distribution publicationTotal = new Distribution();
    private final Distribution latenessNow = new Distribution();
    private final Distribution computeNow = new Distribution();

    private final Violations violations;

    private long newestStep;
    private long beganNanos;
    private long steps;
    private long written;
    private long slips;
    private long droppedNanos;
    private long maxDebtNanos;
    private long debtNow;
    private long stepsNow;

    TickLog(Violations violations) {
        this.violations = violations;
    }

    @Override
    public synchronized void onEvent(PhysicsEvent event) {
        switch (event.kind()) {
            case USER -> stepped(event);
            case TICK -> ticked(event);
            case SLIP -> {
                slips++;
                droppedNanos += event.droppedNanos();
            }
            case FAULT -> failed(event);
            case HANDLER_FAILED -> violations.add(Promise.EVENT, "a handler of events failed: " + event.cause());
            case SUSTAINED_SCALE -> {} // The observer reads it from the metrics.
            case CONTACT_BEGIN -> {} // Of scenes that an engine steps.
            default ->
                violations.add(
                        Promise.EVENT,
                        event.tick(),
                        Violation.UNKNOWN,
                        "nobody tells events of the kind " + event.kind());
        }
    }

    private void stepped(PhysicsEvent event) {
        long step = event.slotA();
        if (step != newestStep + 1) {
            String text = "the event of step " + (newestStep + 1) + " is missing; the next is that of step " + step;
            violations.add(Promise.EVENT, event.tick(), Violation.UNKNOWN, text);
        }
        newestStep = step;
        beganNanos = event.data();
    }

    private void ticked(PhysicsEvent event) {
        steps++;
        stepsNow++;
        latenessTotal.add(event.latenessNanos());
        latenessNow.add(event.latenessNanos());
        computeTotal.add(event.computeNanos());
        computeNow.add(event.computeNanos());
        if (event.isPublished()) {
            written++;
            publicationTotal.add(event.publicationLatenessNanos());
        }
        debtNow = Math.max(debtNow, event.debtNanos());
        maxDebtNanos = Math.max(maxDebtNanos, event.debtNanos());
        lateness.add(beganNanos, event.latenessNanos() / 1e6);
        compute.add(beganNanos, event.computeNanos() / 1e6);
        debt.add(beganNanos, event.debtNanos() / 1e6);
        busy.add(beganNanos, beganNanos + event.computeNanos());
    }

    private void failed(PhysicsEvent event) {
        if (!(event.cause().getCause() instanceof StressedScene.PlannedFailure)) {
            violations.add(Promise.FAULT, event.tick(), Violation.UNKNOWN, "not planned: " + event.cause());
        }
    }

    @Override
    public synchronized void onMissed(long count, long sinceTick) {
        violations.add(
                Promise.EVENT, sinceTick, Violation.UNKNOWN, count + " events found no room in the harness's ring");
    }

    synchronized long steps() {
        return steps;
    }

    synchronized long newestStep() {
        return newestStep;
    }

    /** What happened since this was asked last. */
    synchronized Now now() {
        Now now = new Now(stepsNow, latenessNow.nanosAt(50), latenessNow.nanosAt(99), computeNow.nanosAt(99), debtNow);
        stepsNow = 0;
        debtNow = 0;
        latenessNow.clear();
        computeNow.clear();
        return now;
    }

    record Now(long steps, long lateness50Nanos, long lateness99Nanos, long compute99Nanos, long debtNanos) {}

    synchronized long written() {
        return written;
    }

    synchronized Distribution latenessTotal() {
        return latenessTotal;
    }

    synchronized Distribution computeTotal() {
        return computeTotal;
    }

    synchronized Distribution publicationTotal() {
        return publicationTotal;
    }

    synchronized Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("steps", steps);
        json.put("slips", slips);
        json.put("droppedNanos", droppedNanos);
        json.put("maxDebtNanos", maxDebtNanos);
        json.put("lateness", latenessTotal.json());
        json.put("compute", computeTotal.json());
        json.put("publicationLateness", publicationTotal.json());
        json.put("series", series());
        return json;
    }

    /** What is drawn of them over time. */
    private Map<String, Object> series() {
        Map<String, Object> series = new LinkedHashMap<>();
        series.put("latenessMillis", lateness.json());
        series.put("computeMillis", compute.json());
        series.put("debtMillis", debt.json());
        series.put("busy", busy.json());
        return series;
    }
}
