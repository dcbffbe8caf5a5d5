package io.github.freestep.net.session;

import io.github.freestep.net.wire.ClientBodies;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides when the bodies of a client are chosen anew, and which of them the client is sent. If its link or its budget
 * carries less than ten states per second of all bodies, those that come least often are left out. For the server's
 * thread; allocates nothing.
 *
 * <p>Bodies of level n are in every {@code 1 << n}-th state. Those of level 0 are never left out. Others come back once
 * the link carries what they need, as far as is known from those that are sent. Each attempt to send more that fails
 * doubles the time until the next one. A new overload, long after a successful attempt, begins with the shortest time
 * again.
 */
public final class ClientChoice {
    /** The time between two choices. For many clients in a large world, choosing takes as long as sending. */
    public static final long CHOICE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** How long states must be too large before bodies are left out. */
    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How long bodies stay left out at first, and at most. */
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(4);

    private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(64);

    /** After an attempt, an overload within this many times the wait before it means that the attempt has failed. */
    private static final int FAILS_WITHIN = 2;

    /** Bodies are sent again if all need less than this part of what the link carries. */
    private static final double FITS = 0.87;

    /** The number of parts in which they come back. All at once, they would fill a slow link's queue for seconds. */
    private static final int PARTS = 32;

    /** A body that is not in every state takes up to twice the bytes, because it often needs a new baseline. */
    private static final double RARE = 2;

    private static final int ALL = ClientBodies.MOST_LEVEL + 1;

    private long dueNanos;
    private boolean isAsked;
    private @Nullable Object attachments;

    /** The number of chosen bodies of each level, also if they are left out. */
    private final int[] counts = new int[ALL];

    /** The bodies of this level and those above it are left out. */
    private int end = ALL;

    /** Of the bodies from this level on, only this many parts are sent, and whether one more may be. */
    private int addedFrom = ALL;

    private int parts = PARTS;
    private boolean mayAdd;

    private boolean wasTooMuch;
    private long tooMuchNanos;

    /** When the levels have changed, and whether more are sent since then. */
    private long changedNanos;

    private boolean wasAdded;

    private long waitNanos = WAIT_NANOS;

    /**
     * Creates the choice of a client that has joined.
     *
     * @param firstNanos the first moment of the client, not later than now. It has another one each 200 ms, so clients
     *     with different ones do not choose in the same state
     */
    public ClientChoice(long firstNanos) {
        dueNanos = firstNanos;
    }

    /** Whether to choose now. If so, the next choice is due at the client's next moment. */
    public boolean isDue(long nowNanos) {
        boolean isMoment = nowNanos - dueNanos >= 0;
        boolean isDue = isMoment || isAsked;
        if (isMoment) {
            // After a stall, too, each client has the moments that it had before.
            dueNanos += (1 + (nowNanos - dueNanos) / CHOICE_NANOS) * CHOICE_NANOS;
        }
        isAsked = false;
        return isDue;
    }

    /** Whether bodies were attached or detached since the last call. */
    public boolean attaches(Object newAttachments) {
        boolean attaches = attachments != newAttachments;
        attachments = newAttachments;
        return attaches;
    }

    /** Begins a choice. */
    public void begin() {
        Arrays.fill(counts, 0);
        parts += mayAdd && parts < PARTS ? 1 : 0;
    }

    /** Adds to the number of chosen bodies of a level. */
    public void count(int level, int bodies) {
        counts[level] += bodies;
    }

    /** Whether a chosen body is sent. */
    public boolean sends(int level, int slot) {
        return level < end && (level < addedFrom || slot % PARTS < parts);
    }

    /** Whether chosen bodies are left out. */
    boolean leavesOut() {
        return weight(end) < weight(ALL);
    }

    /** What the bodies below a level take, compared with one that is in every state. */
    private double weight(int level) {
        double sum = counts[0];
        for (int i = 1; i < level; i++) {
            sum += RARE * counts[i] / (1 << i);
        }
        return sum;
    }

    /** The highest level below which all bodies fit, if the link carries this many times those that are sent. */
    private int fitting(double room) {
        double most = room * Math.max(1, weight(end));
        int fitting = 1;
        while (fitting < ALL && weight(fitting + 1) <= most) {
            fitting++;
        }
        return fitting;
    }

    /**
     * Leaves out the bodies that come least often if the link does not carry them, and tries again later. If so, the
     * next choice is due now.
     *
     * @param room how many times what is sent at the lowest rate the link carries
     * @param hasRoom whether it carries new bodies now, besides those that are new already
     * @return whether other bodies are sent from now on
     */
    public boolean adapt(double room, boolean hasRoom, long nowNanos) {
        mayAdd = hasRoom;
        boolean isTooMuch = room < 1;
        tooMuchNanos = isTooMuch && wasTooMuch ? tooMuchNanos : nowNanos;
        wasTooMuch = isTooMuch;
        int fitting = fitting(FITS * room);
        if (isTooMuch && weight(fitting) < weight(end) && nowNanos - tooMuchNanos >= SETTLE_NANOS) {
            boolean isNew = nowNanos - changedNanos > FAILS_WITHIN * waitNanos;
            if (wasAdded) {
                waitNanos = isNew ? WAIT_NANOS : Math.min(MOST_WAIT_NANOS, 2 * waitNanos);
            }
            change(parts < PARTS ? Math.min(addedFrom, fitting) : fitting, nowNanos);
            return true;
        }
        if (!isTooMuch && parts == PARTS && weight(fitting) > weight(end) && nowNanos - changedNanos >= waitNanos) {
            addedFrom = end;
            parts = 0;
            change(fitting, nowNanos);
            wasAdded = true;
            return true;
        }
        return false;
    }

    private void change(int newEnd, long nowNanos) {
        end = newEnd;
        changedNanos = nowNanos;
        wasAdded = false;
        wasTooMuch = false;
        isAsked = true;
    }
}
