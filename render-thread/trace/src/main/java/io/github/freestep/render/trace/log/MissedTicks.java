package io.github.freestep.render.trace.log;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.TickTimes;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;

/**
 * Finds the tick that made others late, if its state was in no window that the sampler acquired. After a long step the
 * thread catches up within a frame, and the states of the catch-up push that of the long step out of the window. For
 * the sampler's thread; wait-free, allocates nothing.
 */
final class MissedTicks {
    private static final int ROW = TickTimes.ROW;

    /** Less is no cause of uneven motion. */
    private static final long LEAST_NANOS = 1_000_000;

    /** A missed tick is recorded only if it is worse than all others by this factor. So most frames record none. */
    private static final int WORSE = 2;

    private final long[] times = new long[TickTimes.ROWS * ROW];
    private TickTimes ticks;
    private long seen;
    private long seenTick = State.NO_TICK;
    private long freeNanos;

    long tick;
    long dueNanos;
    long startedNanos;
    long endedNanos;

    void opened(StateBuffer buffer) {
        ticks = Inside.of(buffer).ticks();
        // What came before the first frame is of no interest.
        seen = ticks.copy(Long.MAX_VALUE, times);
    }

    /**
     * Looks at the ticks since the last window, whose newest state had the given tick. Returns whether one must be
     * recorded, and then sets its times.
     */
    boolean find(StateReader window, long newestTick) {
        long count = ticks.copy(seen, times);
        int rows = (int) Math.min(TickTimes.ROWS, count - seen);
        seen = count;
        long worst = LEAST_NANOS;
        long acquired = 0;
        boolean found = false;
        for (int row = 0; row < rows; row++) {
            int at = row * ROW;
            long each = times[at];
            if (each == State.NO_TICK) {
                continue;
            }
            long free = seenTick == State.NO_TICK ? times[at + 1] : Math.max(times[at + 1], freeNanos);
            long trouble = Math.max(times[at + 3] - times[at + 2], times[at + 2] - free);
            freeNanos = times[at + 3];
            seenTick = each;
            if (each <= newestTick || has(window, each)) {
                acquired = Math.max(acquired, trouble);
            } else if (trouble > worst) {
                worst = trouble;
                found = true;
                tick = each;
                dueNanos = times[at + 1];
                startedNanos = times[at + 2];
                endedNanos = times[at + 3];
            }
        }
        return found && worst >= WORSE * acquired;
    }

    private static boolean has(StateReader window, long tick) {
        for (int age = 0; age < window.size(); age++) {
            if (window.state(age).tick() == tick) {
                return true;
            }
        }
        return false;
    }
}
