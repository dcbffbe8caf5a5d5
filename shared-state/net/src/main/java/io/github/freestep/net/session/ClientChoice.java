package io.github.freestep.net.session;

import io.github.freestep.net.wire.ClientBodies;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides when the bodies of a client are chosen anew, and which of them the client is sent. If its link or its budget
 * carries less than ten states per second of all bodies, those that come least often are left out. For the server's
 * thread; allocates nothing.
 *
 * <p>Bodies of level n are in every {@code 1 << n}-th state. Those of level 0 are never left out. Each attempt to send
 * more that fails doubles the time until the next one. A new overload, long after a successful attempt, begins with the
 * shortest time again.
 */
public final class ClientChoice {
    /** The time between two choices. For many clients in a large world, choosing takes as long as sending. */
    public static final long CHOICE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** How long states must be too large before bodies are left out. Their sizes are averaged over this time. */
    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** How long bodies stay left out at first, and at most. */
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(4);

    private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(64);

    /** After an attempt, an overload within this many times the wait before it means that the attempt has failed. */
    private static final int FAILS_WITHIN = 2;

    private static final int ALL = ClientBodies.MOST_LEVEL + 1;

    private long dueNanos;
    private boolean isAsked;
    private @Nullable Object attachments;

    /** A bit for each level that has bodies. */
    private int levels;

    /** The bodies of this level and those above it are left out. */
    private int end = ALL;

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

    /**
     * Sets which levels have chosen bodies.
     *
     * @param chosen a bit for each level that has bodies, also if they are left out
     */
    public void levels(int chosen) {
        levels = chosen;
    }

    /** Whether bodies of a level are sent. */
    public boolean sends(int level) {
        return level < end;
    }

    /**
     * Leaves out the bodies that come least often if the link does not carry them, and tries again later. If so, the
     * next choice is due now.
     *
     * @param isTooMuch whether the link carries less than what is sent at the lowest rate
     * @param isEasy whether it carries at least twice as much
     * @return whether other bodies are sent from now on
     */
    public boolean adapt(boolean isTooMuch, boolean isEasy, long nowNanos) {
        tooMuchNanos = isTooMuch && wasTooMuch ? tooMuchNanos : nowNanos;
        wasTooMuch = isTooMuch;
        int highest = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(levels & (1 << end) - 1);
        if (isTooMuch && highest > 0 && nowNanos - tooMuchNanos >= SETTLE_NANOS) {
            boolean isNew = nowNanos - changedNanos > FAILS_WITHIN * waitNanos;
            if (wasAdded) {
                waitNanos = isNew ? WAIT_NANOS : Math.min(MOST_WAIT_NANOS, 2 * waitNanos);
            }
            change(highest, nowNanos);
            return true;
        }
        if (isEasy && end < ALL && nowNanos - changedNanos >= waitNanos) {
            int next = end + Integer.numberOfTrailingZeros(levels >>> end) + 1;
            change(next >= ALL || levels >>> next == 0 ? ALL : next, nowNanos);
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
