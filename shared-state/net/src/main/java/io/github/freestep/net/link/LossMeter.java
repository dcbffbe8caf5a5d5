package io.github.freestep.net.link;

/**
 * Counts how many bytes of states arrive, and how many were sent. Each datagram says how many were sent up to it, see
 * the header of a piece. For the thread of the link; allocates nothing.
 */
public final class LossMeter {
    /** A datagram that is further ahead of the newest one comes from another run of the sender. */
    private static final int FAR = 1 << 24;

    /** No network reorders by more bytes. An older number comes from another count of the sender. */
    private static final int OLD = 1 << 18;

    /** What was overtaken by the newest datagram of so long ago, and has still not come, is lost. */
    private static final long LATE_NANOS = 120_000_000;

    /** The headers of UDP and IPv4. */
    public static final int UDP_BYTES = 28;

    /** This many gaps show what a path loses. Fewer may be of one length by chance. */
    private static final int ENOUGH = 8;

    private boolean any;
    private int newest;

    /** The longest datagram that has arrived, and the shortest and the number of the gaps before datagrams. */
    private int longest;

    private int leastGap = Integer.MAX_VALUE;
    private int gaps;

    /** The bytes that were sent, from the first to the newest datagram that has arrived. */
    public long sent;

    /** The bytes that have arrived, with all headers. */
    public long arrived;

    /** The bytes that were sent up to the newest datagram at a time, and how many of them have arrived by now. */
    private long sentBefore;

    private long arrivedOfThem;
    private long markedNanos;
    private long lost;

    /**
     * Returns the number beside a piece: how many bytes of states were sent up to it, modulo 2^31, and in the lowest
     * bit whether states or copies are left out for this receiver.
     */
    public static int number(long sentUpToIt, boolean isThinned) {
        return (int) sentUpToIt << 1 | (isThinned ? 1 : 0);
    }

    /** Begins with another count: the next datagram may have any number. */
    public void restart() {
        any = false;
    }

    /** Notes a datagram, with its length and its {@link #number}. */
    public void took(int number, int length) {
        int bytes = length + UDP_BYTES;
        int more = (number & ~1) - (newest & ~1) >> 1;
        if (!any || more > FAR || more < -OLD) {
            any = true;
            newest = number;
            sent += bytes;
        } else if (sent + more <= sentBefore) {
            arrivedOfThem += bytes;
        } else if (more > 0) {
            newest = number;
            sent += more;
            if (more > bytes) {
                leastGap = Math.min(leastGap, more - bytes);
                gaps++;
            }
        }
        longest = Math.max(longest, bytes);
        arrived += bytes;
    }

    /** Returns how many bytes are lost, without those that are only late. Call it at least ten times per second. */
    public long lost(long nowNanos) {
        if (nowNanos - markedNanos >= LATE_NANOS) {
            lost = sentBefore - arrivedOfThem;
            sentBefore = sent;
            arrivedOfThem = arrived;
            markedNanos = nowNanos;
        }
        return lost;
    }

    /**
     * Returns the length, with all headers, of the longest datagram since the last call, if all gaps are longer: then
     * the path drops long ones, or loses several in a row each time. Returns 0 if one gap is not longer.
     */
    public int takeLongestPassed() {
        int taken = gaps >= ENOUGH && leastGap > longest ? longest : 0;
        longest = 0;
        leastGap = Integer.MAX_VALUE;
        gaps = 0;
        return taken;
    }

    /** Whether the sender leaves states or copies out for this receiver, as the newest datagram says. */
    public boolean isThinned() {
        return (newest & 1) != 0;
    }
}
