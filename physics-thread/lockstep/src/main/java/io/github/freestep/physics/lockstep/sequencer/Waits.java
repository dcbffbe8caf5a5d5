package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.MatchRules;

/**
 * Finds out for whom the match waits, who is silent for too long, and when the players must learn of it. {@link #check}
 * decides; the other methods return what it has decided, until the next call.
 */
final class Waits {
    /** The tick to pass while no tick is due. */
    static final long NONE_DUE = -1;

    private static final long REPORT_NANOS = 100_000_000;

    private final MatchRules rules;
    private final long limitNanos;
    private long awaited;
    private long nanos;
    private int silent;
    private boolean pauses;

    private boolean reports;
    private boolean reported;
    private long reportedNanos;

    private long beganNanos;
    private boolean began;

    Waits(MatchRules rules) {
        this.rules = rules;
        limitNanos = rules.silence().toNanos();
    }

    /**
     * Decides before the start of the match, which waits for those who have joined and are not ready, and for all
     * others while too few have joined.
     */
    void checkStart(PlayerPlace[] places, long now) {
        if (!began) {
            began = true;
            beganNanos = now;
        }
        awaited = 0;
        int joined = 0;
        for (PlayerPlace place : places) {
            joined += place.peer() == null ? 0 : 1;
        }
        for (PlayerPlace place : places) {
            if (place.peer() == null ? joined < rules.minPlayers() : !place.isReady()) {
                await(place);
            }
        }
        nanos = now - beganNanos;
        checkSilence(places, now);
        decideReport(now);
    }

    /**
     * Decides in a match that runs, and notes at the players for whom it waits that it does.
     *
     * @param dueTick the next tick if it is due, otherwise {@link #NONE_DUE}
     */
    void check(PlayerPlace[] places, long dueTick, long now) {
        awaited = 0;
        nanos = 0;
        for (PlayerPlace place : places) {
            if (dueTick != NONE_DUE && place.lacks(dueTick)) {
                place.waited().begin(now);
                await(place);
                nanos = Math.max(nanos, place.waited().nanos(now));
            }
        }
        checkSilence(places, now);
        decideReport(now);
    }

    private void await(PlayerPlace place) {
        awaited |= place.bit() & 0xFFFF_FFFFL;
    }

    private void checkSilence(PlayerPlace[] places, long now) {
        silent = 0;
        pauses = false;
        for (PlayerPlace place : places) {
            long silence = silenceNanos(place, now);
            if (silence < limitNanos) {
                continue;
            }
            if (place.isActive() && rules.pausesOnSilence()) {
                pauses = true;
                await(place);
                nanos = Math.max(nanos, silence);
            } else {
                silent |= place.bit();
            }
        }
    }

    private static long silenceNanos(PlayerPlace place, long now) {
        return place.peer() == null
                ? 0
                : Math.max(place.waited().nanos(now), place.peer().link().silentNanos(now));
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

    /** Returns bit p for each player for whom the match waits, 0 if it does not wait. */
    long awaited() {
        return awaited;
    }

    /** Returns for how long the match waits. */
    long nanos() {
        return nanos;
    }

    /** Whether the match pauses for a silent player. */
    boolean pauses() {
        return pauses;
    }

    /** Whether a player was silent for so long that it must be removed. */
    boolean isSilent(PlayerPlace place) {
        return (silent & place.bit()) != 0;
    }

    /** Returns why a silent player is removed. */
    String reason(PlayerPlace place, long now) {
        return "player " + place.player() + " was silent for " + silenceNanos(place, now) / 1_000_000
                + " ms, the limit is " + limitNanos / 1_000_000 + " ms";
    }

    /** Whether the players must be sent the wait now. */
    boolean reports() {
        return reports;
    }
}
