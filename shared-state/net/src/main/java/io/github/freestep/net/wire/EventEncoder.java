package io.github.freestep.net.wire;

import io.github.freestep.internal.EventTaker;
import io.github.freestep.internal.EventValues;
import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Encodes events as datagrams for the reliable stream, for any number of receivers. For one thread; never blocks,
 * allocates nothing once made.
 *
 * <p>A place or an impulse that is NaN or infinite is sent as unknown, and such a normal as zero. A slot that is not in
 * the layout is sent as none.
 */
public final class EventEncoder implements EventTaker {
    /** No event takes more bytes. */
    static final int MOST_BYTES = 80;

    private final long run;
    private final Consumer<ByteBuffer> output;
    private final ByteBuffer datagram = ByteBuffer.allocate(Datagrams.MAX_DATAGRAM);
    private final ByteWriter out = new ByteWriter();
    private final EventCodec codec;

    /** The number of the next event, from 1. */
    private long next = 1;

    private boolean isEmpty = true;

    /**
     * Creates an encoder.
     *
     * @param layout the layout of the states to which the events belong
     * @param runId the same as for the encoder of the states
     * @param output takes each datagram, from position to limit, which is valid during the call only
     */
    public EventEncoder(StateLayout layout, long runId, Consumer<ByteBuffer> output) {
        codec = new EventCodec(layout.capacity(), out);
        run = runId;
        this.output = output;
    }

    /** Adds an event. Sends what waits if it would not fit. */
    @Override
    public void event(EventValues event) {
        if (!isEmpty && out.position() + MOST_BYTES > Datagrams.MAX_DATAGRAM) {
            flush();
        }
        if (isEmpty) {
            isEmpty = false;
            codec.begin();
            out.open(datagram.array(), 0);
            out.u8(Datagrams.EVENTS);
            out.i64(run);
            out.varlong(next);
        }
        next++;
        codec.code(event);
    }

    /** Notes that events were missed. The gap in the numbers shows it to the receivers. */
    @Override
    public void missed(long count) {
        flush();
        next += count;
    }

    /** Sends the events that wait. */
    public void flush() {
        if (!isEmpty) {
            isEmpty = true;
            output.accept(datagram.position(0).limit(out.position()));
        }
    }
}
