package io.github.freestep.benchmarks.app.compare.loops;

/**
 * How far a reader stays behind the thread that steps, as others decide it: rebuilt from their published sources, which
 * the page of the peers names. Only the rule of delay is theirs. To be kind to all of them, states are kept for long
 * enough, and their clock is known, because both threads are in one process. For the thread that draws.
 */
public abstract class DelayRule {
    private static final double TICK_NANOS = Loop.TICK_NANOS;
    private static final double MILLI = 1e6;

    final double longestNanos;

    private DelayRule(double longestNanos) {
        this.longestNanos = longestNanos;
    }

    /** Takes note of each state in turn, with its simulation time, and the time at which it was published. */
    public void received(long stateNanos, long publishedNanos) {
        // By default, the delay is fixed.
    }

    /** Returns the delay of a frame that begins now. */
    abstract double delayNanos(long nowNanos);

    /** Returns how far to extrapolate if the newest state is older than what is to be shown, by this time. */
    double beyondNanos(double missingNanos) {
        return Math.min(missingNanos, longestNanos);
    }

    /** Returns the simulation time to show, which is after the newest state if the rule extrapolates. */
    public final long shownNanos(long nowNanos, long newestNanos) {
        double shownNanos = nowNanos - delayNanos(nowNanos);
        double missingNanos = shownNanos - newestNanos;
        return Math.round(missingNanos <= 0 ? shownNanos : newestNanos + beyondNanos(missingNanos));
    }

    /** Returns the older one of the two states from which to interpolate or extrapolate to this time. */
    public static long olderNanos(long shownNanos, long newestNanos) {
        long before = Math.floorDiv(shownNanos, Loop.TICK_NANOS) * Loop.TICK_NANOS;
        return Math.max(0, Math.min(before, newestNanos - Loop.TICK_NANOS));
    }

    /**
     * Unity's Netcode for Entities (its NetworkTimeSystem). Frames measure how many ticks and how much time are between
     * new states. The delay is two ticks, or if that is more, the mean time rounded up by 0.999 ticks, or the mean
     * ticks plus 1.25 deviations, but at most six; it approaches this in about a second. Missing states are
     * extrapolated for 20 ticks.
     */
    public static DelayRule unity() {
        return new DelayRule(20 * TICK_NANOS) {
            private static final double WEIGHT = 0.25;

            private long newest;
            private long seen;
            private long seenAtNanos;
            private long frameNanos;
            private double meanTicks = 1;
            private double deviation;
            private double meanNanos = TICK_NANOS;
            private double delayTicks = 2;

            @Override
            public void received(long stateNanos, long publishedNanos) {
                newest = stateNanos;
            }

            @Override
            double delayNanos(long nowNanos) {
                if (newest != seen) {
                    double ticks = (newest - seen) / TICK_NANOS;
                    meanTicks += WEIGHT * (ticks - meanTicks);
                    deviation += WEIGHT * (Math.abs(ticks - meanTicks) - deviation);
                    meanNanos += WEIGHT * (nowNanos - seenAtNanos - meanNanos);
                    seen = newest;
                    seenAtNanos = nowNanos;
                }
                double measured = Math.max(meanNanos / TICK_NANOS + 0.999, meanTicks + 1.25 * deviation);
                double wanted = Math.max(2, Math.min(6, measured));
                double sinceNanos = nowNanos - frameNanos;
                double most = 0.1 * sinceNanos / TICK_NANOS;
                delayTicks += Math.max(-most, Math.min(most, (wanted - delayTicks) * sinceNanos / 1e9));
                frameNanos = nowNanos;
                return delayTicks * TICK_NANOS;
            }
        };
    }

    /**
     * Velthoric (VxClientBodyInterpolator). The delay is a moving average of 1.5 mean intervals between states plus two
     * mean deviations, from 10 to 100 ms. Missing states are extrapolated for half a second, ever more slowly.
     */
    public static DelayRule velthoric() {
        return new DelayRule(500 * MILLI) {
            private static final double WEIGHT = 0.15;

            private long lastNanos;
            private double interval;
            private double deviation;
            private double delay = 30 * MILLI;

            @Override
            public void received(long stateNanos, long publishedNanos) {
                double since = publishedNanos - lastNanos;
                lastNanos = publishedNanos;
                if (interval == 0) {
                    interval = since;
                    deviation = since / 4;
                }
                deviation += WEIGHT * (Math.abs(since - interval) - deviation);
                interval += WEIGHT * (since - interval);
                double wanted = Math.max(10 * MILLI, Math.min(100 * MILLI, 1.5 * interval + 2 * deviation));
                delay += WEIGHT * (wanted - delay);
            }

            @Override
            double delayNanos(long nowNanos) {
                return delay;
            }

            @Override
            double beyondNanos(double missingNanos) {
                return missingNanos * Math.max(0, 1 - missingNanos / longestNanos);
            }
        };
    }

    /** Sable (SableClientConfig): 1.5 intervals. A missing state is extrapolated for one interval. */
    public static DelayRule sable() {
        return new DelayRule(TICK_NANOS) {
            @Override
            double delayNanos(long nowNanos) {
                return 1.5 * TICK_NANOS;
            }
        };
    }
}
