package io.github.freestep.benchmarks.app.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;

/** Starts each planned fault at its time, on its own thread. Thread-safe. */
final class FaultDirector {
    private final List<PlannedFault> plan;
    private final Target target;
    private final RunClock clock;
    private final Violations violations;
    private final Thread thread = new Thread(this::direct, "freestep-stress-faults");
    private long beginNanos;
    private final List<Thread> striking = new ArrayList<>();
    private final List<Strike> strikes = new ArrayList<>();

    /** The time in which a fault was active. It ends with the run at the latest. */
    record Strike(FaultKind fault, double beginSeconds, double endSeconds) {}

    /** What the faults strike. */
    interface Target {
        /** Causes the fault, and returns at the end of the span with everything undone. Any thread. */
        void strike(FaultKind fault, RunClock.Span span, Random random);
    }

    FaultDirector(List<PlannedFault> plan, Target target, RunClock clock, Violations violations) {
        this.plan = plan;
        this.target = target;
        this.clock = clock;
        this.violations = violations;
    }

    /** Starts the plan. Its times count from a time of the run. */
    void start(long sinceNanos) {
        beginNanos = sinceNanos;
        thread.start();
    }

    private void direct() {
        for (PlannedFault planned : plan) {
            if (!clock.sleepUntil(beginNanos + planned.atNanos())) {
                return;
            }
            synchronized (this) {
                int number = strikes.size();
                Thread striker = new Thread(() -> strike(planned, number), "freestep-stress-" + planned.fault());
                strikes.add(new Strike(planned.fault(), clock.seconds(), Double.POSITIVE_INFINITY));
                striking.removeIf(each -> !each.isAlive());
                striking.add(striker);
                striker.start();
            }
        }
    }

    private void strike(PlannedFault planned, int number) {
        try {
            target.strike(planned.fault(), clock.span(planned.nanos()), new Random(planned.seed()));
        } catch (RuntimeException | Error e) {
            violations.add(Promise.FAULT, "the fault " + planned + " could not be caused: " + e);
        } finally {
            end(number);
        }
    }

    private synchronized void end(int number) {
        Strike strike = strikes.get(number);
        strikes.set(number, new Strike(strike.fault, strike.beginSeconds, clock.seconds()));
    }

    /** Waits until all faults are undone. Call it after the clock was stopped. */
    void await() throws InterruptedException {
        thread.join();
        for (Thread each : strikers()) {
            each.join();
        }
    }

    private synchronized List<Thread> strikers() {
        return List.copyOf(striking);
    }

    synchronized List<Strike> strikes() {
        return List.copyOf(strikes);
    }

    /** Whether a fault that makes the service or a reader allocate has been active since the given time. */
    boolean allocatesSince(double seconds) {
        return strikes().stream().anyMatch(strike -> strike.fault.allocates() && strike.endSeconds >= seconds);
    }

    /** Names the faults that have been active since the given time; empty if none. */
    String activeSince(double seconds) {
        StringJoiner names = new StringJoiner(", ");
        for (Strike strike : strikes()) {
            if (strike.endSeconds >= seconds) {
                names.add(strike.fault.toString());
            }
        }
        return names.toString();
    }
}
