package io.github.freestep.render.delay;

import io.github.freestep.internal.PastQueues;
import io.github.freestep.internal.RecentSamples;
import java.util.Arrays;

/**
 * Keeps statistics of how late states were published over the last seconds: the least and the greatest lateness, the
 * one that few states exceed, the one that {@linkplain Recurring recurs}, and the number of stalls. A stall is a
 * lateness that neither a window nor a bridge can hide. For one reader; allocates nothing.
 *
 * <p>It keeps one entry per second, and the newest {@value #KEPT} states, so its size does not depend on the rate.
 */
final class Lateness {
    private static final int RECENT_SECONDS = 10;

    /**
     * The minimum number of seconds that are looked back over. Otherwise it is half of the reader's age, up to
     * {@link #RECENT_SECONDS}, so that a new reader soon forgets a cold start.
     */
    private static final int LEAST_SECONDS = 2;

    /** The number of seconds kept. */
    private static final int SECONDS = 30;

    /** Up to this age of the reader or the scale, one late state is enough: there were too few seconds for more. */
    static final long NEW_NANOS = 10_000_000_000L;

    /**
     * {@link #leastNanos} looks back, second by second, until it has this many states, but at most
     * {@link #RECENT_SECONDS} seconds.
     */
    private static final int LEAST_OF = 200;

    /** How many of the newest states {@link #oftenNanos} counts. */
    private static final int KEPT = 512;

    private static final long SECOND_NANOS = 1_000_000_000;

    /**
     * A stall is over if lateness has not fallen by {@link #FALL_NANOS} for this long: it is the usual lateness then.
     * If steps take 99 % of their period, lateness falls by 20 ms in this time.
     */
    private static final long LASTING_NANOS = 2 * SECOND_NANOS;

    private static final long FALL_NANOS = 10_000_000;

    /** If the earliest state of a second is later than now by more than this, there was a queue. */
    private static final long QUEUE_NANOS = FALL_NANOS;

    private final Recurring recurring = new Recurring();
    private final long[] least = new long[SECONDS];
    private final int[] counts = new int[SECONDS];
    private final long[] most = new long[SECONDS];

    /** How late the latest stall of each second was; 0 if there was none. */
    private final long[] stalls = new long[SECONDS];

    /** How late the newest states were. */
    private final RecentSamples newest = new RecentSamples(KEPT, 1);

    /** The same in ascending order. */
    private final long[] sorted = new long[KEPT];

    private boolean begun;
    private long firstNanos;
    private long newSinceNanos;
    private long secondNanos;
    private int second;
    private long nowNanos;

    /** The lateness of the previous state. */
    private long beforeNanos;

    /** The lateness with which {@link #addMost} compares later ones, to see whether it falls. */
    private long fallsFromNanos;

    /** When lateness was {@link #fallsFromNanos}. */
    private long fallsSinceNanos;

    /** Whether states are late because of a stall. */
    boolean stalled;

    /** The lateness in the stall when it had last fallen by {@link #FALL_NANOS}. */
    private long fellToNanos;

    /** When lateness was {@link #fellToNanos}. */
    private long fellAtNanos;

    /** Moves on to a time. During a stall, lateness does not age: it says what is usual after the stall. */
    void advance(long toNanos) {
        if (stalled) {
            pass(toNanos - nowNanos);
        }
        nowNanos = toNanos;
        if (!begun) {
            begun = true;
            forget();
        }
        boolean isLater = false;
        for (int i = 0; i < SECONDS && nowNanos - secondNanos >= SECOND_NANOS; i++) {
            secondNanos += SECOND_NANOS;
            second = (second + 1) % SECONDS;
            forget(second);
            isLater = true;
        }
        if (isLater) {
            recurring.find(nowNanos);
        }
        if (nowNanos - secondNanos >= SECOND_NANOS) {
            begin();
        }
    }

    /** Forgets what was usual, as for a new reader. */
    void forget() {
        for (int i = 0; i < SECONDS; i++) {
            forget(i);
        }
        recurring.forget();
        newest.keep(0);
        begin();
    }

    /** Forgets the seconds in which states waited in {@linkplain PastQueues queues} that are gone. */
    void forgetQueues() {
        PastQueues.forget(SECONDS, back -> least[back(back)], QUEUE_NANOS, back -> forget(back(back)));
        recurring.forget();
        newest.keep(0);
    }

    private void forget(int which) {
        least[which] = Long.MAX_VALUE;
        most[which] = 0;
        counts[which] = 0;
        stalls[which] = 0;
    }

    /** Begins to measure. */
    private void begin() {
        firstNanos = nowNanos;
        secondNanos = nowNanos;
        renew();
    }

    /** Lets one late state be enough again, after a change of scale: ticks then take another share of their period. */
    void renew() {
        newSinceNanos = nowNanos;
    }

    /** Skips time spent in a pause. No state is due in a pause, so lateness does not age. */
    void pass(long nanos) {
        firstNanos += nanos;
        newSinceNanos += nanos;
        secondNanos += nanos;
        recurring.pass(nanos);
        fallsSinceNanos += nanos;
    }

