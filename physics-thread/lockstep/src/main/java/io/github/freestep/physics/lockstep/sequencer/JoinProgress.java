package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.MatchRules;
import org.jspecify.annotations.Nullable;

/** Watches a player who joins a running match, so that each join ends: the player plays, or is removed. */
final class JoinProgress {
    /** How long a player who joins may step no tick, for example because it restores a large world. */
    private static final long LIMIT_NANOS = 30_000_000_000L;

    private final long limitNanos;
    private final long limitTicks;

    private long made = -1;
    private long madeNanos;
    private long stepped;
    private int steps;

    /** How far behind the player was when the present span of {@link #limitNanos} began; -1 if none has begun. */
    private long behindBefore = -1;

    private long spanNanos;

    /** The tick of the match at which the player first caught up; -1 if it has not yet. */
    private long caughtUpTick = -1;

    JoinProgress(MatchRules rules) {
        limitNanos = Math.max(LIMIT_NANOS, rules.waitSpan.toNanos());
        limitTicks = rules.hashEvery + limitNanos / rules.periodNanos();
    }

    /**
     * Whether the player has neither stepped a tick nor been sent a part of a world for the limit. If it got a saved
     * world, that world may be the reason.
     */
    boolean isStuck(long now) {
        return now - madeNanos >= limitNanos;
    }

    /**
     * Returns why the player must be removed; null if it may go on.
     *
     * @param newest the newest tick of the match
     * @param nowStepped the newest tick that the player has stepped
     * @param sent the number of bytes of a saved world that it was sent
     * @param caughtUp whether it has caught up with the match
     * @param verified whether it has shown a right state; then it may have to wait until it may play
     */
    @Nullable String problem(long newest, long nowStepped, int sent, boolean caughtUp, boolean verified, long now) {
        // A player who has caught up can step nothing while the match is paused or waits.
        if (caughtUp || nowStepped + sent != made) {
            made = nowStepped + sent;
            madeNanos = now;
        }
        steps += nowStepped == stepped ? 0 : 1;
        stepped = nowStepped;
        if (isStuck(now)) {
            return "joined too slowly: it has stepped no tick for " + seconds();
        }
        if (isFallingBehind(newest - nowStepped, caughtUp, now)) {
            return "joined too slowly: it has come no closer to the others for " + seconds();
        }
        caughtUpTick = caughtUp && caughtUpTick < 0 ? newest : caughtUpTick;
        if (!verified && caughtUpTick >= 0 && newest - caughtUpTick > limitTicks) {
            return "sent no hash that shows a right state for " + seconds();
        }
        return null;
    }

    /** Ignores the first reports: the player may still be restoring a world, and falls behind meanwhile. */
    private boolean isFallingBehind(long behind, boolean caughtUp, long now) {
        if (caughtUp || steps < 3) {
            behindBefore = -1;
        } else if (behindBefore < 0 || now - spanNanos >= limitNanos) {
            boolean falls = behindBefore >= 0 && behind >= behindBefore;
            behindBefore = behind;
            spanNanos = now;
            return falls;
        }
        return false;
    }

    private String seconds() {
        return limitNanos / 1_000_000_000 + " s";
    }
}
