package io.github.freestep.physics.rooms.workers;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts the turns of a worker's thread: its entries into user code and its exits from it. The count decides which
 * thread may touch the worker's other runs if a turn hangs; see the document of this package. {@link #enter} and
 * {@link #forget} are for that thread, the rest is for any thread. Never blocks; allocates nothing.
 *
 * @param <R> the type of the runs
 */
final class Turns<R> {
    /**
     * The longest turn during which a worker can get a run from another one. A run that moves would wait for the end of
     * a longer one, and a worker in a call that hangs measures nothing, so it would seem to need least.
     */
    private static final long LONG_NANOS = 100_000_000;

    /** Odd while user code runs. */
    private final AtomicLong count = new AtomicLong();

    /** When the newest turn began, by the clock of the worker. Written before the count. */
    private final AtomicLong enteredNanos = new AtomicLong();

    /**
     * The run whose code runs, or ran last; null if that has ended. Written before the count, so another thread reads
     * it after the turn.
     */
    @Nullable R current;

    /** Begins a turn in user code of a run, and returns its number, which is odd. */
    long enter(R run, long nowNanos) {
        long turn = count.getPlain() + 1;
        current = run;
        enteredNanos.setOpaque(nowNanos);
        count.setRelease(turn);
        return turn;
    }

    /** Ends a turn. Of all threads that call this for one turn, exactly one gets true. */
    boolean end(long turn) {
        return count.compareAndSet(turn, turn + 1);
    }

    /** Returns the number of the present turn. The number is odd in user code, and even outside of it. */
    long turn() {
        return count.getAcquire();
    }

    /** Drops the reference to a run that has left. */
    void forget(R run) {
        if (current == run) {
            current = null;
        }
    }

    /** Returns whether the present turn has lasted for so long that it may hang. */
    boolean isLong(long nowNanos) {
        // The turn first: the time may then be that of a newer turn, which is not long.
        boolean inTurn = (turn() & 1) != 0;
        return inTurn && nowNanos - enteredNanos.getOpaque() > LONG_NANOS;
    }
}
