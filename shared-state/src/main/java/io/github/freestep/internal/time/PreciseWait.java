package io.github.freestep.internal.time;

import io.github.freestep.internal.Ranges;
import io.github.freestep.time.NanoClock;
import java.util.Objects;

/**
 * Waits for a deadline much more precisely than the operating system's timer: parks until shortly before it, then
 * spins. One instance belongs to one thread; allocates nothing. It uses the processor only while it spins.
 *
 * <p>The <i>margin</i> is the time from the requested end of the park to the deadline. If a park ends late, it
 * <i>oversleeps</i> by that time. If it oversleeps by more than the margin, the wait ends late. The margin is learned
 * from the parks: it settles where about one park in a thousand oversleeps by more. A budget of processor time bounds
 * the margin: {@code margin <= least oversleep of a park + budget * time between deadlines}. So a wait spins for at
 * most {@code budget * time between deadlines}, unless its park oversleeps by less than the least oversleep learned so
 * far. If deadlines follow each other faster than parks return, the budget still holds, but most waits end late.
 * Rejected: a margin that covers the rare preemptions of milliseconds. It would cost a core and would not help, because
 * a spinning thread is preempted too.
 *
 * <p>Some systems' timers wake threads only on a grid of times. There a wait ends up to one grid interval late, because
 * a budget of a few thousandths of a core is too short to spin through an interval of a millisecond. On Windows the
 * interval is 15.6 ms, unless the process raises the timer's resolution to 1 ms. HotSpot does that while any thread is
 * in a {@link Thread#sleep} whose length is not a multiple of 10 ms. Freestep keeps such a sleeper for the threads that
 * it starts; a host that calls this class on its own thread needs a sleeper of its own. HotSpot on Windows also rounds
 * parks down to whole milliseconds, so a wait may take two parks and end two intervals late. All this was tested on
 * simulated grids of 15.6, 1 and 0.5 ms and on Linux, not on Windows.
 *
 * <p>Rejected: a fixed margin. It is either too short for a machine that sleeps deeply, or wasteful on one that does
 * not. For example, parks end 5 us late on one machine and 130 us on another.
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
     * The rise of the margin after a park that oversleeps by more than the margin. It is always the same, because the
     * margin controls how many parks are late, and not how late they are.
     */
    private static final long RISE_NANOS = 20_000;

    /**
     * The fall of the margin after a park that does not: a thousandth of the rise. So the margin settles where one park
     * in a thousand oversleeps by more than the margin.
     */
    private static final long FALL_NANOS = RISE_NANOS / 1_000;

    /** The shortest park. A shorter one is not worth a system call. */
    private static final long SHORTEST_PARK_NANOS = 5_000;

    /**
     * The longest oversleep to learn from. A longer one counts as this long, because it says nothing about the timer.
     */
    private static final long OUTLIER_NANOS = 2_000_000;

    /**
     * Limits how fast the least oversleep climbs. Per wait it climbs by at most
     * {@code budget + interval / CLIMB_SHARE}, where the interval is the time between deadlines. This limits the
     * spinning on systems whose timer wakes threads on a grid:
     *
     * <ol>
     *   <li>A park ends at the first grid point after the requested time, so it oversleeps by up to a grid interval.
     *   <li>The least oversleep climbs, the margin rises with it, and parks are requested to end earlier and earlier.
     *   <li>At last a park ends one grid point earlier. Its wait spins from there to the deadline. This park oversleeps
     *       little, so the least oversleep falls, and the climb begins again.
     * </ol>
     *
     * <p>If the least oversleep climbs by 50 us per wait, it takes twenty waits to climb by a grid interval of 1 ms. So
     * one wait in twenty spins, for up to 1 ms. So the average spin of a wait equals the climb per wait, here 50 us.
     */
    private static final long CLIMB_SHARE = 5_000;

    /**
     * The longest time between deadlines that counts for the budget. A longer time says nothing
     * about the rate of waits.
     */
    private static final long LONGEST_INTERVAL_NANOS = 100_000_000;

    /**
     * A clock whose reading stays the same for this many spins stands still. Real clocks repeat a reading a few times.
     */
    private static final int STANDING_SPINS = 1_000;

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
        this.clock = Objects.requireNonNull(clock, "clock must not be null");
        this.budgetPerMille = Ranges.require(0, 1_000, budgetPerMille, "budgetPerMille", "thousandths of a core");
    }

    /**
     * Waits for a deadline, given in nanoseconds of the clock. Returns earlier only if the thread is interrupted, or if
     * the clock stands still or goes back. Does not change the interrupt flag.
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
        // If the margin is as long as the whole wait, but the wait is longer than the budget, this parks once and ends
        // late instead of spinning.
        boolean mustPark = deadlineNanos - now > budgetNanos + SHORTEST_PARK_NANOS;
        while (mustPark || deadlineNanos - marginNanos() - now >= SHORTEST_PARK_NANOS) {
            long parkNanos = Math.max(deadlineNanos - marginNanos() - now, SHORTEST_PARK_NANOS);
            mustPark = false;
            clock.park(parkNanos);
            long since = now;
            now = clock.nanoTime();
            if (now - since >= parkNanos) {
                learn(now - since - parkNanos);
            } else if (now - since <= 0 || Thread.currentThread().isInterrupted()) {
                return now;
            }
        }
        if (now - deadlineNanos < 0) {
            warmUp.run();
            now = clock.nanoTime();
        }
        return spin(deadlineNanos, now);
    }

    /** Spins up to a deadline, unless the clock goes back, or stands still for long. Returns the newest reading. */
    private long spin(long deadlineNanos, long sinceNanos) {
        long now = sinceNanos;
        int standing = 0;
        long passed = 0;
        while (passed >= 0 && now - deadlineNanos < 0 && standing < STANDING_SPINS) {
            clock.spin();
            passed = clock.nanoTime() - now;
            now += passed;
            standing = passed == 0 ? standing + 1 : 0;
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
        if (waited && deadlineNanos == lastDeadlineNanos) {
            // The last wait returned early, and this one continues it.
            return;
        }
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
