package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.report.Units;

/**
 * How bad a network link is, in each direction.
 *
 * @param delayMillis the delay of a datagram, in the middle of its range
 * @param jitterMillis how far a delay may be from the middle; datagrams may overtake each other within it
 * @param lossPercent the share of datagrams that never arrive
 * @param duplicatesPercent the share of datagrams that arrive twice
 * @param kilobits what the link carries to clients, in kbit/s with the headers of UDP and IP; 0 for no limit. Up to
 *     {@link #QUEUE_MILLIS} wait in its queue, and what does not fit is lost
 */
record LinkQuality(
        double delayMillis, double jitterMillis, double lossPercent, double duplicatesPercent, int kilobits) {
    static final double QUEUE_MILLIS = 200;

    LinkQuality(double delayMillis, double jitterMillis, double lossPercent, double duplicatesPercent) {
        this(delayMillis, jitterMillis, lossPercent, duplicatesPercent, 0);
    }

    @Override
    public String toString() {
        return Units.text(
                        "%.0f +- %.0f ms, %.0f %% lost, %.0f %% twice",
                        delayMillis, jitterMillis, lossPercent, duplicatesPercent)
                + (kilobits > 0 ? Units.text(", %d kbit/s", kilobits) : "");
    }
}
