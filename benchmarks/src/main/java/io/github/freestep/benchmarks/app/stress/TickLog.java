package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.PeakSeries;
import io.github.freestep.physics.EventHandler;
import io.github.freestep.physics.PhysicsEvent;

/**
 * Records the events of the service, and checks that none is missing. The thread of the subscription writes and any
 * thread reads, under a lock that no thread of the service ever takes.
 */
final class TickLog implements EventHandler {
    private final PeakSeries lateness = new PeakSeries();
    private final PeakSeries compute = new PeakSeries();
    private final PeakSeries debt = new PeakSeries();

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
            case SUSTAINED_SCALE -> {} // The observer reads the scale from the metrics.
            case HUNG_STEP -> {} // A slow step at a low rate takes longer than the watchdog allows.
            case CONTACT_BEGIN, CONTACT_END, SENSOR_BEGIN, SENSOR_END -> {} // Scenes in an engine raise these.
            default -> violations.add(Promise.EVENT, event.tick(), "unexpected event of kind " + event.kind());
        }
    }

    private void stepped(PhysicsEvent event) {
        long step = event.slotA();
        if (step != newestStep + 1) {
            String text = "the event of step " + (newestStep + 1) + " is missing; the next is that of step " + step;
            violations.add(Promise.EVENT, event.tick(), text);
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
    }

    private void failed(PhysicsEvent event) {
        if (!(event.cause().getCause() instanceof StressedScene.PlannedFailure)) {
            violations.add(Promise.FAULT, event.tick(), "a step failed that was not planned to fail: " + event.cause());
        }
    }

    @Override
    public synchronized void onMissed(long count, long sinceTick) {
        violations.add(
                Promise.EVENT, sinceTick, count + " events were dropped because the ring of the harness was full");
    }

    synchronized long steps() {
        return steps;
    }

    synchronized long newestStep() {
        return newestStep;
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
        return new Totals(
                steps,
                written,
                slips,
                droppedNanos,
                maxDebtNanos,
                latenessTotal.percentiles(),
                computeTotal.percentiles(),
                publicationTotal.percentiles(),
                new Series(lateness.points(), compute.points(), debt.points()));
    }

    record Totals(
            long steps,
            long published,
            long slips,
            long droppedNanos,
            long maxDebtNanos,
            Distribution.Percentiles lateness,
            Distribution.Percentiles compute,
            Distribution.Percentiles publicationLateness,
            Series series) {}

    /** The figures over time, for the charts. */
    record Series(PeakSeries.Points latenessMillis, PeakSeries.Points computeMillis, PeakSeries.Points debtMillis) {}
}
