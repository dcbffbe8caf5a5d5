package io.github.freestep.net;

import java.net.SocketAddress;

/** One address of {@link Peers}, and how much it may ask for. For one thread; allocates nothing. */
final class LinkPeer {
    /** What may be repeated at once. */
    private static final int MOST_REPEATED = 512 << 10;

    final SocketAddress address;

    /** How often each datagram of the state is sent to the peer, and whether the copies are sent, too. */
    int times = 1;

    boolean copies = true;

    private long sentOfStates;
    private int repeatable;
    private long sentBytes;

    /** The newest request to repeat. */
    private int askedFirst;

    private long asked;
    private long askedNanos;

    LinkPeer(SocketAddress address) {
        this.address = address;
    }

    /** Counts the bytes of a datagram of a state. Returns how many were sent up to now, these included. */
    long sentOfState(int bytes) {
        sentOfStates += bytes;
        return sentOfStates;
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

    /**
     * Takes a request to repeat datagrams. What the request before has asked for is still on its way until a round trip
     * after it.
     *
     * @param missed a bit for each datagram from the first one on, the lowest for that one
     * @return the same without those on their way
     */
    long asks(int first, long missed, long roundTripNanos, long nowNanos) {
        int later = first - askedFirst;
        boolean isOld = nowNanos - askedNanos >= roundTripNanos || later <= -Long.SIZE || later >= Long.SIZE;
        long underWay = isOld ? 0 : later >= 0 ? asked >>> later : asked << -later;
        askedFirst = first;
        asked = missed;
        askedNanos = isOld || (missed & ~underWay) != 0 ? nowNanos : askedNanos;
        return missed & ~underWay;
    }

    /** What was sent, repeats included. */
    long sentBytes() {
        return sentBytes;
    }
}
