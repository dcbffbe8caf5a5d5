package io.github.freestep.benchmarks.app.stress;

import java.util.List;

/**
 * Tells stretches of time that a fault has marked from those that none has. Asked in the order of time, so that it goes through the
 * faults once: a run of a day has tens of thousands of them, and more stretches. For one thread.
 */
final class QuietTime {
    /** How long after a fault, or the start, pictures are still marked by it. */
    private static final double MARKED_SECONDS = 0.4;

    private final List<FaultDirector.Strike> strikes;
    private int begun;

    /** The start is like a fault that ends here. */
    private double latestEndSeconds = MARKED_SECONDS;

    /** Apart from these, which are in the order in which they began, and from the start. */
    QuietTime(List<FaultDirector.Strike> strikes) {
        this.strikes = strikes;
    }

    /** Whether none has left a mark on that stretch, which ends no earlier than the one before. */
    boolean has(double beginSeconds, double endSeconds) {
        while (begun < strikes.size() && strikes.get(begun).beginSeconds() <= endSeconds) {
            latestEndSeconds = Math.max(latestEndSeconds, strikes.get(begun++).endSeconds());
        }
        return beginSeconds - MARKED_SECONDS >= latestEndSeconds;
    }
}
