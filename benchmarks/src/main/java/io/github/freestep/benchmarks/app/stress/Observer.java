package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.physics.PhysicsMetrics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Looks at memory and at the ticks ten times a second. For the thread that looks on.
 */
final class Observer {
    static final int LOOKS_A_SECOND = 10;

    /** Until the compilers have settled; of a short run a third. */
    private static final double WARM_UP_SECONDS = 5;

    /** How long after a fault its garbage may still be made. */
    private static final double SETTLE_SECONDS = 0.3;

    final List<AllocationWatch> watches = new ArrayList<>();
    final UndisturbedSpeed pace;

    private final RunClock clock;
    private final PhysicsMetrics metrics;
    private final FaultDirector director;
    private final Violations violations;
    private final double warmUpSeconds;
    private double heldBefore;
    private boolean heldHadChanged;
    private long violationsBefore;

    Observer(
            RunClock clock,
            PhysicsMetrics metrics,
            LongSupplier physicsThread,
            StressedScene stressed,
            List<FrameChecker> readers,
            FaultDirector director,
            Violations violations,
            StressSettings settings) {
        this.clock = clock;
        this.metrics = metrics;
        this.director = director;
        this.violations = violations;
        heldBefore = metrics.sustainedScale();
        warmUpSeconds = Math.min(WARM_UP_SECONDS, settings.seconds() / 3.0);
        pace = new UndisturbedSpeed(settings.tickSeconds(), settings.seconds() * LOOKS_A_SECOND);
        watches.add(new AllocationWatch("the physics thread", "tick", physicsThread, stressed::ticks));
        if (stressed.engineAllocates()) {
            watches.get(0).excuse();
        }
        for (FrameChecker reader : readers) {
            watches.add(new AllocationWatch(reader.name(), "frame", reader::threadId, reader::frames));
        }
    }

    void look() {
        double now = clock.seconds();
        pace.look(now, metrics.tick());
        boolean counts = isQuiet(now);
        watches.forEach(watch -> watch.sample(counts));
    }

    /** Neither a fault, nor a rate that is just being found, nor the telling of a flaw makes anybody allocate. */
    private boolean isQuiet(double now) {
        long found = violations.total();
        boolean told = found != violationsBefore;
        violationsBefore = found;
        boolean rateSettled = !heldChanges();
        return now > warmUpSeconds && rateSettled && !told && !director.allocatesSince(now - SETTLE_SECONDS);
    }

    /**
     * In this look or in the one before: a new rate is made by the slip, and told in the states that follow. A rate that stays
     * is no excuse, however low, or a run in lasting overload would never be judged.
     */
    private boolean heldChanges() {
        double held = metrics.sustainedScale();
        boolean changed = held != heldBefore;
        boolean changes = changed || heldHadChanged;
        heldBefore = held;
        heldHadChanged = changed;
        return changes;
    }

    /** Of all threads, since the look before. */
    long newestBytes() {
        return watches.stream().mapToLong(AllocationWatch::newestBytes).sum();
    }
}
