package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.time.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests of players for pauses and time scales count. What a player has used up stays used up if
 * another peer takes its place: leaving and coming back must not give new pauses.
 */
final class TimeRights {
    private final MatchRules rules;
    private final int[] pauses;
    private final long[] pausedSince;
    private final @Nullable Ratio[] wishes;
    private int wantPause;
    private int paused;

    TimeRights(MatchRules rules) {
        this.rules = rules;
        pauses = new int[rules.players()];
        pausedSince = new long[rules.players()];
        wishes = new Ratio[rules.players()];
    }

    /** Forgets what a player wished who has left. */
    void leaves(int player) {
        wishes[player] = null;
        wantPause &= ~(1 << player);
        paused &= ~(1 << player);
    }

    /**
     * Returns bit p for each player whose pause begins with a request: none if the player must not pause.
     *
     * @param active bit p for each player who takes part
     * @param host the player who is the host
     */
    int pause(int player, int active, int host, long now) {
        boolean allowed = rules.mayPause() != MatchRules.HOST || player == host;
        if (!allowed || pauses[player] >= rules.pauses()) {
            return 0;
        }
        wantPause |= 1 << player;
        int begins = rules.mayPause() == MatchRules.MAJORITY ? wantPause & active : 1 << player;
        if (rules.mayPause() == MatchRules.MAJORITY && !isMajority(begins, active)) {
            return 0;
        }
        begins &= ~paused;
        for (int each = 0; each < pauses.length; each++) {
            if ((begins >>> each & 1) != 0) {
                pauses[each]++;
                pausedSince[each] = now;
            }
        }
        paused |= begins;
        return begins;
    }

    private static boolean isMajority(int players, int active) {
        return 2 * Integer.bitCount(players & active) > Integer.bitCount(active);
    }

    /** Returns whether a player may end all pauses. */
    boolean resume(int player, int host) {
        wantPause &= ~(1 << player);
        if (rules.mayPause() == MatchRules.HOST && player != host) {
            return false;
        }
        wantPause = 0;
        paused = 0;
        return true;
    }

    /** Returns bit p for each player whose pause has lasted as long as it may. */
    int expired(long now) {
        int expired = 0;
        for (int player = 0; player < pauses.length; player++) {
            boolean over = now - pausedSince[player] >= rules.longestPause().toNanos();
            expired |= (paused >>> player & 1) != 0 && over ? 1 << player : 0;
        }
        paused &= ~expired;
        wantPause &= ~expired;
        return expired;
    }

    /** Does not count a time in which no peer could be heard. */
    void forgive(long nanos) {
        for (int player = 0; player < pausedSince.length; player++) {
            pausedSince[player] += nanos;
        }
    }

    /** Returns whether the request of a player for a time scale counts now. */
    boolean mayScale(int player, Ratio wanted, int active, int host) {
        if (rules.mayScale() != MatchRules.MAJORITY) {
            return rules.mayScale() == MatchRules.ALL || player == host;
        }
        wishes[player] = wanted;
        int same = 0;
        for (int each = 0; each < wishes.length; each++) {
            same |= wanted.equals(wishes[each]) ? 1 << each : 0;
        }
        return isMajority(same, active);
    }
}
