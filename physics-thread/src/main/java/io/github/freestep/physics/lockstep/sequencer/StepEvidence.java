package io.github.freestep.physics.lockstep.sequencer;

/**
 * Decides whether to believe a player who says that its steps are slow. The sequencer cannot see the steps. But it sees
 * that the inputs of a player who is too slow for the present speed become later, and that the match waits for them. So
 * a claim is believed for a first time, and then for as long as there is such evidence. Without evidence it does not lower the
 * speed any more. The speed rises, and an honest player becomes late by about a tick, which is the next evidence.
 *
 * <p>Belongs to the place of a player and not to its peer: leaving and coming back must not be believed anew.
 */
final class StepEvidence {
    private static final long FIRST_NANOS = 10_000_000_000L;

    /** After this time, a claim may be believed for a first time again. */
    private static final long RENEWED_NANOS = 300_000_000_000L;

    /** How long evidence counts. So often an honest player who is too slow becomes late by a tick. */
    private static final long EVIDENCE_NANOS = 60_000_000_000L;

    /** Inputs that take longer than half a second to a second ago by a period and this are evidence. */
    private static final long MARGIN_NANOS = 10_000_000;

    private static final long SPAN_NANOS = 500_000_000;

    /** If the match waits for the player for this share of about a second, that is evidence. */
    private static final double WAITED = 0.05;

    private double neededNanos;
    private double waited;
    private double before = Double.MAX_VALUE;
    private double beforeThat = Double.MAX_VALUE;
    private long spanNanos;
    private boolean claimed;
    private long claimedNanos;
    private boolean seen;
    private long seenNanos;

    /** Forgets what inputs of an earlier peer needed, but not what was believed. */
    void joins() {
        neededNanos = 0;
        waited = 0;
        before = Double.MAX_VALUE;
        beforeThat = Double.MAX_VALUE;
    }

    /** Takes how long an input needed, from sending the frame at which it was sampled. */
    void input(long needed, long periodNanos, long now) {
        neededNanos = neededNanos == 0 ? needed : neededNanos + (needed - neededNanos) / 8;
        if (now - spanNanos >= SPAN_NANOS) {
            spanNanos = now;
            beforeThat = before;
            before = neededNanos;
        }
        if (neededNanos - Math.min(before, beforeThat) > periodNanos + MARGIN_NANOS) {
            see(now);
        }
    }

    /** Takes for how much of a tenth of a second the match waited for the player. */
    void waited(double share, long now) {
        waited += (share - waited) / 10;
        if (waited > WAITED) {
            see(now);
        }
    }

    private void see(long now) {
        seen = true;
        seenNanos = now;
    }

    /** Returns whether a claim that would lower the speed is believed now. */
    boolean believes(long now) {
        if (seen && now - seenNanos < EVIDENCE_NANOS) {
            return true;
        }
        if (!claimed || now - claimedNanos >= RENEWED_NANOS) {
            claimed = true;
            claimedNanos = now;
        }
        return now - claimedNanos < FIRST_NANOS;
    }
}
