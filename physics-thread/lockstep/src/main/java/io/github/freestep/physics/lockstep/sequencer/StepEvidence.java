package io.github.freestep.physics.lockstep.sequencer;

/**
 * Decides whether to believe a player who claims that its steps are slow. The sequencer cannot see the steps. But if a
 * player is too slow for the present speed, the sequencer sees that its inputs become later and that the match waits
 * for them. So it believes a claim for 10 s, and after that for as long as there is such evidence. Without evidence,
 * the claim no longer lowers the speed. The speed rises, and an honest player becomes late by about a tick, which is
 * the next evidence.
 *
 * <p>This bounds false claims, and does not prevent them: a player who holds its inputs back on purpose looks the same
 * as one who is slow, and so does one whose link becomes slower for a second.
 *
 * <p>Belongs to the place of a player and not to its peer: a player who leaves and comes back must not be believed
 * anew.
 */
final class StepEvidence {
    private static final long FIRST_NANOS = 10_000_000_000L;

    /** After this time, a claim is believed without evidence again. */
    private static final long RENEWED_NANOS = 300_000_000_000L;

    /** How long evidence counts. An honest player who is too slow becomes late by a tick about this often. */
    private static final long EVIDENCE_NANOS = 60_000_000_000L;

    /** Inputs are late if they take longer than half a second to a second ago, by more than a period plus this. */
    private static final long MARGIN_NANOS = 10_000_000;

    /**
     * Inputs are evidence if they are late again after this time, but before twice this time. Otherwise each moment in
     * which a link is slow would renew a false claim for a minute.
     */
    private static final long SPAN_NANOS = 500_000_000;

    /** If the match waits for the player for this share of about a second, that is evidence. */
    private static final double WAITED = 0.05;

    private double neededNanos;
    private double waited;
    private double before = Double.MAX_VALUE;
    private double beforeThat = Double.MAX_VALUE;
    private long spanNanos;
    private boolean late;
    private long lateNanos;
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
        late = false;
    }

    /** Takes how long an input needed to arrive, from the sending of the frame at which it was sampled. */
    void input(long needed, long periodNanos, long now) {
        neededNanos = neededNanos == 0 ? needed : neededNanos + (needed - neededNanos) / 8;
        if (now - spanNanos >= SPAN_NANOS) {
            spanNanos = now;
            beforeThat = before;
            before = neededNanos;
        }
        if (neededNanos - Math.min(before, beforeThat) > periodNanos + MARGIN_NANOS) {
            late(now);
        }
    }

    private void late(long now) {
        if (!late || now - lateNanos >= 2 * SPAN_NANOS) {
            late = true;
            lateNanos = now;
        } else if (now - lateNanos >= SPAN_NANOS) {
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
