package io.github.freestep.internal.aeron;

import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.Header;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;

/** The receiving end of a stream of datagrams. For the thread of its link only. Allocates nothing. */
public final class Inlet {
    /** Takes a datagram. */
    @FunctionalInterface
    public interface Handler {
        /** Takes a datagram, from position to limit. The buffer has an array, and is valid during the call only. */
        void datagram(ByteBuffer datagram);
    }

    /** So that one stream cannot keep its thread busy for good, however fast others send. */
    private static final int MOST_DATAGRAMS = 4_096;

    private final Subscription subscription;
    private final Handler handler;
    private final FragmentHandler fragments = this::fragment;
    private final ByteBuffer datagram = ByteBuffer.allocate(AeronLink.PAYLOAD_BYTES);

    Inlet(Subscription subscription, Handler handler) {
        this.subscription = subscription;
        this.handler = handler;
    }

    /** Hands all datagrams that have arrived to the handler. */
    public void poll() {
        int left = MOST_DATAGRAMS;
        int polled;
        while (left > 0 && (polled = subscription.poll(fragments, left)) > 0) {
            left -= polled;
        }
    }

    /** Copies the datagram into an array, which its readers need. */
    private void fragment(DirectBuffer log, int offset, int length, Header header) {
        boolean whole = (header.flags() & FrameDescriptor.UNFRAGMENTED) == FrameDescriptor.UNFRAGMENTED;
        if (whole && length <= AeronLink.PAYLOAD_BYTES) {
            log.getBytes(offset, datagram.array(), 0, length);
            handler.datagram(datagram.position(0).limit(length));
        }
    }
}