    /** Counts former stalls as lateness if the window covers them now, because its states have moved apart. */
    void admitStalls(double coveredNanos) {
        for (int i = 0; i < SECONDS; i++) {
            if (stalls[i] <= coveredNanos) {
                most[i] = Math.max(most[i], stalls[i]);
                stalls[i] = 0;
            }
        }
    }

    /** For how long lateness has been measured. */
    long ageNanos() {
        return nowNanos - firstNanos;
    }

    /**
     * Records how late a state came. A lateness above the limit is a stall. It counts once, however many states are
     * late because of it, and says nothing about the usual lateness.
     */
    void add(long nanos, double limitNanos) {
        boolean stalls = nanos > limitNanos;
        if (stalls && (!stalled || nanos <= fellToNanos - FALL_NANOS)) {
            fellToNanos = nanos;
            fellAtNanos = nowNanos;
        } else if (stalls && nowNanos - fellAtNanos >= LASTING_NANOS) {
            forget();
            stalls = false;
        }
        if (!stalls) {
            counts[second]++;
            least[second] = Math.min(least[second], nanos);
            addMost(nanos);
            keep(nanos);
        } else if (!stalled) {
            this.stalls[second] = Math.max(this.stalls[second], nanos);
        }
        stalled = stalls;
        beforeNanos = nanos;
    }

    /** Puts a lateness into the place of the oldest one, and moves it to where it belongs. */
    private void keep(long nanos) {
        int before = newest.size();
        int at = before < KEPT ? before : Arrays.binarySearch(sorted, newest.sample(KEPT - 1));
        newest.add(nanos);
        for (; at > 0 && sorted[at - 1] > nanos; at--) {
            sorted[at] = sorted[at - 1];
        }
        for (; at + 1 < newest.size() && sorted[at + 1] < nanos; at++) {
            sorted[at] = sorted[at + 1];
        }
        sorted[at] = nanos;
    }

    /**
     * Records the greatest lateness, but ignores states while lateness falls by {@link #FALL_NANOS} in a second. They
     * are late for the same cause, and one cause must not count twice.
     */
    private void addMost(long nanos) {
        boolean rises = nanos >= beforeNanos;
        if (!rises && nowNanos - fallsSinceNanos < SECOND_NANOS) {
            return;
        }
        if (rises || nanos > fallsFromNanos - FALL_NANOS) {
            most[second] = Math.max(most[second], nanos);
            recurring.add(nowNanos, nanos, oftenNanos());
        }
        fallsFromNanos = nanos;
        fallsSinceNanos = nowNanos;
    }

    /** The greatest lateness of the last seconds, stalls excluded. */
    long mostNanos() {
        long halfAge = -Math.floorDiv(-ageNanos(), 2 * SECOND_NANOS); // rounded up
        long seconds = Math.max(LEAST_SECONDS, Math.min(RECENT_SECONDS, halfAge));
        long result = 0;
        for (int i = 0; i < seconds; i++) {
            result = Math.max(result, most[back(i)]);
        }
        return result;
    }

    /** The greatest lateness that {@linkplain Recurring recurs}; 0 if none does. */
    double recurringNanos() {
        return recurring.nanos();
    }

    /** Whether the reader or the time scale is new. */
    boolean isNew() {
        return nowNanos - newSinceNanos < NEW_NANOS;
    }

    /**
     * The lateness that a tenth of the newest states exceed, stalls excluded. It is at most what was reached twice,
     * because a thread that catches up for seconds makes many states late for one cause.
     */
    long oftenNanos() {
        if (newest.size() == 0) {
            return 0;
        }
        long often = sorted[newest.size() * 9 / 10];
        return isNew() ? often : Math.min(often, twiceNanos());
    }

    /**
     * The greatest lateness that was reached in two different seconds of the last {@value #SECONDS}. A later stall
     * reaches it, too. An earlier one does not, because it may be the cause of the lateness after it.
     */
    long twiceNanos() {
        long largest = 0;
        long twice = 0;
        // From the newest second back: the largest are those of later seconds, stalls included.
        for (int i = 0; i < SECONDS; i++) {
            twice = Math.max(twice, Math.min(largest, most[back(i)]));
            largest = Math.max(largest, Math.max(most[back(i)], stalls[back(i)]));
        }
        return twice;
    }

    /**
     * The least lateness of the last seconds; zero if there were no states. It looks back over at least
     * {@value #LEAST_OF} states, because the first few states after a stall are all late.
     */
    long leastNanos() {
        long result = Long.MAX_VALUE;
        int states = 0;
        for (int i = 0; i < RECENT_SECONDS && states < LEAST_OF; i++) {
            result = Math.min(result, least[back(i)]);
            states += counts[back(i)];
        }
        return states == 0 ? 0 : result;
    }

    /** In how many of the last {@value #SECONDS} seconds a stall began. */
    int stalls() {
        int result = 0;
        for (long each : stalls) {
            result += each > 0 ? 1 : 0;
        }
        return result;
    }

    private int back(int seconds) {
        return (second + SECONDS - seconds) % SECONDS;
    }
}
