package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.report.Units;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How bad a network link is, in each direction.
 *
 * @param text what to call it
 * @param keepsOrder whether a datagram waits for those before it; otherwise, it may overtake them
 * @param duplicatesPercent the share of datagrams that arrive twice
 * @param kilobits what the link carries to clients, in kbit/s with the headers of UDP and IP; 0 for no limit. Up to
 *     {@link #QUEUE_MILLIS} wait in its queue, and what does not fit is lost
 */
public record LinkQuality(String text, Way way, boolean keepsOrder, double duplicatesPercent, int kilobits) {
    static final double QUEUE_MILLIS = 200;
    private static final Pattern ROUND_TRIP = Pattern.compile("(\\d{1,4})ms(?:,(\\d{1,2})%)?");
    private static final int MOST_MILLIS = 2_000;
    private static final int MOST_PERCENT = 50;

    /** What a link does with a datagram. */
    public interface Way {
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
    LinkQuality(double delayMillis, double jitterMillis, double lossPercent, double duplicatesPercent) {
        this(
                Units.text(
                        "%.0f +- %.0f ms, %.0f %% lost, %.0f %% twice",
                        delayMillis, jitterMillis, lossPercent, duplicatesPercent),
                (now, random) -> random.nextDouble() * 100 < lossPercent
                        ? -1
                        : delayMillis + jitterMillis * (2 * random.nextDouble() - 1),
                false,
                duplicatesPercent,
                0);
    }

    /**
     * A link with the same delay for each datagram, half of a round trip.
     *
     * @param text the round trip, and the share of datagrams that is lost in each direction, such as 80ms,5%
     * @return the link
     * @throws IllegalArgumentException if the text is wrong
     */
    public static LinkQuality ofRoundTrip(String text) {
        Matcher form = ROUND_TRIP.matcher(text);
        int millis = form.matches() ? Integer.parseInt(form.group(1)) : MOST_MILLIS + 1;
        int percent = form.matches() && form.group(2) != null ? Integer.parseInt(form.group(2)) : 0;
        if (millis > MOST_MILLIS || percent > MOST_PERCENT) {
            throw Options.wrong(
                    "--link",
                    "a round trip up to " + MOST_MILLIS + "ms, optionally with a loss up to " + MOST_PERCENT
                            + "%, such as 80ms or 80ms,5%",
                    text);
        }
        Way way = (now, random) -> random.nextInt(100) < percent ? -1 : millis / 2.0;
        return new LinkQuality(text, way, true, 0, 0);
    }

    @Override
    public String toString() {
        return text;
    }
}
