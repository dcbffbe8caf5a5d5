package io.github.freestep.render.display;

import io.github.freestep.render.FrameTimes;

/**
 * Moves the times of frames so that the time from frame to frame is that from display to display, as far as this can be
 * known when a frame is made. For one reader; allocates nothing once made.
 *
 * <p>An animation error is {@code time between frames - time between displays}. It is smallest if the first is what the
 * second is expected to be. The expectation is a line, fitted to the frames of the last seconds: {@code mean of
 * displays + slope * (time since the last frame - mean of frames)}. The slope is 1 if displays follow the host, as at a
 * variable rate with a deep queue. It is 0 if they do not, as when the host waits for a display that missed a refresh:
 * then the frame after it comes late, and its display does not.
 *
 * <p>The sum of these times moves away from the clock, so a share of the distance is taken back with each frame. The
 * time of a frame is never later than the clock: it would need states that are still to come. It is at most 1.5 frames
 * earlier.
 *
 * <p>The line holds only up to distances from the mean that were seen repeatedly. The part of a time that is beyond,
 * such as a first late frame after even ones, counts as the clock has it: a line through even frames says nothing of
 * it. Stalls are in no line.
 *
 * <p>A missed refresh makes two errors: the display shows a frame late, which nothing can know beforehand, and a later
 * frame begins late. {@link MissedRefreshes} recognises the second one, also if it is rare. Such a frame gets the usual
 * time, also while the others are not followed.
 *
 * <p>The clock of all this is that of the sampler, which gives each frame the time of its refresh if it recognises a
 * display. It recognises one also where a timer starts frames evenly, and they are shown when they are drawn. Reports
 * then have clearly smaller errors against the frames' own times, which are the clock instead.
 *
 * <p>All times are followed, and the errors of both ways are measured. A frame gets the followed time only while that
 * has clearly smaller errors than the clock, and gains enough for the age that it adds. So a pipeline that follows no
 * line is left alone. The change from one way to the other takes several frames, because a jump would be an error of
 * its own.
 *
 * <p>Half of the errors is out of reach. If the time that a frame takes is independent of that of others, no time that
 * is known beforehand is better than the mean. The clock has the error of two such times, and the mean that of one. So
 * at most 29 % of the root mean square go away: {@code 1 - sqrt(1/2)}.
 */
final class DisplayFollower implements FrameTimes {
    /** How many of the newest frames can still teach something. A host learns of a display within a few frames. */
    private static final int KEPT = 24;

    /** The share of the distance from the clock that a frame takes back. Smaller ones show the world much later. */
    private static final double BACK = 0.15;

    private static final double MOST_FRAMES = 1.5;

    /** Times that are further from the mean, in mean frames, are stalls of the host. Its clock is right then. */
    private static final double USUAL = 1.2;

    /** What is left of a sum after one more frame: sums are of about 200 frames. */
    private static final double FORGETS = 1 - 1.0 / 200;

    private static final double LEARNED = 100;

    /**
     * A time that is further from the mean than the line holds extends the line by this share of the excess. So a few
     * late frames, which say little about the next one, hardly do, and many of them do.
     */
    private static final double EXTENDS = 0.15;

    /** The number of frames whose mean is good enough to take distances from it. */
    private static final double LEAST = 10;

    /** Larger errors, in mean frames, count as this. Otherwise a stall, which no way hides, would outweigh the rest. */
    private static final double MOST_ERROR = 1.5;

    /** Root mean square errors against those of the clock, from which on the followed times are used, or no longer. */
    private static final double BETTER = 0.85;

    private static final double NO_BETTER = 0.95;

    /** Squares of errors of the host's own times against those of refreshes, from which on they are used, or no longer. */
    private static final double BETTER_OWN = 0.75;

    private static final double NO_BETTER_OWN = 0.9;

    /**
     * How much more even the followed times must be for each nanosecond that they are older, as a share of the mean
     * time from display to display, before they are used, and from then on: 1.5 and 1 % for each millisecond. Without
     * it, frames that take one and two refreshes in turn get 0.8 ms older for 0.6 % of 35 %.
     */
    private static final double WORTH = 0.015 / 1e6;

    private static final double STILL_WORTH = 0.01 / 1e6;

    /** What is left of the distance from the clock after one more frame, once the followed times are no better. */
    private static final double LEAVES = 0.9;

    private final MissedRefreshes misses = new MissedRefreshes();
    private final long[] ownNanos = new long[KEPT];
    private final long[] refreshNanos = new long[KEPT];
    private final long[] clockNanos = new long[KEPT];
    private final long[] followedNanos = new long[KEPT];
    private final long[] displayNanos = new long[KEPT];

    /** A bit for each of these frames: whether its display time is known. */
    private long known;

    /** The number of frames so far, the next one to learn from, and the newest one with a display time. */
    private long count;

    private long next;
    private long newestKnown = -1;

    /** The last frame that was learned from. */
    private boolean hasLast;

    private long last;
    private long lastLearnedOwnNanos;
    private long lastRefreshNanos;
    private long lastClockNanos;
    private long lastFollowedNanos;
    private long lastDisplayNanos;

    private double weight;
    private double clockSum;
    private double displaySum;
    private double clockSquares;
    private double products;
    private double farthest;
    private double ownErrors;
    private double refreshErrors;
    private double clockErrors;
    private double followedErrors;
    private double followedAgeNanos;

    private boolean begun;
    private boolean isOwn;
    private long lastOwnNanos;
    private long nowNanos;
    private long followedNowNanos;
    private long shownNanos;
    private double followedOffNanos;
    private double shownOffNanos;
    private boolean follows;

