package io.github.freestep.render.delay;

import io.github.freestep.internal.RecentSamples;

/**
 * Remembers when states were later than most, and finds the greatest lateness that recurs. For one reader; allocates
 * nothing.
 *
 * <p>Every lateness has an account. A state that is at least as late adds 1 to it, up to {@link #MOST}, and each {@link
 * #SPARED_NANOS} take 1 from it. A lateness <i>recurs</i> while its account has {@link #ENOUGH}. So one that comes less
 * often than once in {@link #SPARED_NANOS} hardly ever recurs, one that comes each second does after its fifth time,
 * and one that comes in every second state does at once.
 */
final class Recurring {
    /**
     * The price of D. A D that is longer by 1 ms makes all frames of this time 1 ms older, and is worth that if it
     * spares the picture 1 ms of standing still. With 5 s, a pause of 25 ms each five seconds leaves 3.2 % judder at 60
     * frames per second, and with 7 s it is learned and leaves none. With 10 s, one state in 1,000 that is 25 ms late
     * makes the picture 17 instead of 12 ms old in the mean, for 1.1 instead of 1.5 % judder.
     */
    private static final double SPARED_NANOS = 7e9;

    /**
     * With 2, one state in 1,000 that is 25 ms late recurs by chance for a fifth of the time, and D swings by 15 ms.
     * With 4.5, D learns of a pause each two seconds only after 12 s.
     */
    private static final double ENOUGH = 3.5;

    /** After its last state, a lateness recurs for 10 s. */
    private static final double MOST = 5;

    /** A lateness that exceeds the usual one by less is not worth an entry: it would push older ones out. */
    private static final long LEAST_NANOS = 1_000_000;

    /** At 100 states a second, at most ten a second are later than the usual lateness, so these last for 25 s. */
    private static final int KEPT = 256;

    /** The result is exact to a 16,000th of the greatest lateness. */
    private static final int HALVINGS = 14;

    private final RecentSamples atNanos = new RecentSamples(KEPT, 1);
    private final RecentSamples lateNanos = new RecentSamples(KEPT, 1);
    private double recurringNanos;

    void forget() {
        atNanos.keep(0);
        lateNanos.keep(0);
        recurringNanos = 0;
    }

    /** Skips time in which no state was due. */
    void pass(long nanos) {
        atNanos.shift(nanos);
    }

    /** Records a state that is later than the one before it. */
    void add(long nowNanos, long nanos, long usualNanos) {
        if (nanos > usualNanos + LEAST_NANOS) {
            atNanos.add(nowNanos);
            lateNanos.add(nanos);
            if (nanos > recurringNanos) {
                find(nowNanos);
            }
        }
    }

    /** Finds the greatest lateness that recurs at a time. Call it once a second, because accounts fall. */
    void find(long nowNanos) {
        double recurs = 0;
        double most = Math.max(0, lateNanos.greatest(1));
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (recurs + most) / 2;
            if (account(middle, nowNanos) >= ENOUGH) {
                recurs = middle;
            } else {
                most = middle;
            }
        }
        recurringNanos = recurs;
    }

    /** Returns 0 if no lateness recurs. */
    double nanos() {
        return recurringNanos;
    }

    private double account(double leastNanos, long nowNanos) {
        double account = 0;
        int kept = lateNanos.size();
        long sinceNanos = kept == 0 ? nowNanos : atNanos.sample(kept - 1);
        for (int age = kept - 1; age >= 0; age--) {
            if (lateNanos.sample(age) >= leastNanos) {
                account = Math.min(MOST, 1 + left(account, atNanos.sample(age) - sinceNanos));
                sinceNanos = atNanos.sample(age);
            }
        }
        return left(account, nowNanos - sinceNanos);
    }

    private static double left(double account, long nanos) {
        return Math.max(0, account - nanos / SPARED_NANOS);
    }
}
