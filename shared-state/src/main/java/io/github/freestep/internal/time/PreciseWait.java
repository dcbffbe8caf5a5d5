package io.github.freestep.internal.time;

import io.github.freestep.time.NanoClock;
import java.util.Objects;

/**
 * Waits for a deadline much more precisely than the operating system's timer: parks until shortly before it, then
 * spins. One instance belongs to one thread; allocates nothing. It uses the processor only while it spins.
 *
 * <p>The <i>margin</i> is how long before the deadline the park is to end. A park <i>oversleeps</i> by the time that it
 * ends late. The margin is learned from that: it settles where about one park in a thousand oversleeps by more. A
 * budget of processor time bounds it: {@code margin <= least oversleep of a park + budget * time between deadlines}. A
 * wait therefore spins for at most {@code budget * time between deadlines}, unless its park oversleeps less than all
 * parks before it. If a park oversleeps by more than the margin, its wait ends late. Rejected: a margin that covers the
 * rare preemptions of milliseconds. It would cost a core and would not help, because a spinning thread is preempted
 * too. If deadlines follow each other faster than parks return, the budget still holds, but most waits end late.
 *
 * <p>Some systems' timers wake threads only on a grid of times. There a wait ends up to one grid interval late, because
 * a budget of a few thousandths of a core is too short to spin through an interval of a millisecond. On Windows the
 * interval is 15.6 ms, unless the process raises the timer's resolution to 1 ms. HotSpot does that while any thread is
 * in a {@link Thread#sleep} whose length is not a multiple of 10 ms. The threads that Freestep starts keep such a
 * sleeper; a host's own thread needs one of its own. This was tested on simulated grids of 15.6, 1 and 0.5 ms and on
 * Linux, not on Windows. There, HotSpot also rounds parks down to whole milliseconds: a wait may take two parks and end
 * two intervals late.
 *
 * <p>Rejected: a fixed margin. It is either too short for a machine that sleeps deeply or wasteful on one that does
 * not: parks end 5 us late on one machine and 130 us on another.
 */
public final class PreciseWait {
    /**
     * The default budget, in thousandths of one core: 50 us of each 10 ms, in addition to the least oversleep of
     * a park.
     *
     * <p>A larger budget makes ticks less late by microseconds. No picture shows that, because a reader adds hundreds
     * of microseconds to its allowed lateness anyway. And each service of a process would pay for the larger budget.
     */
    public static final int DEFAULT_BUDGET_PER_MILLE = 5;

    /**
     * The rise of the margin after a park that oversleeps by more than the margin. The rise does not depend on by how
     * much, because the margin controls how many parks are late, and not how late they are.
     */
    private static final long RISE_NANOS = 20_000;

    /**
     * The fall of the margin after every other park: a thousandth of the rise. So the margin settles where one park in
     * a thousand is late.
     */
    private static final long FALL_NANOS = RISE_NANOS / 1_000;

    /** A shorter park is not worth a system call. */
    private static final long SHORTEST_PARK_NANOS = 5_000;

    /**
     * The longest oversleep to learn from. A longer one counts as this long, because it says nothing about the timer.
     */
    private static final long OUTLIER_NANOS = 2_000_000;

    /**
     * Limits how fast the least oversleep climbs: per wait by at most the budget plus {@code interval / CLIMB_SHARE}.
     * If a timer wakes threads on a grid, the oversleep of a park depends on where between two grid points the park
     * should end. The margin rises with the least oversleep, until a park ends one grid point earlier. The wait then
     * spins from that point to the deadline. Averaged over waits, that spin is as long as the climb per wait, so
     * limiting the climb limits the spin.
     */
    private static final long CLIMB_SHARE = 5_000;

    /**
     * The longest time between deadlines that counts for the budget. A longer one says nothing about the rate of waits.
     */
    private static final long LONGEST_INTERVAL_NANOS = 100_000_000;

    private final NanoClock clock;
    private final int budgetPerMille;

    private boolean waited;
    private long lastDeadlineNanos;
    private long budgetNanos;
    private long climbNanos;
    private long leastNanos;
    /** The learned margin. A wait with a small budget uses only a part of it, and leaves the learned value as it is. */
    private long marginNanos;

