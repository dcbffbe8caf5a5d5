package io.github.freestep.physics.lockstep;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Decides what belongs to which tick of a lockstep match. A state machine without a thread, a clock and physics:
 * the same settings and the same calls lead to the same packets, so a cluster can run it on several nodes. For one
 * thread at a time. {@link SequencerServer} runs it for you.
 */
public final class Sequencer {
    /** Sends packets to peers. */
    @FunctionalInterface
    public interface Output {
        /**
         * Sends a packet, or drops it.
         *
         * @param peer the connection that {@link Sequencer#onPacket} was given
         * @param packet valid during the call
         */
        void send(long peer, ByteBuffer packet);
    }

    private final MatchSettings settings;
    private final Output out;

    /**
     * Creates the sequencer of one match. All players must have the same settings.
     *
     * @param settings the settings of the match
     * @param out sends the packets
     */
    public Sequencer(MatchSettings settings, Output out) {
        this.settings = Objects.requireNonNull(settings, "settings must not be null");
        this.out = Objects.requireNonNull(out, "out must not be null");
    }

    /**
     * Takes a packet of a peer. Sends nothing; {@link #onTime} does.
     *
     * @param peer the connection that the packet came from
     * @param packet the bytes between its position and its limit; its position is changed
     * @param nowNanos the time, not before that of any call before
     */
    public void onPacket(long peer, ByteBuffer packet, long nowNanos) {
        Objects.requireNonNull(packet, "packet must not be null");
    }

    /**
     * Does what is due, and sends all packets. Call it after packets have come, and at the time that it returns.
     *
     * @param nowNanos the time, not before that of any call before
     * @return when it must be called again, at most 50 ms after {@code nowNanos}
     */
    public long onTime(long nowNanos) {
        return nowNanos + 50_000_000;
    }
}
