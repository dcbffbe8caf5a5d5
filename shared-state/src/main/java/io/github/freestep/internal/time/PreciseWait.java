package io.github.freestep.internal.time;

import io.github.freestep.time.NanoClock;
import java.util.Objects;

/**
 * Waits for a moment to well below what the operating system's timer does: parks until shortly before it, then spins.
 * One instance belongs to one thread; allocates nothing; gives the processor back for all but the last stretch.
 *
 * <p>How long that stretch must be, the margin, is learned from how late the parks end: about one in a thousand may
 * outlast it. It is bounded by a budget of processor time: over what a park oversleeps at the least, the margin adds at
 * most the budget's share of the time between deadlines, so no single wait spins for longer, except after a park that
 * oversleeps less than those before it. Parks that end later than that are left late: a spin that would catch the rare
 * preemption of milliseconds costs a core, and does not even help, since spinners are preempted too. Where deadlines
 * follow faster than parks return, the budget holds too, and most are late.
 *
 * <p>If the system's timer wakes threads on a grid, a wait ends up to one grid interval late: a few thousandths of a
 * core do not span a millisecond. On Windows the interval is 15.6 ms, unless the process raises the timer's resolution
 * to 1 ms. HotSpot does that while any thread is in a {@link Thread#sleep} whose length is not a multiple of 10 ms. The
 * threads that Freestep starts keep such a sleeper; a host's own thread needs one of its own. This was tested on
 * simulated grids of 15.6, 1 and 0.5 ms and on Linux, not on Windows. There, HotSpot also rounds parks down to whole
 * milliseconds: a wait may take two parks and end two intervals late.
 *
 * <p>A fixed margin was the alternative. It is either too short for a machine that sleeps deep or a waste on one that
 * does not: parks end 5 us late on one machine and 130 on another.
 */
public final class PreciseWait {
    /**
     * The default budget, in thousandths of one core: 50 us of each 10 ms, on top of what every park oversleeps.
     *
     * <p>More buys microseconds that no picture shows, since a reader's look-behind has a margin of hundreds; and each
     * service of a process pays for it.
     */
    public static final int DEFAULT_BUDGET_PER_MILLE = 5;

    /** A park that ends late raises the margin by so much, however late: the balance is about how often ... */
    private static final long RISE_NANOS = 20_000;

    /** ... and one in time lowers it by a thousandth of that, so that one in a thousand being late is the balance. */
    private static final long FALL_NANOS = RISE_NANOS / 1_000;

    /** Not worth a system call. */
    private static final long SHORTEST_PARK_NANOS = 5_000;

    /** A single oversleep beyond this says nothing about the timer; a pause between waits says nothing about the rate. */
    private static final long OUTLIER_NANOS = 2_000_000;

    /**
     * On a timer that wakes threads on a grid, how long a park oversleeps depends on where it was to end. A margin that
     * follows the least oversleep upwards then reaches the previous grid point, and spins all the way from there.
     * Averaged over waits, that spin is as long as the least oversleep climbs per wait. So it climbs by at most the
     * budget and this fraction of the interval.
     */
    private static final long CLIMB_SHARE = 5_000;

    private static final long LONGEST_INTERVAL_NANOS = 100_000_000;

    private final NanoClock clock;
    private final int budgetPerMille;

    private boolean waited;
    private long lastDeadlineNanos;
    private long budgetNanos;
    private long climbNanos;
    private long leastNanos;
    /** As learned; a wait whose budget is small uses less of it, and forgets none. */
    private long marginNanos;

    /**
     * With the default budget of {@value #DEFAULT_BUDGET_PER_MILLE} thousandths of a core.
     *
     * @param clock what to wait by
     */
    public PreciseWait(NanoClock clock) {
        this(clock, DEFAULT_BUDGET_PER_MILLE);
    }

    /**
     * Waits on a clock, with a spin budget in thousandths of one core.
     *
     * @param clock what to wait by
     * @param budgetPerMille from 0 to 1000; 0 only makes up for what every park oversleeps
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
     * leaves the interrupt flag as it is.
     *
     * @param deadlineNanos a reading of the clock; one that has passed returns at once
     * @return the clock's reading on return
     */
    public long until(long deadlineNanos) {
        return until(deadlineNanos, () -> {});
    }

    /**
     * Waits for a deadline, given in nanoseconds of the clock, and runs something short between the end of the park and
     * the deadline instead of spinning: to touch what has left the processor's caches during the park, and is needed at
     * the deadline.
     *
     * @param deadlineNanos a reading of the clock; one that has passed returns at once
     * @param warmUp called once, by this thread, if the parking ends before the deadline
     * @return the clock's reading on return
     */
    public long until(long deadlineNanos, Runnable warmUp) {
        Objects.requireNonNull(warmUp, "warm-up must not be null");
        budget(deadlineNanos);
        long now = clock.nanoTime();
        // Where the margin is all of the wait, and the wait more than the budget, it is better late than spun away.
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
     * How long before a deadline the parking ends and the spinning begins, in nanoseconds, as learned so far.
     *
     * @return within the budget of the newest wait
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
