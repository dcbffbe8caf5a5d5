package io.github.freestep.net.wire;

import java.util.Arrays;

/** The two newest baselines of a block that a receiver has. For one thread; allocates only when it is made. */
final class StoredBlock {
    private int[] newer;
    private int[] older;

    /** The ids; 0 if there is none. */
    private long newerId;

    private long olderId;

    /** The datagrams in which they came last. */
    private long newerSequence;

    private long olderSequence;

    StoredBlock(int size) {
        newer = new int[size];
        older = new int[size];
    }

    /** Stores a baseline, or notes that it came again. One that is older than the newest is ignored. */
    void store(int[] ints, int length, long id, long sequence) {
        if (id < newerId) {
            return;
        }
        if (id > newerId) {
            int[] oldest = older;
            older = newer;
            olderId = newerId;
            olderSequence = newerSequence;
            newer = oldest;
            newerId = id;
            System.arraycopy(ints, 0, newer, 0, length);
            Arrays.fill(newer, length, newer.length, 0);
        }
        newerSequence = sequence;
    }

    int[] find(long id) {
        return id == newerId ? newer : id == olderId ? older : null;
    }

    /**
     * Returns the newest id up to a number. A baseline that came last before a gap in the datagrams does not count: a
     * newer one may have been in the gap.
     */
    long newest(long effective, long unbroken) {
        if (newerId <= effective) {
            return newerSequence >= unbroken ? newerId : 0;
        }
        return olderId <= effective && olderSequence >= unbroken ? olderId : 0;
    }
}
