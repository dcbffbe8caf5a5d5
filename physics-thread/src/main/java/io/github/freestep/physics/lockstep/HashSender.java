package io.github.freestep.physics.lockstep;

/** Sends the hashes of a {@link DesyncDetector} to the peer. */
@FunctionalInterface
public interface HashSender {
    /**
     * Sends the hash of a tick. The thread that delivers the events calls it, in the order of ticks. It may block: that
     * delays only this detector, until its subscription's buffer is full and events are lost.
     *
     * @param tick the tick whose state was hashed
     * @param hash the hash, to be passed to the peer's {@link DesyncDetector#peerHash}
     */
    void send(long tick, long hash);
}
