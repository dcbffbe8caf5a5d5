package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Messages;
import org.jspecify.annotations.Nullable;

/**
 * Finds out for whom the match waits, who must go because the others had to wait for too long, and when the players
 * must learn of it. {@link #check} decides; the other methods return what it has decided, until the next call.
 */
final class Waits {
    /** The tick to pass while no tick is due. */
    static final long NONE_DUE = -1;

    private static final long REPORT_NANOS = 100_000_000;

    private final MatchRules rules;
    private final long silenceNanos;
    /** The waits for players who have left. They bound what someone costs who joins again and again, at any place. */
    final PlayerWait gone;

    /** Bit p for each player for whom the match waits, 0 if it does not wait. */
    long awaited;

    /** For how long the match waits. */
    long nanos;

    /** Whether the players must be sent the wait now. */
    boolean reports;

    private boolean reported;
    private long reportedNanos;

    Waits(MatchRules rules) {
        this.rules = rules;
        silenceNanos = rules.silence().toNanos();
        gone = new PlayerWait(rules);
    }

    /**
     * Decides before the start of the match, which waits for those who have joined and are not ready, and for all
     * others while too few have joined.
     */
    void checkStart(PlayerPlace[] places, long now) {
        awaited = 0;
        int joined = 0;
        for (PlayerPlace place : places) {
            joined += place.peer == null ? 0 : 1;
        }
        for (PlayerPlace place : places) {
            if (place.peer == null ? joined < rules.minPlayers : place.state == PlayerPlace.State.WAITING) {
                await(place);
            }
        }
        nanos = now;
        decideReport(now);
    }

    /**
     * Decides in a match that runs, and notes at the players for whom it waits that it does.
     *
     * @param dueTick the next tick if it is due, otherwise {@link #NONE_DUE}
     * @param counts whether a wait of the others counts
     */
    void check(PlayerPlace[] places, long dueTick, boolean counts, long now) {
        awaited = 0;
        nanos = 0;
        boolean othersWait = counts && anyWaits(places, dueTick);
        for (PlayerPlace place : places) {
            if (dueTick != NONE_DUE && place.lacks(dueTick)) {
                place.waited.begin(othersWait, now);
                await(place);
                nanos = Math.max(nanos, place.waited.nanos(now));
            } else {
                place.waited.end(now);
            }
        }
        decideReport(now);
    }

    private void await(PlayerPlace place) {
        awaited |= place.bit() & 0xFFFF_FFFFL;
    }

    /**
     * Whether a player waits who has sent all that it can. Each sends its input ahead, so that of the due tick is not
     * all.
     */
    private static boolean anyWaits(PlayerPlace[] places, long dueTick) {
        for (PlayerPlace place : places) {
            if (place.hasInput(dueTick) && !place.lacks(dueTick - 1 + place.delay.delay)) {
                return true;
            }
        }
        return false;
    }

    private void decideReport(long now) {
        reports = awaited != 0 && nanos >= REPORT_NANOS && (!reported || now - reportedNanos >= REPORT_NANOS);
        reported = awaited != 0 && nanos >= REPORT_NANOS;
        reportedNanos = reports ? now : reportedNanos;
    }

    /** Returns bit p for each player whose input of a tick is missing. */
    static int missing(PlayerPlace[] places, long tick) {
        int missing = 0;
        for (PlayerPlace place : places) {
            missing |= place.lacks(tick) ? place.bit() : 0;
        }
        return missing;
    }

    /** Returns why a player must be removed; null if it may stay. */
    @Nullable String problem(PlayerPlace place, long now) {
        if (place.peer == null) {
            return null;
        }
        long others = place.waited.lastNanos(now);
        if (place.isActive() && others > rules.maxWait.toNanos()) {
            return "the others had to wait " + others / 1_000_000 + " ms of the last "
                    + rules.waitSpan.toMillis() + " ms for player " + place.player
                    + ", and the match settings allow " + rules.maxWait.toMillis() + " ms; " + Messages.JOIN_AGAIN;
        }
        // No one waits for a player in a pause, before the start, while it joins, or while all are late.
        long silence = Math.max(place.waited.unnoticedNanos(now), place.peer.link.silentNanos(now));
        return silence < silenceNanos
                ? null
                : "player " + place.player + " was silent for " + silence / 1_000_000 + " ms, the limit is "
                        + silenceNanos / 1_000_000 + " ms";
    }

    /** Whether players who join may take part: the waits for those who have left must lie far enough back. */
    boolean mayEnter(long now) {
        return gone.lastNanos(now) <= rules.maxWait.toNanos() / 2;
    }
}
