package io.github.freestep.net.wire;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** An output that passes datagrams to functions of the test. */
public record Output(Consumer<ByteBuffer> stream, Consumer<ByteBuffer> pieces, Consumer<ByteBuffer> copies)
        implements DatagramOutput {
    /** Creates an output that passes a copy on like any other piece. */
    public Output(Consumer<ByteBuffer> stream, Consumer<ByteBuffer> pieces) {
        this(stream, pieces, pieces);
    }

    @Override
    public void stream(ByteBuffer datagram) {
        stream.accept(datagram);
    }

    @Override
    public void piece(ByteBuffer datagram) {
        pieces.accept(datagram);
    }

    @Override
    public void copy(ByteBuffer datagram) {
        copies.accept(datagram);
    }
}
