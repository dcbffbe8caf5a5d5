package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.report.Units;
import java.util.Random;

/**
 * How bad a network link is, in each direction.
 *
 * @param text what to call it
 * @param keepsOrder whether a datagram waits for those before it; otherwise, it may overtake them
 * @param duplicatesPercent the share of datagrams that arrive twice
 * @param kilobits what the link carries to clients, in kbit/s with the headers of UDP and IP; 0 for no limit. Up to
 *     {@link #QUEUE_MILLIS} wait in its queue, and what does not fit is lost
 */
record LinkQuality(String text, Way way, boolean keepsOrder, double duplicatesPercent, int kilobits) {
    static final double QUEUE_MILLIS = 200;

    /** What a link does with a datagram. */
    interface Way {
        /**
         * How long a datagram takes, in milliseconds; negative if it is lost.
         *
         * @param now the milliseconds since the link was opened
         */
        double millis(double now, Random random);
    }

    /**
     * A link whose delays vary, and which loses datagrams one by one.
     *
     * @param delayMillis the delay of a datagram, in the middle of its range
     * @param jitterMillis how far a delay may be from the middle
     * @param lossPercent the share of datagrams that never arrive
     */
    LinkQuality(double delayMillis, double jitterMillis, double lossPercent, double duplicatesPercent, int kilobits) {
        this(
                Units.text(
                                "%.0f +- %.0f ms, %.0f %% lost, %.0f %% twice",
                                delayMillis, jitterMillis, lossPercent, duplicatesPercent)
                        + (kilobits > 0 ? Units.text(", %d kbit/s", kilobits) : ""),
                (now, random) -> random.nextDouble() * 100 < lossPercent
                        ? -1
                        : delayMillis + jitterMillis * (2 * random.nextDouble() - 1),
                false,
                duplicatesPercent,
                kilobits);
    }

    LinkQuality(double delayMillis, double jitterMillis, double lossPercent, double duplicatesPercent) {
        this(delayMillis, jitterMillis, lossPercent, duplicatesPercent, 0);
    }

    @Override
    public String toString() {
        return text;
    }
}
