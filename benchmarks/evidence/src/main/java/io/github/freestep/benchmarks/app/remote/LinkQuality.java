package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.app.Options;
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
