package io.github.freestep.net.link;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** One address of {@link Peers}, and how much it may ask for. For one thread; allocates nothing. */
final class LinkPeer {
    /** A receiver with 34 streams sends about 170 status messages per second, and a few hundred when it joins. */
    private static final int CONTROLS_PER_SECOND = 1_000;

    private static final long CONTROL_NANOS = TimeUnit.SECONDS.toNanos(1) / CONTROLS_PER_SECOND;

    /** What may be repeated at once: half of what waits in the longest queue, that of baselines. */
    private static final int MOST_REPEATED = 512 << 10;

    final InetSocketAddress address;
    private int controls = CONTROLS_PER_SECOND;
    private long refilledNanos;
    private int repeatable;
    private long sentBytes;

    LinkPeer(InetSocketAddress address, long nowNanos) {
        this.address = address;
        refilledNanos = nowNanos;
    }

    /** Whether another control datagram is within the bound, which it then counts for. */
    boolean mayControl(long nowNanos) {
        long more = (nowNanos - refilledNanos) / CONTROL_NANOS;
        if (more > 0) {
            refilledNanos += more * CONTROL_NANOS;
            controls = (int) Math.min(CONTROLS_PER_SECOND, controls + more);
        }
        if (controls == 0) {
            return false;
        }
        controls--;
        return true;
    }

    /** Notes what was sent. As much may be repeated later: a peer costs at most twice what it costs without a loss. */
    void sent(int bytes) {
        sentBytes += bytes;
        repeatable = Math.min(MOST_REPEATED, repeatable + bytes);
    }

    /** Whether this many bytes may be repeated, which then count as repeated. */
    boolean mayRepeat(int bytes) {
        if (bytes > repeatable) {
            return false;
        }
        repeatable -= bytes;
        sentBytes += bytes;
        return true;
    }

    /** What was sent, repeats included. */
    long sentBytes() {
        return sentBytes;
    }
}
