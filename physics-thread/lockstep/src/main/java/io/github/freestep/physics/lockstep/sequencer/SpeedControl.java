package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.MatchRules;

/**
 * Chooses the speed at which the slowest player and its link can keep up, as a share of the requested rate. All players
 * have the same speed, so the motion of each is even. The speed falls at once, and rises slowly. It never falls below
 * {@link #lowest}.
 */
final class SpeedControl {
    /** The share of a period that a step may take. The rest is for all other work. */
    private static final double LOAD = 0.85;

    private static final double RISE_PER_SECOND = 0.05;

    /**
     * A player whose steps are short is too slow if its ticks are later than this, in periods, and become later and
     * later. A host that draws few frames has late ticks too, but always by the same time: the input delay covers it.
     */
    private static final double LATE_PERIODS = 1.5;

    private static final double GROWTH_PERIODS = 0.25;

    /**
     * A player whose ticks are later than this is always too slow. A player's clock runs at most 250 ms ahead of the
     * next frame.
     */
    private static final double MOST_LATE_NANOS = 200_000_000;

    private static final long TRIM_NANOS = 500_000_000;

    /**
     * Ticks must be too late for this long before the speed falls. A stall of a process makes its ticks late within at
     * most two of the half seconds in which {@link TickLateness#growth} measures, and costs no speed.
     */
    private static final long SUSTAINED_NANOS = 1_100_000_000;

    private final MatchRules rules;
    private double speed = 1;
    private double limit = 1;
    private int slowPlayer = -1;

    /** The player whose ticks were too late last, and so caused the {@link #trim}; -1 if there is none. */
    private int latePlayer = -1;

    private double trim = 1;
    private boolean late;
    private long lateForNanos;
    private long trimmedNanos;

    SpeedControl(MatchRules rules) {
        this.rules = rules;
    }

    /**
     * Evaluates what the players have reported since the last call.
     *
     * @return whether the speed, or the player who lowers it, has changed
     */
    boolean evaluate(PlayerPlace[] places, double scale, long sinceNanos, long now) {
        int slowBefore = slowPlayer;
        begin();
        for (PlayerPlace place : places) {
            if (place.isActive()) {
                TickLateness lateness = place.lateness();
                long stepNanos = believedNanos(place, scale, now);
                player(place.player(), stepNanos, lateness.nanos(), lateness.growth(now), scale);
                inputs(place.player(), place.delay().sustainedNanos(), scale);
            }
        }
        return end(now, sinceNanos, scale) || slowPlayer != slowBefore;
    }

    /** Returns the cost of a player's steps; 0 if it would lower the speed and is not to be believed. */
    private long believedNanos(PlayerPlace place, double scale, long now) {
        boolean lowers = possible(place.stepNanos(), scale) < 1;
        return lowers && !place.evidence().believes(now) ? 0 : place.stepNanos();
    }

    /** Begins an evaluation. */
    void begin() {
        limit = 1;
        slowPlayer = -1;
        late = false;
    }

    /**
     * Returns the lowest speed at a time scale. Above scale 1, the limit of the rules is a share of real time: a
     * request for a scale that other players cannot reach must not get them removed.
     */
    double lowest(double scale) {
        return rules.slowestSpeed() / Math.max(1, scale);
    }

    /** Returns the speed that steps of this length allow, as a share of the requested rate. */
    double possible(long stepNanos, double scale) {
        return stepNanos > 0 ? LOAD * rules.periodNanos() / (stepNanos * scale) : Double.MAX_VALUE;
    }

    /** Takes what a player has reported. */
    void player(int player, long stepNanos, double lateNanos, double lateGrowth, double scale) {
        allows(player, possible(stepNanos, scale));
        boolean falls = lateGrowth > GROWTH_PERIODS * rules.periodNanos() || lateNanos > MOST_LATE_NANOS;
        if (falls && lateNanos > LATE_PERIODS * rules.periodNanos()) {
            late = true;
            latePlayer = player;
        }
    }

    /** Notes that a player leaves. The speed does not have to recover from its late ticks. */
    void leaves(int player) {
        if (player == latePlayer) {
            latePlayer = -1;
            trim = 1;
            lateForNanos = 0;
        }
    }

    /** Takes how long a player's inputs need to arrive, which must be less than the greatest delay. */
    void inputs(int player, long sustainedNanos, double scale) {
        if (sustainedNanos > 0) {
            allows(player, rules.maxDelay() * (double) rules.periodNanos() / (sustainedNanos * scale));
        }
    }

    private void allows(int player, double possible) {
        if (possible < limit) {
            limit = possible;
            slowPlayer = player;
        }
    }

    /** Ends an evaluation, and returns whether the speed has changed. */
    boolean end(long now, long sinceNanos, double scale) {
        lateForNanos = late ? lateForNanos + sinceNanos : 0;
        if (lateForNanos > SUSTAINED_NANOS && now - trimmedNanos >= TRIM_NANOS) {
            trim = Math.max(lowest(scale), trim * 0.95);
            trimmedNanos = now;
        } else if (!late) {
            trim = Math.min(1, trim + 0.01 * sinceNanos / 1e9);
        }
        latePlayer = trim == 1 && !late ? -1 : latePlayer;
        slowPlayer = slowPlayer < 0 && trim < 1 ? latePlayer : slowPlayer;
        double wanted = Math.max(lowest(scale), Math.min(limit, 1) * trim);
        double before = speed;
        if (wanted < speed * 0.99) {
            speed = wanted;
        } else if (wanted > speed * 1.02 || wanted == 1) {
            speed = Math.min(wanted, speed + RISE_PER_SECOND * sinceNanos / 1e9);
        }
        return speed != before;
    }

    double speed() {
        return speed;
    }

    /** Returns the player whose steps, inputs or late ticks lower the speed, -1 if there is none. */
    int slowPlayer() {
        return slowPlayer;
    }
}
