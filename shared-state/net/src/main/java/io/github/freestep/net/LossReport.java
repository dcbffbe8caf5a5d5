package io.github.freestep.net;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reports that one link loses much of what is sent, and what it must carry. For one thread. */
final class LossReport {
    static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** A loss below this is bridged well, and may be the noise of a radio link. */
    private static final int PER_CENT = 10;

    /** In bytes. So little is sent of a world at rest that a few lost datagrams are a large part of it. */
    private static final int LEAST = 1_000;

    /** The longest datagram with the headers of UDP and IPv6. */
    private static final int LARGEST_PACKET = DatagramTransport.MAX_BYTES + 48;

    /** Whether much was lost in the period before. A pause of the process may lose much once. */
    private boolean wasBad;

    /** What was lost in the last period in which something was sent, in thousandths; negative if there was none. */
    int perMille = -1;

    private long beganNanos;
    private long arrivedBefore;
    private long lostBefore;

    /** Begins the first period. */
    LossReport(long arrived, long lost, long nowNanos) {
        arrivedBefore = arrived;
        lostBefore = lost;
        beganNanos = nowNanos;
    }

    /** Whether a period has passed, so that the counts are needed. */
    boolean isDue(long nowNanos) {
        return nowNanos - beganNanos >= PERIOD_NANOS;
    }

    /**
     * Begins the next period.
     *
     * @param arrived the bytes that have arrived on this link
     * @param lost the bytes that were lost on it
     * @param passed the longest datagram that has arrived, if the path drops all longer ones; otherwise 0
     * @return what to report of the period; null if little was lost in it or in the one before
     */
    @Nullable String next(long arrived, long lost, int passed, long nowNanos) {
        long came = arrived - arrivedBefore;
        long sent = came + lost - lostBefore;
        long nanos = nowNanos - beganNanos;
        boolean isBad = sent - came >= LEAST && (sent - came) * 100 >= PER_CENT * sent;
        boolean reports = isBad && wasBad;
        if (sent > 0) {
            // Late and repeated bytes count as arrived, so more may have arrived than were sent in this period.
            perMille = (int) (Math.max(0, sent - came) * 1_000 / sent);
        }
        wasBad = isBad;
        beganNanos = nowNanos;
        arrivedBefore = arrived;
        lostBefore = lost;
        if (!reports) {
            return null;
        }
        long perCent = (sent - came) * 100 / sent;
        return passed > 0
                ? "the path drops large packets: of the states, " + perCent + " % are lost, and no packet of more than "
                        + passed + " bytes arrives; let the path carry packets of " + LARGEST_PACKET
                        + " bytes, for example by a larger MTU of its tunnel"
                : String.format(
                        Locale.ROOT,
                        "the link loses %d %% of the states: it must carry about %,d kbit/s, and %,d kbit/s arrive;"
                                + " send fewer states per second, fewer bodies or a coarser precision",
                        perCent,
                        kilobits(sent, nanos),
                        kilobits(came, nanos));
    }

    private static long kilobits(long bytes, long nanos) {
        return bytes * Byte.SIZE * 1_000_000 / nanos;
    }
}
