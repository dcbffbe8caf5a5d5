package io.github.freestep.net.wire;

/**
 * What one client has received, as far as the sender knows. All datagrams of states to a client are numbered, and the
 * client acknowledges them. For one thread.
 */
public abstract class ClientMemory {
    /** How many datagrams an acknowledgement names, besides the newest. */
    public static final int ACKNOWLEDGED = 256;

    /** No datagram. */
    static final int NONE = 0;

    /** The number of the newest datagram; 0 before the first. */
    long number = NONE;

    /** The newest acknowledgement, and whether it was not applied yet. */
    int acknowledged;

    private final long[] acknowledgedBefore = new long[ACKNOWLEDGED / Long.SIZE];
    boolean acknowledges;

    ClientMemory() {}

    /** The number of the newest datagram for this client; 0 before the first. */
    public final long newest() {
        return number;
    }

    /**
     * The bytes that bodies took in the newest state only because the client does not have any earlier state of them.
     */
    public abstract int newBytes();

    /**
     * Begins a state. The first one of a client continues the highest number of all clients, so its datagrams are above
     * those that this client may have acknowledged at another address.
     *
     * @return whether it is the first one
     */
    final boolean begin(PieceHeader header) {
        boolean isFirst = number == NONE;
        if (isFirst) {
            number = header.number + ACKNOWLEDGED;
            acknowledged = (int) number;
        }
        return isFirst;
    }

    /**
     * Takes what the client has received. The next state applies it, because a client can send any number of datagrams,
     * and that takes time for each body. Ignores what is not newer than what came before, and datagrams that were never
     * sent: a damaged number would otherwise hide all later ones.
     *
     * @param newest the lower bits of the number of its newest datagram
     * @param before a bit for each datagram before that, the lowest for the one before it
     */
    public final void acknowledge(int newest, long[] before) {
        if (newest - acknowledged > 0 && (int) number - newest >= 0) {
            acknowledged = newest;
            acknowledges = true;
            System.arraycopy(before, 0, acknowledgedBefore, 0, before.length);
        }
    }

    /** Returns 1 if a datagram has arrived, -1 if it is lost, and 0 if that is not known. */
    final int fate(int sent) {
        int age = acknowledged - sent;
        if (sent == NONE || age < 0) {
            return 0;
        }
        int bit = age - 1;
        return age == 0 || bit < ACKNOWLEDGED && (acknowledgedBefore[bit / Long.SIZE] >>> bit & 1) != 0 ? 1 : -1;
    }
}
