package io.github.freestep.internal;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The times of the newest ticks, with and without a state, for the events of samplers. A reader misses states that
 * enter and leave its window between two of its looks; their ticks are here. One thread adds, any number of threads
 * copy. Wait-free on all sides, allocates nothing.
 *
 * <p>The reader may find rows that are being overwritten. So it looks at the count again after it has copied, and keeps
 * only rows that were not due to be overwritten by then. The fences order each row between the count before it and the
 * count after it.
 */
public final class TickTimes {
    /** The number of rows: 256 ticks, a quarter of a second at 1000 Hz, which is what a service catches up at most. */
    public static final int ROWS = 256;

    /** Numbers in a row: tick, due, began, ended. */
    public static final int ROW = 4;

    private static final int COUNT = ROWS * ROW;

    private final AtomicLongArray numbers = new AtomicLongArray(COUNT + 1);

    /**
     * Adds a tick. For the thread that publishes.
     *
     * @param tick the number of the tick
     * @param dueNanos when it was due, in nanoseconds of the publisher's clock
     * @param startedNanos when its work began
     * @param endedNanos when its work ended: when its state was published, if it has one
     */
    public void add(long tick, long dueNanos, long startedNanos, long endedNanos) {
        long count = numbers.getPlain(COUNT);
        int at = index(count);
        VarHandle.releaseFence();
        numbers.setOpaque(at, tick);
        numbers.setOpaque(at + 1, dueNanos);
        numbers.setOpaque(at + 2, startedNanos);
        numbers.setOpaque(at + 3, endedNanos);
        numbers.setRelease(COUNT, count + 1);
    }

    /**
     * Copies the times of the newest ticks.
     *
     * @param seen what the last call returned; 0 at first
     * @param into where to copy {@value #ROW} numbers for each tick, the oldest first: the tick, or
     *     {@link StateInside#NO_TICK} if it was overwritten meanwhile; when it was due, when its work began, and when
     *     it ended, all in nanoseconds of the publisher's clock
     * @return the number of ticks so far. The array has the newest {@code n} of those that were not seen; {@code n} is
     *     at most {@value #ROWS}, and at most a quarter of the array's length
     */
    public long copy(long seen, long[] into) {
        long count = numbers.getAcquire(COUNT);
        int room = Math.min(ROWS, into.length / ROW);
        int rows = (int) Math.max(0, Math.min(room, count - seen));
        for (int row = 0; row < rows; row++) {
            int from = index(count - rows + row);
            for (int i = 0; i < ROW; i++) {
                into[row * ROW + i] = numbers.getOpaque(from + i);
            }
        }
        VarHandle.acquireFence();
        // The row of this number of ticks may be half written, and it takes the place of the oldest one.
        long oldest = numbers.getOpaque(COUNT) - ROWS + 1;
        for (int row = 0; row < rows && count - rows + row < oldest; row++) {
            into[row * ROW] = StateInside.NO_TICK;
        }
        return count;
    }

    private static int index(long count) {
        return (int) (count & ROWS - 1) * ROW;
    }
}
