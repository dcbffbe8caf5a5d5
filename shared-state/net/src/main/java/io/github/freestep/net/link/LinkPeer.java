package io.github.freestep.net.link;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** One address of {@link Peers}, and how much it may ask for. For one thread; allocates nothing. */
final class LinkPeer {
    /** A receiver with 34 streams sends about 170 status messages per second, and a few hundred when it joins. */
    private static final int CONTROLS_PER_SECOND = 1_000;

    private static final long CONTROL_NANOS = TimeUnit.SECONDS.toNanos(1) / CONTROLS_PER_SECOND;

    /** What may be repeated at once: half of what waits in the longest queue, that of baselines. */
    private static final int MOST_REPEATED = 512 << 10;

    /** More states than can wait to be sent. */
    private static final int STATES = 64;

    final InetSocketAddress address;

    /** By state: 2 * (how often each datagram is sent to the peer), plus 1 if the copies are sent, too. */
    private final byte[] chosen = new byte[STATES];

    private long sentOfStates;
    private int controls = CONTROLS_PER_SECOND;
    private long refilledNanos;
    private int repeatable;
    private long sentBytes;

    LinkPeer(InetSocketAddress address, long nowNanos) {
        this.address = address;
        refilledNanos = nowNanos;
        Arrays.fill(chosen, (byte) 3);
    }

    /** See {@link Peers#beginState}. */
    void beginState(long state, int times, boolean copies) {
        chosen[(int) (state % STATES)] = (byte) (2 * times + (copies ? 1 : 0));
    }

    /** How often to send a datagram of a state. */
    int times(long number) {
        int choice = chosen[(int) (number / 2 % STATES)];
        return number % 2 == 0 ? choice / 2 : choice % 2;
    }

    /** Counts the bytes of a datagram of a state. Returns how many were sent up to now, these included. */
    long sentOfState(int bytes) {
        sentOfStates += bytes;
        return sentOfStates;
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
