package io.github.freestep.net.wire;

import java.util.Arrays;

/** What the encoder knows about one block: its content now, and its baselines. For one thread. */
final class SentBlock {
    /**
     * The age of a baseline in datagrams after which it gets a new id, even if it has not changed. Datagrams carry the
     * difference between their number and the id as an int.
     */
    private static final long MAX_AGE = 1 << 30;

    /** The version of the state's block that {@link #now} was made of; -1 before the first. */
    long version = -1;

    /** The content of the newest state. */
    final int[] now;

    /** The baseline that pieces refer to; null if there is none. */
    int[] effective;

    long effectiveId;

    /** A newer baseline that is not effective yet. Its id is 0 if there is none. */
    private int[] pending;

    private long pendingId;

    /** When a baseline was last sent; unspecified before the first. */
    long sentNanos;

    /** Whether the next {@link #send} makes the content a new baseline. Set it only while none is pending. */
    boolean renews;

    /** Whether {@link #equal} is that of the present content. Clear it whenever {@link #now} is written. */
    boolean compared;

    private boolean equal;

    SentBlock(int size) {
        now = new int[size];
    }

    /** Whether the content is the effective baseline, so that pieces leave the block out. */
    boolean isEffective() {
        if (!compared) {
            equal = effective != null && Arrays.equals(now, effective);
            compared = true;
        }
        return equal;
    }

    /**
     * Whether to renew the baseline: no other one is pending, and the content has changed or the id is old.
     *
     * @param sequence the number of the newest datagram
     */
    boolean needsNew(long sequence) {
        return !hasPending() && (!isEffective() || sequence - effectiveId > MAX_AGE);
    }

    private boolean hasPending() {
        return pendingId != 0;
    }

    /** The newest baseline, or the content if there is none. */
    int[] newest() {
        return hasPending() ? pending : effective != null ? effective : now;
    }

    /** Notes that the newest baseline begins in a datagram. The first one, and one to renew, gets its number as id. */
    void send(long sequence, long nanos) {
        if (renews || newestId() == 0) {
            if (pending == null) {
                pending = new int[now.length];
            }
            System.arraycopy(now, 0, pending, 0, now.length);
            pendingId = sequence;
            renews = false;
        }
        sentNanos = nanos;
    }

    /** The id of the newest baseline; 0 if there is none. */
    long newestId() {
        return hasPending() ? pendingId : effectiveId;
    }

    /** Makes the pending baseline effective if its id is at most the given number. */
    void mature(long newestEffective) {
        if (pendingId != 0 && pendingId <= newestEffective) {
            int[] old = effective;
            effective = pending;
            effectiveId = pendingId;
            pending = old;
            pendingId = 0;
            compared = false;
        }
    }
}