    /**
     * Waits on a clock, with the default budget of {@value #DEFAULT_BUDGET_PER_MILLE} thousandths of a core.
     *
     * @param clock the clock that is read and waited with
     */
    public PreciseWait(NanoClock clock) {
        this(clock, DEFAULT_BUDGET_PER_MILLE);
    }

    /**
     * Waits on a clock, with a spin budget in thousandths of one core.
     *
     * @param clock the clock that is read and waited with
     * @param budgetPerMille from 0 to 1000; with 0, the margin is only the least oversleep of a park
     * @throws IllegalArgumentException outside 0 to 1000
     */
    public PreciseWait(NanoClock clock, int budgetPerMille) {
        if (budgetPerMille < 0 || budgetPerMille > 1_000) {
            throw new IllegalArgumentException(
                    "budgetPerMille must be between 0 and 1000 thousandths of a core, was " + budgetPerMille);
        }
        this.clock = Objects.requireNonNull(clock, "clock must not be null");
        this.budgetPerMille = budgetPerMille;
    }

    /**
     * Waits for a deadline, given in nanoseconds of the clock. Returns earlier only if the thread is interrupted, and
     * does not change the interrupt flag.
     *
     * @param deadlineNanos a reading of the clock; if it has passed, the call returns at once
     * @return the clock's reading on return
     */
    public long until(long deadlineNanos) {
        return until(deadlineNanos, () -> {});
    }

    /**
     * Waits for a deadline, given in nanoseconds of the clock. Between the end of the park and the deadline, it first
     * runs a short warm-up and spins only for the rest. The warm-up should touch data and code that are needed at the
     * deadline and have left the processor's caches during the park.
     *
     * @param deadlineNanos a reading of the clock; if it has passed, the call returns at once
     * @param warmUp called once, by this thread, if the park ends before the deadline
     * @return the clock's reading on return
     */
    public long until(long deadlineNanos, Runnable warmUp) {
        Objects.requireNonNull(warmUp, "warmUp must not be null");
        budget(deadlineNanos);
        long now = clock.nanoTime();
        // If the margin is as long as the whole wait, and the wait is longer than the budget, park once and be late
        // instead of spinning.
        boolean mustPark = deadlineNanos - now > budgetNanos + SHORTEST_PARK_NANOS;
        long parkNanos;
        while ((parkNanos = deadlineNanos - marginNanos() - now) >= SHORTEST_PARK_NANOS || mustPark) {
            parkNanos = Math.max(parkNanos, SHORTEST_PARK_NANOS);
            mustPark = false;
            clock.park(parkNanos);
            long wanted = now + parkNanos;
            now = clock.nanoTime();
            if (now - wanted >= 0) {
                learn(now - wanted);
            } else if (Thread.currentThread().isInterrupted()) {
                return now;
            }
        }
        if (now - deadlineNanos < 0) {
            warmUp.run();
            now = clock.nanoTime();
        }
        while (now - deadlineNanos < 0) {
            clock.spin();
            now = clock.nanoTime();
        }
        return now;
    }

    /**
     * How long before a deadline the park ends and the spinning begins, in nanoseconds, as learned so far.
     *
     * @return the learned margin, limited by the budget of the newest wait
     */
    public long marginNanos() {
        return Math.min(marginNanos, leastNanos + budgetNanos);
    }

    private void budget(long deadlineNanos) {
        long interval = waited ? deadlineNanos - lastDeadlineNanos : deadlineNanos - clock.nanoTime();
        waited = true;
        lastDeadlineNanos = deadlineNanos;
        interval = Math.min(Math.max(interval, 0), LONGEST_INTERVAL_NANOS);
        budgetNanos = interval * budgetPerMille / 1_000;
        climbNanos = budgetNanos + interval / CLIMB_SHARE;
    }

    private void learn(long oversleptNanos) {
        long overslept = Math.min(oversleptNanos, OUTLIER_NANOS);
        leastNanos = Math.min(overslept, leastNanos + Math.min((overslept - leastNanos) / 64, climbNanos));
        if (overslept <= marginNanos) {
            marginNanos = Math.max(0, marginNanos - FALL_NANOS);
        } else if (marginNanos < leastNanos + budgetNanos) {
            marginNanos += RISE_NANOS;
        }
    }
}
