package io.github.freestep.net.session;

import io.github.freestep.state.InputSink;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Applies the inputs of clients, each once and in order, and refuses those with impossible values. For one thread;
 * allocates nothing.
 */
final class InputApplier {
    /**
     * The largest distance between the time of an input and now. Far below the times with which an input port would
     * overflow, and far above the delay of any link.
     */
    static final long MAX_DISTANCE_NANOS = 3_600_000_000_000L;

    private final @Nullable InputSink sink;
    private final int axes;

    /** @param sink takes the inputs; null to refuse all */
    InputApplier(@Nullable InputSink sink) {
        this.sink = sink;
        axes = sink == null ? 0 : sink.axes();
    }

    /**
     * Applies those inputs of a datagram that are new.
     *
     * @param inputs the datagram, after its header
     * @return whether the datagram was valid; if not, nothing was applied
     */
    boolean apply(ClientHeader header, ByteBuffer inputs, Client client, long nowNanos) {
        long first = header.firstSequence;
        // A client always begins with its oldest unacknowledged input, so there is never a gap.
        if (first < 1 || first > client.sequence + 1) {
            return false;
        }
        int known = (int) Math.min(header.inputs, client.sequence + 1 - first);
        if (known < header.inputs && sink != null) {
            sink.from(client.id);
        }
        inputs.position(inputs.position() + known * ClientHeader.INPUT);
        while (inputs.hasRemaining()) {
            // Before the sink is called: if it throws, the input must not be applied again.
            client.sequence++;
            client.refused += push(inputs, nowNanos) ? 0 : 1;
        }
        return true;
    }

    private boolean push(ByteBuffer input, long nowNanos) {
        byte kind = input.get();
        int code = input.getInt();
        float value = input.getFloat();
        long nanos = input.getLong();
        long ahead = nanos - nowNanos;
        boolean isFar = ahead > MAX_DISTANCE_NANOS || ahead < -MAX_DISTANCE_NANOS;
        if (sink == null || isFar || !Float.isFinite(value)) {
            return false;
        }
        try {
            return kind == ClientHeader.ACTION
                    ? sink.action(code, value, nanos)
                    : kind == ClientHeader.AXIS && code >= 0 && code < axes && sink.axis(code, value, nanos);
        } catch (IllegalArgumentException notAccepted) {
            // A client may send any time. One that the sink does not accept ends nothing.
            return false;
        }
    }
}
