package io.github.freestep.net;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reports that baselines are dropped all the time, so that receivers cannot know all bodies. For one thread. Allocates
 * only what it reports.
 */
final class BaselineReport {
    static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(2);

    private boolean began;
    private long beganNanos;
    private long droppedBefore;

    /** Whether any were dropped in the period before. A receiver that joins, or stops for a moment, drops some once. */
    private boolean wasBad;

    /**
     * Notes how many datagrams were dropped up to now.
     *
     * @return what to report, at the end of a period; null if none were dropped in it, or in the one before
     */
    @Nullable String next(long dropped, long nowNanos) {
        if (began && nowNanos - beganNanos < PERIOD_NANOS) {
            return null;
        }
        long news = began ? dropped - droppedBefore : 0;
        boolean reports = wasBad && news > 0;
        began = true;
        beganNanos = nowNanos;
        droppedBefore = dropped;
        wasBad = news > 0;
        return reports
                ? String.format(
                        Locale.ROOT,
                        "receivers may not know all bodies: %,d datagrams of baselines did not fit into the link in"
                                + " %d s; send fewer bodies or a coarser precision, or let receivers take more at a time"
                                + " (on Linux: net.core.rmem_max of 1048576 or more)",
                        news,
                        TimeUnit.NANOSECONDS.toSeconds(PERIOD_NANOS))
                : null;
    }
}
