package io.github.freestep.physics.lockstep;

/** How a {@link DesyncDetector} tells the peer. */
@FunctionalInterface
public interface HashSender {
    /**
     * Sends the hash of a tick. It is called by the thread that hands out events, in the order of ticks, and may block: it
     * holds up nobody but this exchange, until the room for its events is full.
     *
     * @param tick whose state it is
     * @param hash for the peer's {@link DesyncDetector#peerHash}
     */
    void send(long tick, long hash);
}
