package io.github.freestep.wire;

/**
 * When the baselines of blocks are due. Time is divided into rounds, and each block has its own moment in a round, in
 * the order of the blocks. So the traffic is even, and adjacent blocks are due together. Immutable.
 *
 * <p>Rejected: a fixed time after a block's last baseline. Blocks that wake up together would then stay together.
 */
final class BaselineSchedule {
    /** The round of blocks that have changed. */
    static final long CHANGED_NANOS = 500_000_000;

    /**
     * The round of all blocks. With the 100 ms that may lie between two calls of the encoder, a receiver has every
     * baseline within a second.
     */
    static final long ALL_NANOS = 850_000_000;

    /** The time from when a baseline was sent until pieces refer to it. */
    static final long EFFECTIVE_NANOS = 100_000_000;

    private final int blocks;

    BaselineSchedule(int blocks) {
        this.blocks = blocks;
    }

    /** Whether a baseline is due now that was last sent at a time, according to a round. */
    boolean isDue(int block, long sentNanos, long nowNanos, long round) {
        long moment = round * block / blocks;
        return Math.floorDiv(nowNanos - moment, round) != Math.floorDiv(sentNanos - moment, round);
    }
}
