package io.github.freestep.net.wire;

import io.github.freestep.net.wire.StateRing.Entry;
import org.jspecify.annotations.Nullable;

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

    /** More datagrams than are on their way at a time, except in a large world. */
    private static final int DATAGRAMS = 4 * ACKNOWLEDGED;

    /** In this time, 100 ms and some jitter, a client is sent a state even if nothing has changed. */
    private static final long REST_NANOS = 105_000_000;

    /** The states of even numbers, in a set whose lowest bit is that of an even one. */
    private static final long EVEN = 0x5555_5555_5555_5555L;

    /** The number of the newest datagram; 0 before the first. */
    private long number;

    /** The newest acknowledgement. */
    private int acknowledged;

    private final long[] acknowledgedBefore = new long[ACKNOWLEDGED / Long.SIZE];

    /** By the lower bits of the number of a datagram: its state, its slots, and whether it has arrived. */
    private final long[] states;

    private final int[] firsts;
    private final int[] ends;
    private final boolean[] arrived;

    /** Has the states; null before the first. */
    private @Nullable SentStates sent;

    /** The newest state that the client was sent. */
    private long newestState;

    /** The newest state of which all datagrams have arrived. */
    long newestWhole;

    /** Since which state nothing has changed; 0 if something has. */
    private long restsSince;

    /** When there was last a state for the client. */
    private long nowNanos;

    /** When the client was last sent a state. */
    private long toldNanos;

    /** When a state was last left out. */
    private long restedNanos;

    /** The bytes that bodies took in the newest state only because the client has no earlier state of them. */
    public int newBytes;

    /** @param datagrams how many may be on their way at a time, if that is more than usual */
    ClientMemory(int datagrams) {
        int kept = Integer.highestOneBit(Math.max(DATAGRAMS, datagrams));
        states = new long[kept];
        firsts = new int[kept];
        ends = new int[kept];
        arrived = new boolean[kept];
    }

    /** The number of the newest datagram for this client; 0 before the first. */
    public final long newest() {
        return number;
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
     * Takes what the client has received, at once, because the next acknowledgement may not name the same datagrams. A
     * client can send any number of them, but each datagram of a state takes time only once. Ignores what is not newer
     * than what came before, and datagrams that were never sent: a damaged number would otherwise hide all later ones.
     *
     * @param newest the lower bits of the number of its newest datagram
     * @param before a bit for each datagram before that, the lowest for the one before it
     */
    public final void acknowledge(int newest, long[] before) {
        if (newest - acknowledged <= 0 || (int) number - newest < 0) {
            return;
        }
        acknowledged = newest;
        System.arraycopy(before, 0, acknowledgedBefore, 0, before.length);
        for (int i = ACKNOWLEDGED; i >= 0; i--) {
            take(newest - i);
        }
    }

    /** Notes that a datagram has arrived, if it has, together with those beside it of the same state that have. */
    private void take(int datagram) {
        int at = at(datagram);
        boolean isNew = isKept(datagram) && !arrived[at] && isAcknowledged(datagram);
        Entry state = isNew ? sent.ring.find(states[at]) : null;
        if (state == null) {
            return;
        }
        arrived[at] = true;
        int first = firsts[at];
        for (int i = datagram - 1; hasArrived(i, states[at]); i--) {
            first = firsts[at(i)];
        }
        int end = ends[at];
        for (int i = datagram + 1; hasArrived(i, states[at]); i++) {
            end = ends[at(i)];
        }
        newestWhole = first == 0 && end == state.slots ? Math.max(newestWhole, state.number) : newestWhole;
        arrived(sent, state, first, end);
    }

    private int at(int datagram) {
        return datagram & states.length - 1;
    }

    /** Notes that the client has what it was sent of some slots in a state, which is one of the ring. */
    abstract void arrived(SentStates sent, Entry state, int firstSlot, int endSlot);

    private boolean isAcknowledged(int datagram) {
        int bit = acknowledged - datagram - 1;
        return bit < 0 || (acknowledgedBefore[bit / Long.SIZE] >>> bit & 1) != 0;
    }

    private boolean isKept(int datagram) {
        return Integer.compareUnsigned((int) number - datagram, states.length) < 0;
    }

    private boolean hasArrived(int datagram, long state) {
        int at = at(datagram);
        return isKept(datagram) && arrived[at] && states[at] == state;
    }

    /** Begins a state. Returns the places of those that are not too old by now. */
    final long next(long state, SentStates states) {
        sent = states;
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

    /**
     * Whether to leave the newest state out, because the client knows that nothing has changed, and was told so lately.
     *
     * @param rests whether nothing has changed since a state that the client has
     */
    final boolean leavesOut(boolean rests) {
        restsSince = !rests ? 0 : restsSince == 0 ? newestState : restsSince;
        long now = sent.nowNanos;
        long nextNanos = now + now - nowNanos;
        nowNanos = now;
        boolean leavesOut = rests && newestWhole >= restsSince && nextNanos - toldNanos < REST_NANOS;
        toldNanos = leavesOut ? toldNanos : now;
        restedNanos = leavesOut ? now : restedNanos;
        return leavesOut;
    }

    /** Lets the next state be sent even if nothing has changed, because it says what else was sent. */
    public final void tell() {
        toldNanos = nowNanos - REST_NANOS;
    }

    /** Whether states were left out since a time, so that few datagrams have come. */
    public final boolean hasRested(long sinceNanos) {
        return restedNanos - sinceNanos > 0;
    }

    /** Notes the next datagram of the newest state. */
    final void send(int firstSlot, int endSlot) {
        sent.isUsed = true;
        number++;
        int at = at((int) number);
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
