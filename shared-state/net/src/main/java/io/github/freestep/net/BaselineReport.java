package io.github.freestep.net;

import io.github.freestep.net.link.DriverSettings;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reports that baselines are dropped all the time, so that receivers may not know all bodies. For one thread. Allocates
 * only what it reports.
 *
 * <p>The queue is also full if no receiver answers, for example because the only one has vanished. Then it takes no
 * datagram at all until Aeron ends the connection, after 5 s. So a period in which it takes none is not judged.
 */
final class BaselineReport {
    static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(2);

    /**
     * A receiver that joins, stops for a moment or vanishes causes drops in at most two periods in a row in which the
     * queue takes datagrams as well.
     */
    private static final int BAD_PERIODS = 3;

    private boolean began;
    private long beganNanos;
    private long takenBefore;
    private long droppedBefore;
    private int badPeriods;

    /**
     * Notes how many datagrams the queue has taken, and how many were dropped because it was full. If a count falls,
     * the streams are others.
     *
     * @return what to report, at the end of a period; null if the last three periods were not all bad
     */
    @Nullable String next(long taken, long dropped, long nowNanos) {
        if (began && nowNanos - beganNanos < PERIOD_NANOS) {
            return null;
        }
        long drops = dropped - droppedBefore;
        boolean isBad = began && drops > 0 && taken > takenBefore;
        badPeriods = isBad ? badPeriods + 1 : 0;
        began = true;
        beganNanos = nowNanos;
        takenBefore = taken;
        droppedBefore = dropped;
        return badPeriods >= BAD_PERIODS
                ? String.format(
                        Locale.ROOT,
                        "receivers may not know all bodies: %,d datagrams of baselines were dropped in %d s, because"
                                + " receivers acknowledged too few; send fewer bodies or a coarser precision, or allow"
                                + " receivers longer socket buffers (on Linux: net.core.rmem_max of %d)",
                        drops,
                        TimeUnit.NANOSECONDS.toSeconds(PERIOD_NANOS),
                        DriverSettings.SOCKET_BYTES)
                : null;
    }
}
