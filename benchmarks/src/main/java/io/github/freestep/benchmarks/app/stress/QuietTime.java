package io.github.freestep.benchmarks.app.stress;

import java.util.List;

/**
 * Finds the stretches of time that no fault has marked. Callers ask in order of time, so that the whole run needs only
 * one pass over the faults: a day has tens of thousands of faults, and more stretches. For one thread.
 */
final class QuietTime {
    /** How long a fault, or the start, still affects the picture after its end. */
    private static final double MARKED_SECONDS = 0.4;

    private final List<FaultDirector.Strike> strikes;
    private int begun;

    /** Initially the effect of the start, which counts as a fault that ends here. */
    private double latestEndSeconds = MARKED_SECONDS;

    /** The strikes must be in the order in which they began. */
    QuietTime(List<FaultDirector.Strike> strikes) {
        this.strikes = strikes;
    }

    /** Whether no fault affects a stretch. The stretch must not end before that of the previous call. */
    boolean has(double beginSeconds, double endSeconds) {
        while (begun < strikes.size() && strikes.get(begun).beginSeconds() <= endSeconds) {
            latestEndSeconds = Math.max(latestEndSeconds, strikes.get(begun++).endSeconds());
        }
        return beginSeconds - MARKED_SECONDS >= latestEndSeconds;
    }
}
