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

    /** The headers of UDP and IPv4. */
    public static final int UDP_BYTES = 28;

    private boolean any;
    private int newest;
    private long sent;
    private long arrived;

    /** Notes a datagram, with its length and the low bits of the number of bytes that were sent up to it. */
    public void took(int sentUpToIt, int length) {
        int bytes = length + UDP_BYTES;
        int more = sentUpToIt - newest;
        if (!any || more > FAR || more < -OLD) {
            any = true;
            newest = sentUpToIt;
            sent += bytes;
        } else if (more > 0) {
            newest = sentUpToIt;
            sent += more;
        }
        arrived += bytes;
    }

    /** The bytes that have arrived, with all headers. */
    public long arrived() {
        return arrived;
    }

    /** The bytes that were sent, from the first to the newest datagram that has arrived. */
    public long sent() {
        return sent;
    }
}
