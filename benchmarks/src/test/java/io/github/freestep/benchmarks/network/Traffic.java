package io.github.freestep.benchmarks.network;

import io.github.freestep.net.wire.DatagramOutput;
import java.nio.ByteBuffer;

/** Counts the bytes and the datagrams of an encoder. */
class Traffic implements DatagramOutput {
    long bytes;
    int pieces;

    @Override
    public void stream(ByteBuffer datagram) {
        bytes += datagram.remaining();
    }

    @Override
    public void piece(ByteBuffer datagram) {
        bytes += datagram.remaining();
        pieces++;
    }

    @Override
    public void copy(ByteBuffer datagram) {
        piece(datagram);
    }
}
