package io.github.freestep.minestom;

/**
 * When places must be sent to a client so that they come between two of its ticks. One that came near a tick would come
 * just before it or just after it, by chance, and the client would then move a display twice as far or not at all. A
 * client says when each of its ticks has ended, and a ping says how long both ways take.
 */
final class ClientTicks {
    static final long NANOS = 50_000_000;

    /** The number of ticks of a mean, because messages are late by chance. */
    private static final int MEAN = 16;

    /** By how much the time between two places may differ from a tick: by 0.4 %, which is not seen. */
    private static final long MOST_SHIFT_NANOS = NANOS / 250;

    /** When some tick has ended. Only the place in the raster of ticks counts. */
    private long endedNanos;

    private int ping;
    private long askedNanos;
    volatile long roundTripNanos;
    volatile int ended;
    private boolean isAligned;

    /** Takes when a message of the client came that says that a tick has ended. */
    synchronized void ended(long nanos) {
        endedNanos += offset(nanos - endedNanos) / Math.min(++ended, MEAN);
    }

    /** Begins a ping, and returns its number. */
    synchronized int asks(long nanos) {
        askedNanos = nanos;
        return ++ping;
    }

    /** Takes the answer to a ping, unless another one was sent since then, because a client may answer late. */
    synchronized void answered(int to, long nanos) {
        if (to == ping) {
            answered(nanos - askedNanos);
        }
    }

    /** Takes how long a ping took. The client may answer late, so the shortest counts, until the way becomes longer. */
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

    /** Returns by how much a time is off the raster, between half a tick before and after it. */
    static long offset(long nanos) {
        return Math.floorMod(nanos + NANOS / 2, NANOS) - NANOS / 2;
    }
}
