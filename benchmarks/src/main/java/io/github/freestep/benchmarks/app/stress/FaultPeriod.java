package io.github.freestep.benchmarks.app.stress;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A time in which faults of one kind struck.
 *
 * @param times how often; more than 1 if a long run has merged neighbours
 */
record FaultPeriod(FaultKind fault, double beginSeconds, double endSeconds, int times) {
    /** In a chart, more marks than this run into each other. */
    private static final int MOST = 100;

    /** Merged periods of one kind are at least this share of the run apart, which bounds their number. */
    private static final double LEAST_GAP = 1.0 / 50;

    /**
     * Returns a period for each strike. If there are more than {@link #MOST}, merges those of one kind that follow
     * closely, so that the report of a long run stays small.
     *
     * @param strikes in the order in which they began
     */
    static List<FaultPeriod> of(List<FaultDirector.Strike> strikes) {
        double end = strikes.stream()
                .mapToDouble(FaultDirector.Strike::endSeconds)
                .max()
                .orElse(0);
        double gap = strikes.size() <= MOST ? Double.NEGATIVE_INFINITY : end * LEAST_GAP;
        List<FaultPeriod> all = new ArrayList<>();
        Map<FaultKind, FaultPeriod> open = new EnumMap<>(FaultKind.class);
        for (FaultDirector.Strike strike : strikes) {
            FaultPeriod one = new FaultPeriod(strike.fault(), strike.beginSeconds(), strike.endSeconds(), 1);
            FaultPeriod before = open.get(strike.fault());
            boolean follows = before != null && strike.beginSeconds() - before.endSeconds <= gap;
            if (before != null && !follows) {
                all.add(before);
            }
            open.put(strike.fault(), follows ? before.and(one) : one);
        }
        all.addAll(open.values());
        all.sort(Comparator.comparingDouble(FaultPeriod::beginSeconds));
        return List.copyOf(all);
    }

    private FaultPeriod and(FaultPeriod next) {
        return new FaultPeriod(fault, beginSeconds, Math.max(endSeconds, next.endSeconds), times + next.times);
    }

    /** Returns the name of the fault, and how often it struck if that is more than once. */
    String name() {
        return times == 1 ? fault.toString() : fault + ", " + times + " times";
    }
}
