package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.Messages;

/** Finds out for whom the match waits, says so to all, and removes players who are silent for too long. */
final class Waits {
    private static final long REPORT_NANOS = 100_000_000;

    private final Match match;
    private final long limitNanos;
    private long reportedNanos;
    private boolean reported;
    private long awaited;
    private long waitedNanos;
    private long beganNanos;
    private boolean began;

    Waits(Match match) {
        this.match = match;
        limitNanos = match.rules().silence().toNanos();
    }

    /** Returns bit p for each player whose input of a tick is missing. */
    int missing(long tick) {
        int missing = 0;
        for (Seat seat : match.seats()) {
            missing |= seat.lacks(tick) ? seat.bit() : 0;
        }
        return missing;
    }

    /** Returns bit p for each player for whom the match waits now, 0 if it does not wait. */
    long awaited() {
        return awaited;
    }

    long waitedNanos() {
        return waitedNanos;
    }

    boolean awaits(int player) {
        return (awaited >>> player & 1) != 0;
    }

    /** Whether the wait has lasted so long that the players know of it. */
    boolean isReported() {
        return reported;
    }

    void check() {
        awaited = 0;
        waitedNanos = 0;
        if (match.started()) {
            checkTick();
        } else {
            checkStart();
        }
        checkSilence();
        report();
    }

    private void checkTick() {
        if (!match.isDue()) {
            return;
        }
        for (Seat seat : match.seats()) {
            if (seat.lacks(match.newest() + 1)) {
                seat.missing(match.now());
                awaited |= seat.bit() & 0xFFFF_FFFFL;
                waitedNanos = Math.max(waitedNanos, seat.missingNanos(match.now()));
            }
        }
    }

    private void checkStart() {
        if (!began) {
            began = true;
            beganNanos = match.now();
        }
        for (Seat seat : match.seats()) {
            if (!seat.isReady() || seat.peer() == null) {
                awaited |= seat.bit() & 0xFFFF_FFFFL;
            }
        }
        waitedNanos = match.now() - beganNanos;
    }

    private void checkSilence() {
        boolean pause = false;
        for (Seat seat : match.seats()) {
            long silent = seat.peer() == null
                    ? 0
                    : Math.max(
                            seat.missingNanos(match.now()), seat.peer().link().silentNanos(match.now()));
            if (silent < limitNanos) {
                continue;
            }
            if (seat.isActive() && match.rules().pausesOnSilence()) {
                pause = true;
                awaited |= seat.bit() & 0xFFFF_FFFFL;
                waitedNanos = Math.max(waitedNanos, silent);
            } else {
                match.remove(
                        seat,
                        "player " + seat.player() + " was silent for " + silent / 1_000_000 + " ms, the limit is "
                                + limitNanos / 1_000_000 + " ms");
            }
        }
        match.pausedForSilence(pause);
    }

    private void report() {
        if (awaited == 0 || waitedNanos < REPORT_NANOS) {
            reported = false;
        } else if (!reported || match.now() - reportedNanos >= REPORT_NANOS) {
            reported = true;
            reportedNanos = match.now();
            Messages.writeWaiting(match.begin(), match.newest() + 1, awaited, waitedNanos);
            match.broadcast();
        }
    }
}
