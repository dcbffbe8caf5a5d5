package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.report.Units;

/**
 * How bad a network link is, in each direction.
 *
 * @param delayMillis the delay of a datagram, in the middle of its range
 * @param jitterMillis how far a delay may be from the middle; datagrams may overtake each other within it
 * @param lossPercent the share of datagrams that never arrive
 * @param duplicatesPercent the share of datagrams that arrive twice
 */
record LinkQuality(double delayMillis, double jitterMillis, double lossPercent, double duplicatesPercent) {
    @Override
    public String toString() {
        return Units.text(
                "%.0f +- %.0f ms, %.0f %% lost, %.0f %% twice",
                delayMillis, jitterMillis, lossPercent, duplicatesPercent);
    }
}
