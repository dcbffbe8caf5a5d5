package io.github.freestep.net;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/** A transport whose test takes what is sent, and on which nothing arrives. */
@FunctionalInterface
interface SendOnly extends DatagramTransport {
    @Override
    boolean send(ByteBuffer datagram, SocketAddress peer) throws IOException;

    @Override
    default SocketAddress receive(ByteBuffer into) {
        return null;
    }

    @Override
    default void close() {}
}
