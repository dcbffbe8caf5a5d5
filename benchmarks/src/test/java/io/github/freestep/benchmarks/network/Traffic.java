package io.github.freestep.benchmarks.network;

import io.github.freestep.net.wire.DatagramOutput;
import java.nio.ByteBuffer;

/** Counts the bytes and the datagrams of an encoder. */
class Traffic implements DatagramOutput {
    long pieceBytes;
    long baselineBytes;
    int pieces;

    @Override
    public void baseline(ByteBuffer datagram) {
        baselineBytes += datagram.remaining();
    }

    @Override
    public void piece(ByteBuffer datagram) {
        pieceBytes += datagram.remaining();
        pieces++;
    }
}
