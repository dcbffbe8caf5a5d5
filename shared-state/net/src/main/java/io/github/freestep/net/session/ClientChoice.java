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
 * <p>Bodies of level n are in every {@code 1 << n}-th state. Those of level 0 are never left out. As many of the others
 * are sent as the link carries, those of lower levels first: fewer as soon as its rate is cut, and more only while it
 * shows that it carries more. Until all are sent, the client gets the fewest states, so the picture's delay stays the
 * same. Rejected: to leave out whole levels, and to send more states of what is left. Each change then moved the delay
 * by up to 80 ms, and the judder of a minute was up to 17 %.
 */
public final class ClientChoice {
    /** The time between two choices. For many clients in a large world, choosing takes as long as sending. */
    public static final long CHOICE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** As many bodies are sent as need this part of what the link carries. */
    private static final double FITS = 0.87;

    /** A body that is not in every state takes up to twice the bytes, because it is encoded from an older state. */
    private static final double RARE = 2;

    /** A body is in every state until the client has acknowledged it, with this many times the bytes. */
    private static final double NEW = 3;

    /** The parts of each level. Each is left out, or comes back, as a whole. */
    private static final int PARTS = 64;

    private static final int ALL = (ClientBodies.MOST_LEVEL + 1) * PARTS;

    private long dueNanos;
    private boolean isAsked;
    private @Nullable Object attachments;

    /** The number of chosen bodies of each level, also if they are left out. */
    private final int[] counts = new int[ALL / PARTS];

    /** The number of parts that are sent: all of the levels below, and some of the last one. */
    private int end = ALL;

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
    }

    /** Adds to the number of chosen bodies of a level. */
    public void count(int level, int bodies) {
        counts[level] += bodies;
    }

    /** Whether a chosen body is sent. */
    public boolean sends(int level, int slot) {
        return level * PARTS + slot % PARTS < end;
    }

    /** Whether chosen bodies are left out. */
    boolean leavesOut() {
        for (int level = end / PARTS; level < counts.length; level++) {
            if (counts[level] > 0) {
                return true;
            }
        }
        return false;
    }

    /** What a part takes, compared with a body that is in every state. */
    private double weightOf(int part) {
        int level = part / PARTS;
        return (level == 0 ? 1 : RARE / (1 << level)) * counts[level] / PARTS;
    }

    /** What all parts that are sent take. */
    private double weight() {
        double sum = 0;
        for (int part = 0; part < end; part++) {
            sum += weightOf(part);
        }
        return Math.max(1, sum);
    }

    /**
     * Leaves out the bodies that come least often if the link does not carry them, else sends more. After a change, the
     * next choice is due now.
     *
     * @param room how many times what is sent at the lowest rate the link carries
     * @param spare what new bodies may take in addition to those that are new already, as a part of what is sent
     * @return how many times as much is sent from now on; 1 if nothing changes
     */
    public double adapt(double room, double spare) {
        if (room >= 1 && end == ALL) {
            return 1;
        }
        double before = weight();
        double most = FITS * room * before;
        double after = before;
        if (room < 1) {
            for (; after > most && end > PARTS; end--) {
                after -= weightOf(end - 1);
            }
        } else {
            double left = spare * before;
            for (; left > 0 && end < ALL && after + weightOf(end) <= most; end++) {
                left -= NEW * counts[end / PARTS] / PARTS;
                after += weightOf(end);
            }
        }
        isAsked |= after != before;
        return Math.max(1, after) / before;
    }
}
