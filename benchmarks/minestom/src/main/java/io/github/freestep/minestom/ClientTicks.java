package io.github.freestep.minestom;

/**
 * When places must be sent to a client so that they come between two of its ticks. One that came near a tick would come
 * just before it or just after it, by chance, and the client would then move a display twice as far or not at all. A
 * client tells when each of its ticks has ended, and a ping tells how long both ways take.
 */
final class ClientTicks {
    static final long NANOS = 50_000_000;

    /** A mean of about so many ticks, because messages are late by chance. */
    private static final int MEAN = 16;

    /** By how much a place may come sooner or later than a tick after the last one: 0.4 % is not seen. */
    private static final long MOST_SHIFT_NANOS = NANOS / 250;

    /** When any of the messages came. Only the place in the raster of ticks counts. */
    private long endedNanos;

    private long roundTripNanos;
    private int ended;
    private boolean isAligned;

    /** Takes when the client has said that a tick has ended. */
    synchronized void ended(long nanos) {
        endedNanos += offset(nanos - endedNanos) / Math.min(++ended, MEAN);
    }

    /** Takes how long a ping took. The shortest counts, because the client may answer late, but less if ways change. */
    synchronized void answered(long tripNanos) {
        roundTripNanos = roundTripNanos == 0 || tripNanos < roundTripNanos
                ? tripNanos
                : roundTripNanos + (tripNanos - roundTripNanos) / MEAN;
    }

    /** Returns when the place after that of the given time must be sent. */
    synchronized long next(long nanos) {
        long next = nanos + NANOS;
        if (ended < MEAN) {
            return next;
        }
        long early = offset(endedNanos + NANOS / 2 - roundTripNanos - next);
        if (isAligned) {
            return next + Math.max(-MOST_SHIFT_NANOS, Math.min(early, MOST_SHIFT_NANOS));
        }
        isAligned = true; // once at the beginning
        return next + early;
    }

    synchronized int count() {
        return ended;
    }

    synchronized boolean knowsTheWay() {
        return roundTripNanos > 0;
    }

    /** Returns by how much a time is off the raster, between half a tick before and after it. */
    static long offset(long nanos) {
        return Math.floorMod(nanos + NANOS / 2, NANOS) - NANOS / 2;
    }
}
