package io.github.freestep.net.wire;

import io.github.freestep.net.body.BodyCoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.net.codec.RangeEncoder;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;

/** Encodes pieces, one after another: a header, and as much content as fits. For one thread; allocates nothing. */
final class PieceEncoder {
    /** Where contents begin. */
    private static final int CONTENT = PieceHeader.MAX_BYTES;

    /** The end of the content takes at most one more unit of the coder. */
    private static final int END = 2;

    final BlockModels models;
    final RangeEncoder coder;
    final BodyCoder bodies;
    private final ByteWriter writer = new ByteWriter();

    /** The most bytes of the content that is encoded now. */
    private int most;

    /**
     * The bytes of a piece. The length of its header is known only when the content is complete, so the content begins
     * at a fixed place, and the header is put before it.
     */
    static final class Piece {
        /** Has room for a body that is taken back because it does not fit. */
        private final byte[] bytes = new byte[CONTENT + 2 * Datagrams.MAX_DATAGRAM];

        final ByteBuffer buffer = ByteBuffer.wrap(bytes);
        private int start;
        private int end;

        /**
         * Sends it with the number of a client. The only piece of a state has a copy, for links that lose: if two such
         * states in a row were lost, motion would be guessed over two gaps, and over longer ones it would stand still.
         * At 5 % loss, two are lost every 4 s with single pieces, and every 30 minutes with two datagrams for each
         * state.
         */
        void send(int number, boolean twice, DatagramOutput output) {
            buffer.limit(end).position(start).putInt(start + PieceHeader.NUMBER_OFFSET, number);
            output.piece(buffer);
            if (twice) {
                output.copy(buffer.limit(end).position(start));
            }
        }
    }

    PieceEncoder(StateLayout layout, PoseGrid grid) {
        models = new BlockModels(new BodyFields(layout));
        coder = new RangeEncoder(models.all, 2 * Datagrams.MAX_DATAGRAM);
        bodies = new BodyCoder(layout, grid, coder);
    }

    /** Begins a piece from a slot on, up to the last one if it fits. */
    void open(Piece piece, PieceHeader header, int firstSlot) {
        header.firstSlot = firstSlot;
        header.endSlot = header.slots;
        // As long as it can become.
        most = Datagrams.MAX_DATAGRAM - END - write(header, piece);
        coder.open(piece.bytes, CONTENT);
        bodies.begin();
    }

    /** Returns whether the content fits so far. If not, takes back what was encoded since the last call. */
    boolean keeps() {
        boolean fits = coder.size() <= most;
        if (fits) {
            coder.mark();
        } else {
            coder.back();
        }
        return fits;
    }

    /** Completes a piece. */
    void close(Piece piece, PieceHeader header, int endSlot) {
        if (endSlot == header.firstSlot && endSlot < header.slots) {
            throw new IllegalStateException("body " + endSlot + " does not fit into a datagram");
        }
        coder.end();
        piece.end = coder.finish();
        header.endSlot = endSlot;
        int length = write(header, piece);
        piece.start = CONTENT - length;
        System.arraycopy(piece.bytes, 0, piece.bytes, piece.start, length);
    }

    private int write(PieceHeader header, Piece piece) {
        writer.open(piece.bytes, 0);
        header.write(writer);
        return writer.position();
    }
}
