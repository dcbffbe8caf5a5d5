package io.github.freestep.benchmarks.jmh.wire;

import io.github.freestep.net.wire.StateEncoder;
import java.nio.ByteBuffer;

/** Counts the bytes and the datagrams of an encoder. */
class Traffic implements StateEncoder.Output {
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
