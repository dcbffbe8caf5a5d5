package io.github.freestep.wire;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;

/**
 * Encodes states as datagrams, for any number of receivers. Not thread-safe: one thread, such as a reader of the
 * states. Never blocks. Allocates nothing once it has seen the bodies of the simulation.
 *
 * <p>Encode every state that the reader gets, in order. If no state comes for 100 ms, encode the newest one again: the
 * repeats of baselines and the receivers' clocks depend on it.
 */
public final class StateEncoder {
    /**
     * The greatest length of a datagram, in bytes. With the headers of UDP and Aeron and the authentication of a key,
     * it fits into 1,400 bytes.
     */
    public static final int MAX_DATAGRAM = 1_344;

    /** The greatest length of an attachment, in bytes. */
    public static final int MAX_ATTACHMENT = 800;

    private StateEncoder() {}

    /**
     * Creates an encoder.
     *
     * @param layout the layout of all states that will be encoded
     * @param precision how exactly poses arrive
     * @param runId identifies this run of the simulation to receivers: another number after each restart, such as a
     *     random one
     * @return an encoder that has sent nothing yet
     * @throws IllegalArgumentException if the layout has so many channels that a body may not fit into a datagram
     */
    public static StateEncoder of(StateLayout layout, Precision precision, long runId) {
        return new StateEncoder();
    }

    /** Where datagrams go. The encoder calls it during {@link #encode}, baselines first. */
    public interface Output {
        /**
         * Takes a datagram for the reliable stream.
         *
         * @param datagram from position to limit; valid during the call only
         */
        void baseline(ByteBuffer datagram);

        /**
         * Takes a datagram for the unreliable stream.
         *
         * @param datagram from position to limit; valid during the call only
         */
        void piece(ByteBuffer datagram);
    }

    /**
     * Encodes one state. Calls the output for each datagram, on the calling thread. If the output throws, the exception
     * goes through; the datagram then counts as sent.
     *
     * @param state the state; its values must not change during the call
     * @param stampNanos the time now, in nanoseconds of the sender's clock; must not be below that of the call before
     * @param output where the datagrams go
     */
    public void encode(State state, long stampNanos, Output output) {
        throw new UnsupportedOperationException();
    }

    /**
     * Sets bytes that the first piece of each state carries from now on, for the use of the transport. Copies them.
     *
     * @param bytes the bytes
     * @param length how many of them, from 0 to {@value #MAX_ATTACHMENT}
     */
    void attach(byte[] bytes, int length) {
        throw new UnsupportedOperationException();
    }
}
