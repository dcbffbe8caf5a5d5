package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.physics.PhysicsMetrics;
import java.util.ArrayList;
import java.util.List;

/** Reads the allocation of each thread and the newest tick ten times a second. For one thread. */
final class Observer {
    static final int LOOKS_A_SECOND = 10;

    /** The time until the compilers have settled. A short run takes a third of its time instead. */
    private static final double WARM_UP_SECONDS = 5;

    /** How long after its end a fault may still cause allocation. */
    private static final double SETTLE_SECONDS = 0.3;

    final List<AllocationWatch> watches = new ArrayList<>();

    private final RunClock clock;
    private final PhysicsMetrics metrics;
    private final FaultDirector director;
    private final Violations violations;
    private final double warmUpSeconds;
    private double scaleBefore;
    private boolean scaleHadChanged;
    private long violationsBefore;

    Observer(StressRun run) {
        clock = run.clock;
        metrics = run.metrics();
        director = run.director;
        violations = run.violations;
        scaleBefore = metrics.sustainedScale();
        warmUpSeconds = Math.min(WARM_UP_SECONDS, run.settings.seconds / 3.0);
        watches.add(new AllocationWatch("the physics thread", "tick", run.stressed::threadId, run.stressed::ticks));
        if (run.scene.engineAllocates(warmUpSeconds == WARM_UP_SECONDS)) {
            watches.get(0).excuse();
        }
        for (FrameChecker reader : run.readers) {
            watches.add(new AllocationWatch(reader.name(), "frame", reader::threadId, reader::frames));
        }
    }

    void look() {
        double now = clock.seconds();
        boolean counts = isQuiet(now);
        watches.forEach(watch -> watch.sample(counts));
    }

    /** Returns whether nothing allocates by design: no fault, no new sustained scale, no report of a violation. */
    private boolean isQuiet(double now) {
        long found = violations.total();
        boolean reported = found != violationsBefore;
        violationsBefore = found;
        boolean scaleSettled = !scaleChanges();
        return now > warmUpSeconds && scaleSettled && !reported && !director.allocatesSince(now - SETTLE_SECONDS);
    }

    /**
     * Returns whether the sustained scale changed in this reading or the previous one. A slip allocates the new scale,
     * and the next states carry it. A low scale that stays the same is no excuse, because otherwise a run in lasting
     * overload would never be judged.
     */
    private boolean scaleChanges() {
        double scale = metrics.sustainedScale();
        boolean changed = scale != scaleBefore;
        boolean changes = changed || scaleHadChanged;
        scaleBefore = scale;
        scaleHadChanged = changed;
        return changes;
    }

    /** The bytes that all threads allocated between the two newest readings. */
    long newestBytes() {
        return watches.stream().mapToLong(AllocationWatch::newestBytes).sum();
    }
}