    @Override
    public long time(long own, long refresh) {
        isOwn = weight >= LEARNED && ownErrors < (isOwn ? NO_BETTER_OWN : BETTER_OWN) * refreshErrors;
        long clock = isOwn ? own : refresh;
        if (!begun || own - lastOwnNanos < 0) {
            begun = true;
            followedNowNanos = clock;
            shownNanos = clock;
            followedOffNanos = 0;
            shownOffNanos = 0;
        } else {
            // The clock before may have been the other one.
            clock = later(nowNanos, clock);
            move(clock);
        }
        lastOwnNanos = own;
        nowNanos = clock;
        int at = (int) (count++ % KEPT);
        ownNanos[at] = own;
        refreshNanos[at] = refresh;
        clockNanos[at] = clock;
        followedNanos[at] = followedNowNanos;
        known &= ~(1L << at);
        return shownNanos;
    }

    private void move(long clock) {
        double step = clock - nowNanos;
        double mean = weight == 0 ? step : displaySum / weight;
        boolean isHeld = misses.explain(step);
        double more = (isHeld ? misses.evenNanos() : expected(step)) - step;
        misses.made(step);
        followedOffNanos = moved(followedOffNanos, more, mean);
        followedNowNanos = later(followedNowNanos, clock + (long) followedOffNanos);
        followedAgeNanos += (clock - followedNowNanos - followedAgeNanos) * (1 - FORGETS);
        double most = follows ? NO_BETTER : BETTER;
        follows = weight >= LEARNED && followedErrors < most * most * clockErrors && isWorthItsAge();
        shownOffNanos = follows || isHeld ? moved(shownOffNanos, more, mean) : LEAVES * shownOffNanos;
        shownNanos = later(shownNanos, clock + (long) shownOffNanos);
    }

    private boolean isWorthItsAge() {
        double gained = Math.sqrt(clockErrors / weight) - Math.sqrt(followedErrors / weight);
        return gained >= (follows ? STILL_WORTH : WORTH) * followedAgeNanos * displaySum / weight;
    }

    private static double moved(double off, double more, double mean) {
        return Math.min(0, Math.max(-MOST_FRAMES * mean, off * (1 - BACK) + more));
    }

    private static long later(long one, long other) {
        return other - one < 0 ? one : other;
    }

    /** The expected time between displays, of a frame that comes this long after the last one. */
    private double expected(double step) {
        if (weight < LEARNED || isStall(step)) {
            return step;
        }
        double clockMean = clockSum / weight;
        double displayMean = displaySum / weight;
        double variance = clockSquares / weight - clockMean * clockMean;
        double slope = variance < 1 ? 0 : (products / weight - clockMean * displayMean) / variance;
        double distance = step - clockMean;
        double seen = Math.max(-farthest, Math.min(farthest, distance));
        return displayMean + Math.max(0, Math.min(1, slope)) * seen + distance - seen;
    }

    private boolean isStall(double step) {
        double mean = clockSum / weight;
        return Math.abs(step - mean) > USUAL * mean;
    }

    @Override
    public void displayed(long number, long nanos) {
        long index = number - 1;
        if (index <= count - 1 - KEPT || index < next) {
            return;
        }
        int at = (int) (index % KEPT);
        displayNanos[at] = nanos;
        known |= 1L << at;
        newestKnown = Math.max(newestKnown, index);
        for (next = Math.max(next, count - KEPT); next <= newestKnown; next++) {
            if ((known & 1L << next % KEPT) != 0) {
                learn((int) (next % KEPT));
            } else if (newestKnown - next < Displays.PATIENCE) {
                break;
            }
        }
    }

    private void learn(int at) {
        double made = clockNanos[at] - lastClockNanos;
        double passed = displayNanos[at] - lastDisplayNanos;
        if (hasLast && passed >= 0) {
            double followed = followedNanos[at] - lastFollowedNanos;
            ownErrors = FORGETS * ownErrors + square(ownNanos[at] - lastLearnedOwnNanos - passed);
            refreshErrors = FORGETS * refreshErrors + square(refreshNanos[at] - lastRefreshNanos - passed);
            clockErrors = FORGETS * clockErrors + square(made - passed);
            followedErrors = FORGETS * followedErrors + square(followed - passed);
            if (next == last + 1) {
                misses.displayed(made, passed);
                fit(made, passed);
            }
        }
        hasLast = true;
        last = next;
        lastLearnedOwnNanos = ownNanos[at];
        lastRefreshNanos = refreshNanos[at];
        lastClockNanos = clockNanos[at];
        lastFollowedNanos = followedNanos[at];
        lastDisplayNanos = displayNanos[at];
    }

    private double square(double error) {
        double most = weight < LEARNED ? Double.MAX_VALUE : MOST_ERROR * displaySum / weight;
        double counts = Math.min(most, Math.abs(error));
        return counts * counts;
    }

    private void fit(double made, double passed) {
        boolean isStall = weight >= LEARNED && isStall(made);
        // If most times are stalls, the rate has changed. A line through both rates would be wrong for each.
        double left = isStall && weight * FORGETS < LEARNED ? 0 : FORGETS;
        weight *= left;
        clockSum *= left;
        displaySum *= left;
        clockSquares *= left;
        products *= left;
        if (isStall) {
            return;
        }
        farthest *= FORGETS;
        if (weight >= LEAST) {
            farthest += EXTENDS * Math.max(0, Math.abs(made - clockSum / weight) - farthest);
        }
        weight++;
        clockSum += made;
        displaySum += passed;
        clockSquares += made * made;
        products += made * passed;
    }
}
