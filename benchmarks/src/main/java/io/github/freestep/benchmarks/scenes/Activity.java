package io.github.freestep.benchmarks.scenes;

/**
 * Decides which lives of swarm bodies move and which rest, so that a given share of the bodies moves at any time. The
 * decision follows from the slot and the tick of birth, so writers and readers share only this rule. Immutable.
 *
 * <p>Neighbours wake up and fall asleep together, as boxes of a heap do: slots form groups of {@value #GROUP}, so that
 * blocks of 64 slots are written in part. Each group is awake for {@link #AWAKE_NANOS}, then sleeps for as long as the
 * share demands. The life of a body ends when its group wakes up or falls asleep. A resting body shows its life at the
 * age {@link #REST_AGE}.
 *
 * <p>Times of birth are passed as tick times period, without rounding to nanoseconds, so that writers and readers
 * decide alike.
 */
final class Activity {
    /** All bodies move, and so does the place of a removed body: every body is written in every tick. */
    static final Activity ALL = new Activity(1, 0);

    /** In seconds: about half of the longest life, so that a resting body is turned and off its place of birth. */
    static final float REST_AGE = 4;

    private static final int GROUP = 48;
    private static final long AWAKE_NANOS = Life.MAX_NANOS;

    /** A longer rest is made of several lives, because {@link Births} limits the number of ticks in a life. */
    private static final long MAX_REST_NANOS = 16 * Life.MAX_NANOS;

    private final double share;
    private final long seed;
    private final double cycleNanos;

    /** The share is that of the bodies that move, above 0 and at most 1. */
    Activity(double share, long seed) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "the share of moving bodies must be above 0 and at most 1, was " + share);
        }
        this.share = share;
        this.seed = seed;
        cycleNanos = AWAKE_NANOS / share;
    }

    double share() {
        return share;
    }

    boolean isAll() {
        return share == 1;
    }

    /** Returns whether the body of a life moves. A removed body rests, unless all move. */
    boolean moves(int body, double birthNanos, boolean alive) {
        return isAll() || alive && sinceAwake(body, birthNanos) < AWAKE_NANOS;
    }

    /** Returns the planned length of a life. */
    long nanos(long hash, int body, double birthNanos, boolean alive) {
        long nanos = Life.nanos(hash);
        if (isAll() || !alive) {
            return nanos;
        }
        double since = sinceAwake(body, birthNanos);
        return since < AWAKE_NANOS
                ? Math.min(nanos, 1 + (long) (AWAKE_NANOS - since))
                : Math.min(MAX_REST_NANOS, 1 + (long) (cycleNanos - since));
    }

    /** Returns a length that no life exceeds. */
    long maxNanos() {
        return isAll() ? Life.MAX_NANOS : MAX_REST_NANOS;
    }

    /** Returns the time since the group of a body woke up. */
    private double sinceAwake(int body, double nanos) {
        long hash = Life.hash(seed, ~(body / GROUP), 0);
        double at = nanos / cycleNanos + (hash >>> 11) * 0x1p-53;
        return (at - Math.floor(at)) * cycleNanos;
    }
}
