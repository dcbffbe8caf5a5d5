package io.github.freestep.net.session;

import java.nio.ByteBuffer;
import java.util.function.LongConsumer;

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

    private final int axes;
    private final LongConsumer from;
    private final ServerLink.Sink axis;
    private final ServerLink.Sink action;
    private long applied;
    private long refused;

    /**
     * Creates an applier.
     *
     * @param from gets the number of a client before its inputs
     */
    InputApplier(int axes, LongConsumer from, ServerLink.Sink axis, ServerLink.Sink action) {
        this.axes = axes;
        this.from = from;
        this.axis = axis;
        this.action = action;
    }

    /** Returns the number of inputs that the sinks accepted. */
    long applied() {
        return applied;
    }

    /** Returns the number of inputs that the sinks refused, or that had impossible values. */
    long refused() {
        return refused;
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
        if (known < header.inputs) {
            from.accept(client.id);
        }
        inputs.position(inputs.position() + known * ClientHeader.INPUT);
        while (inputs.hasRemaining()) {
            // Before the sink is called: if it throws, the input must not be applied again.
            client.sequence++;
            if (push(inputs, nowNanos)) {
                applied++;
            } else {
                client.refused++;
                refused++;
            }
        }
        return true;
    }

    private boolean push(ByteBuffer input, long nowNanos) {
        byte kind = input.get();
        int code = input.getInt();
        float value = input.getFloat();
        long nanos = input.getLong();
        long ahead = nanos - nowNanos;
        if (!Float.isFinite(value) || ahead > MAX_DISTANCE_NANOS || ahead < -MAX_DISTANCE_NANOS) {
            return false;
        }
        if (kind == ClientHeader.ACTION) {
            return action.push(code, value, nanos);
        }
        return kind == ClientHeader.AXIS && code >= 0 && code < axes && axis.push(code, value, nanos);
    }
}
