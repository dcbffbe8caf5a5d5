package io.github.freestep.net.wire;

/**
 * When the baselines of blocks are due. Time is divided into rounds, and each block has its own moment in a round, in
 * the order of the blocks. So the traffic is even, and adjacent blocks are due together. Immutable.
 *
 * <p>Rejected: a fixed time after a block's last baseline. Blocks that begin to move together would get their baselines
 * at the same time in every round.
 */
final class BaselineSchedule {
    /** The length of a round of new baselines, for blocks that have changed. */
    static final long NEW_NANOS = 500_000_000;

    /**
     * The length of a round of repeats. With the 100 ms that may lie between two calls of the encoder, a receiver has
     * every baseline within a second.
     */
    static final long REPEAT_NANOS = 850_000_000;

    /** The time from when a baseline was sent until pieces refer to it. */
    static final long EFFECTIVE_NANOS = 100_000_000;

    private final int blocks;

    BaselineSchedule(int blocks) {
        this.blocks = blocks;
    }

    /** Whether the moment for a new baseline came after the last call of the encoder. */
    boolean isNewDue(int block, long lastCallNanos, long nowNanos) {
        return isBetween(block, NEW_NANOS, lastCallNanos, nowNanos);
    }

    /**
     * Whether the moment for a repeat came after the block was last sent. A baseline that is younger than a round of
     * new baselines is not repeated, because a new one replaces it if the block continues changing.
     */
    boolean isRepeatDue(int block, long sentNanos, long nowNanos) {
        return nowNanos - sentNanos >= NEW_NANOS && isBetween(block, REPEAT_NANOS, sentNanos, nowNanos);
    }

    /** Whether a block's moment in a round of some length lies between two times. */
    boolean isBetween(int block, long round, long fromNanos, long toNanos) {
        long moment = round * block / blocks;
        return Math.floorDiv(fromNanos - moment, round) != Math.floorDiv(toNanos - moment, round);
    }
}
