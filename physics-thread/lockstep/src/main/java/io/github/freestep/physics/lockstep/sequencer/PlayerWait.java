package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.MatchRules;

/**
 * Measures for how long the match waits for one player: without a break, and for how much of the last time the others
 * had to wait.
 */
final class PlayerWait {
    private static final int PARTS = 100;

    private final long partNanos;
    /** For how long the others waited in each of the last parts of the time, and in the present one. */
    private final long[] parts = new long[PARTS + 1];

    private long part;
    private long forgivenNanos;
    private long sumNanos;
    private boolean waits;
    private boolean othersWait;
    private long sinceNanos;
    private long countedNanos;

    PlayerWait(MatchRules rules) {
        partNanos = rules.waitSpan().toNanos() / PARTS;
    }

    /** Notes that the match waits from now on, and whether a player whose input is there has to. */
    void begin(boolean othersDo, long now) {
        count(now);
        sinceNanos = waits ? sinceNanos : now;
        waits = true;
        othersWait = othersDo;
    }

    /** Notes that the match no longer waits. */
    void end(long now) {
        count(now);
        waits = false;
        othersWait = false;
    }

    private void count(long now) {
        long newest = (now - forgivenNanos) / partNanos;
        for (; part < newest; part++) {
            int oldest = (int) ((part + 1) % parts.length);
            sumNanos -= parts[oldest];
            parts[oldest] = 0;
            if (sumNanos == 0) {
                part = newest - 1;
            }
        }
        if (othersWait) {
            parts[(int) (part % parts.length)] += now - countedNanos;
            sumNanos += now - countedNanos;
        }
        countedNanos = now;
    }

    /** Returns for how long the match has waited without a break; 0 if it does not wait. */
    long nanos(long now) {
        return waits ? now - sinceNanos : 0;
    }

    /** Whether a player whose input is there waits as well. */
    boolean othersWait() {
        return othersWait;
    }

    /** Returns for how much of the last time the others had to wait. */
    long lastNanos(long now) {
        count(now);
        return sumNanos;
    }

    /** Takes the waits for a player who leaves, so that its place is free of them. */
    void takeOver(PlayerWait from, long now) {
        from.end(now);
        count(now);
        for (int i = 0; i < parts.length; i++) {
            parts[i] += from.parts[i];
            from.parts[i] = 0;
        }
        sumNanos += from.sumNanos;
        from.sumNanos = 0;
    }

    /** Does not count a time in which no peer could be heard. */
    void forgive(long nanos) {
        sinceNanos += nanos;
        countedNanos += nanos;
        forgivenNanos += nanos;
    }
}
