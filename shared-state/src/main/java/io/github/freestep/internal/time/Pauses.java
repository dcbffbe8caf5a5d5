package io.github.freestep.internal.time;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Remembers the newest pauses of a timeline, so that a reading of the clock can be placed in them after they have
 * ended. Allocates nothing.
 */
final class Pauses {
    static final int REMEMBERED = 8;

    private final long[] fromNanos = new long[REMEMBERED];
    private final long[] toNanos = new long[REMEMBERED];
    private long count;
    private boolean lasts;

    void begin(long wallNanos) {
        fromNanos[place(count++)] = wallNanos;
        lasts = true;
    }

    void end(long wallNanos) {
        toNanos[place(count - 1)] = wallNanos;
        lasts = false;
    }

    /**
     * Whether a wall time is in a pause. A pause includes the moment at which it begins, but not the
     * moment at which it ends.
     */
    boolean during(long wallNanos) {
        for (long i = Math.max(0, count - REMEMBERED); i < count; i++) {
            boolean open = lasts && i == count - 1;
            if (wallNanos - fromNanos[place(i)] >= 0 && (open || wallNanos - toNanos[place(i)] < 0)) {
                return true;
            }
        }
        return false;
    }

    /** Writes the pauses, with wall times relative to now. */
    void write(DataOutput out, long nowNanos) throws IOException {
        int kept = (int) Math.min(count, REMEMBERED);
        out.writeByte(kept);
        out.writeBoolean(lasts);
        for (long i = count - kept; i < count; i++) {
            out.writeLong(nowNanos - fromNanos[place(i)]);
            out.writeLong(lasts && i == count - 1 ? 0 : nowNanos - toNanos[place(i)]);
        }
    }

    /** Reads the pauses into an object that has none. */
    void read(DataInput in, long nowNanos) throws IOException {
        int kept = in.readByte();
        lasts = in.readBoolean();
        if (kept < (lasts ? 1 : 0) || kept > REMEMBERED) {
            throw new IOException("a saved timeline must have at most " + REMEMBERED + " pauses, had " + kept);
        }
        for (; count < kept; count++) {
            fromNanos[place(count)] = nowNanos - in.readLong();
            toNanos[place(count)] = nowNanos - in.readLong();
        }
    }

    private static int place(long index) {
        return (int) (index % REMEMBERED);
    }
}
