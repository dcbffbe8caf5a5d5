package io.github.freestep.wire;

import io.github.freestep.state.StateLayout;

/**
 * The baselines that a receiver has: the two newest of each block, because pieces refer to the older one until the
 * newer one is effective. For one thread. Its memory is bounded by the layout, and {@link #accept} allocates nothing.
 */
final class BaselineStore {
    private final StateLayout layout;

    BaselineStore(StateLayout layout) {
        this.layout = layout;
    }

    /** Forgets everything. Call it when another run begins. */
    void reset() {
        throw new UnsupportedOperationException();
    }

    /**
     * Stores the blocks of a baseline datagram. Never throws because of what is in it. The caller has read the header,
     * has compared {@link BaselineHeader#layout} with the hash of its own layout, and has called {@link #reset} if the
     * run is another one.
     *
     * <p>A datagram whose number is not above those of all before is ignored, and is valid. If numbers were skipped, all
     * blocks count as unknown until they come again, except in pieces that name a baseline which is there.
     *
     * @return false if the content is invalid; then nothing has changed
     */
    boolean accept(byte[] bytes, int offset, int length, BaselineHeader header) {
        throw new UnsupportedOperationException();
    }

    /** The number of the newest baseline datagram that was stored; 0 if none was. */
    long newest() {
        return 0;
    }
}
