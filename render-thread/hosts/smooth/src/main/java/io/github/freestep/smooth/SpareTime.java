package io.github.freestep.smooth;

/** Learns what frames, the game and steps take: how long a frame may wait, and whether steps fit into frames. */
final class SpareTime {
    /** A frame that waited less might never get its turn if frames do not wait for the display. */
    private static final long LEAST_PATIENCE_NANOS = 1_000_000;

    /** Before that, the virtual machine is not warm. */
    private static final int FROM_SECOND = 2;

    private static final int TO_SECOND = 12;

    /** One long step in this many shows: a jerk every few seconds. */
    private static final int SEEN = 200;

    /** A frame that takes less does not wait for the display. */
    private static final long LEAST_PERIOD_NANOS = 4_000_000;

    private final int rate;
    private long begunNanos;
    private long gameNanos;
    private volatile long periodNanos = 1_000_000_000 / 60;
    private volatile int longSteps;
    private volatile int steps;

    SpareTime(int rate, long nowNanos) {
        this.rate = rate;
        begunNanos = nowNanos;
    }

    /** The period falls at once and rises slowly, because frames that miss a refresh say nothing about the display. */
    void frameBegins(long nowNanos) {
        periodNanos = Math.max(LEAST_PERIOD_NANOS, Math.min(nowNanos - begunNanos, periodNanos + periodNanos / 16));
        begunNanos = nowNanos;
    }

    void turnEnds(long turnNanos) {
        gameNanos = Math.max(turnNanos, gameNanos - gameNanos / 16);
    }

    /** Half of what the game leaves of a frame. The rest is for drawing after its turn. */
    long patienceNanos() {
        return Math.max(LEAST_PATIENCE_NANOS, (periodNanos - gameNanos) / 2);
    }

    void stepped(long nanos) {
        // Counts no further, because an int would overflow within 36 minutes at the highest rate.
        if (steps < TO_SECOND * rate) {
            steps = steps + 1;
            longSteps = longSteps + (steps > FROM_SECOND * rate && nanos > periodNanos / 2 ? 1 : 0);
        }
    }

    String advice() {
        int of = (TO_SECOND - FROM_SECOND) * rate;
        return steps < TO_SECOND * rate
                ? "measuring until " + TO_SECOND + " s of steps have passed"
                : (longSteps * SEEN < of ? "inline" : "threaded") + ": " + longSteps + " of " + of
                        + " steps took more than half a frame of " + periodNanos / 1_000 + " us";
    }
}
