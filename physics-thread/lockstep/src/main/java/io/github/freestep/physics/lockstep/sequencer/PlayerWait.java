package io.github.freestep.physics.lockstep.sequencer;

import io.github.freestep.physics.lockstep.link.MatchRules;

/**
 * Measures for how long the match waits for one player: without a break, and for how much of the last time the others
 * had to wait. Its times count from the first call of the {@link Sequencer}, as all times here do, so they begin at 0
 * and can be compared.
 */
final class PlayerWait {
    private static final int PARTS = 100;

    /** How long a save that the player was asked for may take without being a wait for it. */
    private static final long MOST_SAVE_NANOS = 3_000_000_000L;

    /**
     * After a save that others had to wait for, the player rests this many times as long. Those who join wait for that,
     * because another player's save would cost the others as much.
     */
    private static final int REST = 10;

    private final long partNanos;
    /** For how long the others waited in each of the last parts of the time, and in the present one. */
    private final long[] parts = new long[PARTS + 1];

    private long part;
    private long sumNanos;
    private boolean waits;
    private boolean othersWait;
    private long sinceNanos;
    private long countedNanos;
    private long saveEndNanos = Long.MIN_VALUE / 2;
    private long savedNanos;
    private long restEndNanos = Long.MIN_VALUE;

    PlayerWait(MatchRules rules) {
        partNanos = rules.waitSpan.toNanos() / PARTS;
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
        long newest = now / partNanos;
        for (; part < newest; part++) {
            int oldest = (int) ((part + 1) % parts.length);
            sumNanos -= parts[oldest];
            parts[oldest] = 0;
            if (sumNanos == 0) {
                part = newest - 1;
            }
        }
        if (othersWait) {
            long begin = Math.min(Math.max(saveEndNanos, countedNanos), now);
            if (begin - countedNanos > 0) {
                savedNanos += begin - countedNanos;
                restEndNanos = Math.max(restEndNanos, begin + REST * savedNanos);
            }
            parts[(int) (part % parts.length)] += now - begin;
            sumNanos += now - begin;
        }
        countedNanos = now;
    }

    /** Notes that the player was asked to save its world. */
    void beginSave(long now) {
        count(now);
        saveEndNanos = now + MOST_SAVE_NANOS;
        savedNanos = 0;
    }

    /** Notes that the player has saved, because its world begins to arrive. */
    void endSave(long now) {
        count(now);
        saveEndNanos = Math.min(saveEndNanos, now);
    }

    /** Whether the others had to wait for a save so lately that the player must not be asked for another. */
    boolean rests(long now) {
        return now < restEndNanos;
    }

    /** Returns for how long the match has waited without a break; 0 if it does not wait. */
    long nanos(long now) {
        return waits ? now - sinceNanos : 0;
    }

    /** The same, but 0 while a player whose input is there waits as well. */
    long unnoticedNanos(long now) {
        return othersWait ? 0 : nanos(now);
    }

    /** Returns for how much of the last time the others had to wait. */
    long lastNanos(long now) {
        count(now);
        return sumNanos;
    }

    /** Takes the waits for a player who leaves, so that its place is free of them. */
    void takeOver(PlayerWait from, long now) {
        from.end(now);
        from.endSave(now);
        count(now);
        for (int i = 0; i < parts.length; i++) {
            parts[i] += from.parts[i];
            from.parts[i] = 0;
        }
        sumNanos += from.sumNanos;
        from.sumNanos = 0;
    }
}
