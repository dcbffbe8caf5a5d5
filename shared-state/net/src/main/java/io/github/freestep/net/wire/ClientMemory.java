package io.github.freestep.net.wire;

import io.github.freestep.net.wire.StateRing.Entry;

/**
 * What one client has received, as far as the sender knows. All datagrams of states to a client are numbered, and the
 * client acknowledges them. For one thread.
 *
 * <p>Subclasses keep, of each thing that is encoded on its own, sets of states by their {@linkplain StateRing#place
 * places}: those in which it was sent, and those in which the client has it.
 */
public abstract class ClientMemory {
    /** How many datagrams an acknowledgement names, besides the newest. */
    public static final int ACKNOWLEDGED = 256;

    /** More datagrams than are on their way at a time. */
    private static final int DATAGRAMS = 4 * ACKNOWLEDGED;

    /** The states of even numbers, in a set whose lowest bit is that of an even one. */
    private static final long EVEN = 0x5555_5555_5555_5555L;

    /** The number of the newest datagram; 0 before the first. */
    private long number;

    /** The newest acknowledgement, and whether it was not applied yet. */
    private int acknowledged;

    private final long[] acknowledgedBefore = new long[ACKNOWLEDGED / Long.SIZE];
    private boolean acknowledges;

    /** By the lower bits of the number of a datagram: its state, its slots, and whether it has arrived. */
    private final long[] states = new long[DATAGRAMS];

    private final int[] firsts = new int[DATAGRAMS];
    private final int[] ends = new int[DATAGRAMS];
    private final boolean[] arrived = new boolean[DATAGRAMS];

    /** The newest state that the client was sent. */
    private long newestState;

    /** The newest state of which all datagrams have arrived. */
    long newestWhole;

    /** The bytes that bodies took in the newest state only because the client has no earlier state of them. */
    int newBytes;

    ClientMemory() {}

    /** The number of the newest datagram for this client; 0 before the first. */
    public final long newest() {
        return number;
    }

    /**
     * The bytes that bodies took in the newest state only because the client does not have any earlier state of them.
     */
    public final int newBytes() {
        return newBytes;
    }

    /**
     * Begins to encode a state. The first one of a client continues the highest number of all clients, so its datagrams
     * are above those that this client may have acknowledged at another address.
     *
     * @return whether it is the first one
     */
    final boolean begin(long highest) {
        newBytes = 0;
        boolean isFirst = number == 0;
        if (isFirst) {
            number = highest + ACKNOWLEDGED;
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

    /** Notes that a datagram has arrived, if it has, together with those beside it of the same state that have. */
    private void take(int datagram, SentStates sent) {
        int at = datagram & DATAGRAMS - 1;
        boolean isNew = isKept(datagram) && !arrived[at] && isAcknowledged(datagram);
        Entry state = isNew ? sent.ring.find(states[at]) : null;
        if (state == null) {
            return;
        }
        arrived[at] = true;
        int first = firsts[at];
        for (int i = datagram - 1; hasArrived(i, states[at]); i--) {
            first = firsts[i & DATAGRAMS - 1];
        }
        int end = ends[at];
        for (int i = datagram + 1; hasArrived(i, states[at]); i++) {
            end = ends[i & DATAGRAMS - 1];
        }
        newestWhole = first == 0 && end == state.slots ? Math.max(newestWhole, state.number) : newestWhole;
        arrived(sent, state, first, end);
    }

    /** Notes that the client has what it was sent of some slots in a state, which is one of the ring. */
    abstract void arrived(SentStates sent, Entry state, int firstSlot, int endSlot);

    private boolean isAcknowledged(int datagram) {
        int bit = acknowledged - datagram - 1;
        return bit < 0 || (acknowledgedBefore[bit / Long.SIZE] >>> bit & 1) != 0;
    }

    private boolean isKept(int datagram) {
        return Integer.compareUnsigned((int) number - datagram, DATAGRAMS) < 0;
    }

    private boolean hasArrived(int datagram, long state) {
        int at = datagram & DATAGRAMS - 1;
        return isKept(datagram) && arrived[at] && states[at] == state;
    }

    /** Begins a state, after what has arrived is noted. Returns the places of those that are not too old by now. */
    final long next(long state, SentStates sent) {
        for (int i = ACKNOWLEDGED; i >= 0 && acknowledges; i--) {
            take(acknowledged - i, sent);
        }
        acknowledges = false;
        long passed = Math.min(StateRing.STATES, state - newestState);
        long kept = passed == StateRing.STATES ? 0 : ~Long.rotateLeft((1L << passed) - 1, (int) newestState + 1);
        newestState = state;
        return kept;
    }

    /** Returns how many states ago the newest one was sent of which the client has all datagrams; 0 for none. */
    final int age() {
        long age = newestState - newestWhole;
        return newestWhole == 0 || age >= StateRing.STATES ? 0 : (int) age;
    }

    /** Notes the next datagram of the newest state. */
    final void send(int firstSlot, int endSlot) {
        number++;
        int at = (int) number & DATAGRAMS - 1;
        states[at] = newestState;
        firsts[at] = firstSlot;
        ends[at] = endSlot;
        arrived[at] = false;
    }

    /**
     * Returns the states to encode something from, see {@link BlockModels#from}.
     *
     * @param has those in which the client has it
     * @param apart the older state was sent so many states before the newer one, at least
     * @param isShared whether states of even numbers are better: if many are sent, most clients then need the same
     */
    static int from(long has, long state, int apart, boolean isShared) {
        // From here on, the highest bit is that of the state before.
        long all = Long.rotateRight(has, (int) state);
        long even = !isShared || apart == 1 ? 0 : all & ((state & 1) == 0 ? EVEN : ~EVEN);
        int newer = 1 + Long.numberOfLeadingZeros(even == 0 ? all : even);
        if (newer > StateRing.STATES - 1) {
            return BlockModels.NOTHING;
        }
        int least = newer + apart;
        long before = least >= StateRing.STATES ? 0 : all << least - 1;
        int older = least + Long.numberOfLeadingZeros(before);
        return BlockModels.from(newer, before == 0 || older >= StateRing.STATES ? 0 : older);
    }
}
