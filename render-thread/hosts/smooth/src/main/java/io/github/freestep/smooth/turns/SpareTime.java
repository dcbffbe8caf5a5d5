package io.github.freestep.smooth.turns;

/** Learns what frames and the game take, and so how long a frame may wait for steps. For the game's thread. */
final class SpareTime {
    /** A frame that waited less might never get its turn if frames do not wait for the display. */
    private static final long LEAST_PATIENCE_NANOS = 1_000_000;

    /** A frame that takes less does not wait for the display. */
    private static final long LEAST_PERIOD_NANOS = 4_000_000;

    private long begunNanos;
    private long gameNanos;
    private long periodNanos = 1_000_000_000 / 60;

    SpareTime(long nowNanos) {
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

    /**
     * An eighth of a frame: a step that takes longer runs while the frame is drawn. Waiting for half a frame makes the
     * picture no younger.
     */
    long shortNanos() {
        return periodNanos / 8;
    }
}
