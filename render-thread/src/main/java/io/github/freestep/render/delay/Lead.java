package io.github.freestep.render.delay;

/**
 * Follows the lead of frame times: by how much the times that a host passes are ahead of the clock; negative if they
 * are behind it. For one reader; allocates nothing.
 *
 * <p>The lead of many hosts varies. So this class keeps two bounds. In each frame, a bound moves towards the frame's
 * lead: outwards by at most 250 us, inwards by at most 25 us and a 256th of the distance. So about one frame in eleven
 * is beyond a bound, and a rare frame with another lead moves it by no more than 250 us. If the lead is constant, both
 * bounds equal it. If several frames in a row are far beyond the same bound, and their leads neither rise nor fall from
 * frame to frame, they define a new lead, and the bounds are then those of these frames. This happens after a slow
 * first frame, or when the host enables vertical synchronisation.
 */
final class Lead {
    private static final long OUT_NANOS = 250_000;
    private static final long IN_NANOS = 25_000;

    /**
     * Lets a bound that is far away move faster. Otherwise, the bounds would need a minute to forget the first frames
     * of a host that then fills a queue of frames.
     */
    private static final long IN_PARTS = 256;

    /** A frame that is beyond a bound by more than this is far beyond it. */
    private static final long FAR_NANOS = 1_000_000;

    /** How many frames far beyond a bound, one after the other, mean a new lead. */
    private static final int LASTING = 8;

    /** The greatest usual lead. */
    long mostNanos;

    private long leastNanos;

    /** The number of the last frames that are far beyond the greatest lead; if negative, beyond the smallest one. */
    private int far;

    private long farFirstNanos;
    private long farMostNanos;
    private long farLeastNanos;

    /** Takes the lead of the first frame. */
    void begin(long first) {
        mostNanos = first;
        leastNanos = first;
        far = 0;
    }

    /** Follows the lead of the next frame. Returns whether it is a new one. */
    boolean follow(long next) {
        if (isLasting(next)) {
            mostNanos = farMostNanos;
            leastNanos = farLeastNanos;
            return true;
        }
        mostNanos += moved(next - mostNanos);
        leastNanos -= moved(leastNanos - next);
        return false;
    }

    private boolean isLasting(long next) {
        boolean isAhead = next - mostNanos > FAR_NANOS;
        boolean isBehind = leastNanos - next > FAR_NANOS;
        count(next, Boolean.compare(isAhead, isBehind));
        if (Math.abs(far) < LASTING) {
            return false;
        }
        far = 0;
        // While the lead still moves from frame to frame, the picture would jump again and again.
        long spread = farMostNanos - farLeastNanos;
        return spread <= FAR_NANOS || Math.abs(next - farFirstNanos) <= spread / 2;
    }

    /**
     * Counts a frame that is far beyond the same bound as the last one, or begins to count with this frame.
     *
     * @param side 1 if the lead is far beyond the greatest one, -1 if it is far beyond the smallest one, otherwise 0
     */
    private void count(long next, int side) {
        boolean isSameSide = far * side > 0;
        if (!isSameSide) {
            far = 0;
            farFirstNanos = next;
            farMostNanos = next;
            farLeastNanos = next;
        }
        far += side;
        farMostNanos = Math.max(farMostNanos, next);
        farLeastNanos = Math.min(farLeastNanos, next);
    }

    /** How far a bound moves outwards if a frame is beyond it by that much; negative if the bound moves inwards. */
    private static long moved(long beyondNanos) {
        return beyondNanos > 0
                ? Math.min(beyondNanos, OUT_NANOS)
                : Math.max(beyondNanos, beyondNanos / IN_PARTS - IN_NANOS);
    }

    /** By how much the usual lead varies. */
    long spreadNanos() {
        return Math.max(0, mostNanos - leastNanos);
    }
}
