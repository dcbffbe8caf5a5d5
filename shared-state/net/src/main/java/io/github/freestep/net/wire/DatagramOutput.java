package io.github.freestep.net.wire;

import java.nio.ByteBuffer;

/** Where datagrams go. A {@link StateEncoder} calls it while it encodes. */
public interface DatagramOutput {
    /**
     * Takes a datagram for the reliable stream.
     *
     * @param datagram from position to limit; valid during the call only
     */
    void stream(ByteBuffer datagram);

    /**
     * Takes a datagram for the unreliable stream.
     *
     * @param datagram from position to limit; valid during the call only
     */
    void piece(ByteBuffer datagram);

    /**
     * Takes the datagram of the last {@link #piece} to be sent once more, in case the first one is lost.
     *
     * @param datagram from position to limit; valid during the call only
     */
    void copy(ByteBuffer datagram);
}
