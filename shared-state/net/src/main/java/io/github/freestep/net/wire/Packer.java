package io.github.freestep.net.wire;

import io.github.freestep.net.body.BodyCoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.net.codec.RangeEncoder;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;

/**
 * The bytes of a datagram while it is made. The length of the header is known only when the content is complete, so the
 * content begins at a fixed place, and the header is put before it. For one thread; allocates nothing.
 */
final class Packer {
    /** Where contents begin. */
    private static final int CONTENT = PieceHeader.MAX_BYTES;

    /** The end of the content takes at most one more unit of the coder. */
    private static final int END = 2;

    /** Has room for a body that is taken back because it does not fit. */
    private final byte[] bytes = new byte[CONTENT + 2 * Datagrams.MAX_DATAGRAM];

    private final ByteBuffer buffer = ByteBuffer.wrap(bytes);
    private final byte[] header = new byte[CONTENT];
    private final ByteWriter writer = new ByteWriter();
    private int limit;

    /** What encodes the content. */
    final BlockModels models;

    final RangeEncoder coder;
    final BodyCoder bodies;

    Packer(StateLayout layout, PoseGrid grid) {
        models = new BlockModels(new BodyFields(layout));
        coder = new RangeEncoder(models.all, 2 * Datagrams.MAX_DATAGRAM);
        bodies = new BodyCoder(layout, grid, coder);
    }

    /** Returns a writer for a header, for {@link #open} or {@link #close}. */
    ByteWriter header() {
        writer.open(header, 0);
        return writer;
    }

    /** Begins a datagram. What was written to {@link #header} is as long as the header can become. */
    void open() {
        limit = Datagrams.MAX_DATAGRAM - writer.position();
        coder.open(bytes, CONTENT);
        bodies.begin();
    }

    /** Returns whether the content fits so far. If not, takes back what was encoded since the last call. */
    boolean keeps() {
        boolean fits = coder.size() + END <= limit;
        if (fits) {
            coder.mark();
        } else {
            coder.back();
        }
        return fits;
    }

    /** Ends the content, and puts in front of it what was written to {@link #header}. */
    ByteBuffer close() {
        coder.end();
        int end = coder.finish();
        int start = CONTENT - writer.position();
        System.arraycopy(header, 0, bytes, start, writer.position());
        return buffer.limit(end).position(start);
    }
}
