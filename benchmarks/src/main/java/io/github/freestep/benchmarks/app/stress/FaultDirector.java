package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.internal.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Starts each planned fault at its time, on its own thread. Thread-safe. */
final class FaultDirector {
    private static final long SETTLE_NANOS = 500_000_000;

    private final List<PlannedFault> plan;
    private final Target target;
    private final RunClock clock;
    private final Violations violations;
    private final Thread thread = new Thread(this::direct, "freestep-stress-faults");
    private long beginNanos;
    private volatile int active;
    private volatile long endedNanos = -SETTLE_NANOS;
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
            if (!clock.sleepUntil(beginNanos + nanos(planned.atSeconds()))) {
                return;
            }
            synchronized (this) {
                int number = strikes.size();
                Thread striker = new Thread(() -> strike(planned, number), "freestep-stress-" + planned.fault());
                active++;
                strikes.add(new Strike(planned.fault(), clock.seconds(), Double.POSITIVE_INFINITY));
                striking.removeIf(each -> !each.isAlive());
                striking.add(striker);
                striker.start();
            }
        }
    }

    private static long nanos(double seconds) {
        return (long) (seconds * 1e9);
    }

    private void strike(PlannedFault planned, int number) {
        try {
            target.strike(planned.fault(), clock.span(nanos(planned.seconds())), new Random(planned.seed()));
        } catch (RuntimeException | Error e) {
            violations.add(Promise.FAULT, "the fault " + planned + " could not be caused: " + e);
        } finally {
            end(number);
        }
    }

    private synchronized void end(int number) {
        endedNanos = clock.nanos();
        active--;
        Strike strike = strikes.get(number);
        strikes.set(number, new Strike(strike.fault, strike.beginSeconds, clock.seconds()));
    }

    /** Waits until all faults are undone. Call it after the clock was stopped. */
    void await() {
        Threads.join(thread, Long.MAX_VALUE);
        strikers().forEach(each -> Threads.join(each, Long.MAX_VALUE));
    }

    private synchronized List<Thread> strikers() {
        return List.copyOf(striking);
    }

    synchronized List<Strike> strikes() {
        return List.copyOf(strikes);
    }

    /** Returns whether no fault is active, and none was half a second ago. */
    boolean isQuiet() {
        return active == 0 && clock.nanos() - endedNanos > SETTLE_NANOS;
    }

    /** Names the faults that have been active since the given time; empty if none. */
    String activeSince(double seconds) {
        return strikes().stream()
                .filter(strike -> strike.endSeconds >= seconds)
                .map(strike -> strike.fault.toString())
                .collect(Collectors.joining(", "));
    }
}
