package io.github.freestep.net.link;

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

    /** The most datagrams per poll. Without a bound, a fast sender could keep the thread in one poll permanently. */
    private static final int MOST_DATAGRAMS = 4_096;

    private final Subscription subscription;
    private final Handler handler;
    private final StreamWatch.Stream arrivals;
    private final FragmentHandler fragments = this::fragment;
    private final ByteBuffer datagram = ByteBuffer.allocate(AeronLink.PAYLOAD_BYTES);

    Inlet(Subscription subscription, StreamWatch.Stream arrivals, Handler handler) {
        this.subscription = subscription;
        this.arrivals = arrivals;
        this.handler = handler;
    }

    /** Passes the datagrams that have arrived to the handler. */
    public void poll() {
        poll(subscription, fragments);
    }

    /**
     * Takes all datagrams of a subscription. A poll that reaches the end of a term takes nothing from the next one, and
     * may take nothing at all. So only two polls in a row that take nothing show that there is no more.
     */
    public static void poll(Subscription subscription, FragmentHandler fragments) {
        int left = MOST_DATAGRAMS;
        int empty = 0;
        while (left > 0 && empty < 2) {
            int polled = subscription.poll(fragments, left);
            left -= polled;
            empty = polled > 0 ? 0 : empty + 1;
        }
    }

    /** Copies the datagram into an array, because its readers need one. */
    private void fragment(DirectBuffer log, int offset, int length, Header header) {
        arrivals.delivered();
        if (copy(log, offset, length, header, datagram)) {
            handler.datagram(datagram);
        }
    }

    /** Copies a datagram unless it is only a part of a message. Our own senders send no parts. */
    public static boolean copy(DirectBuffer log, int offset, int length, Header header, ByteBuffer into) {
        boolean whole = (header.flags() & FrameDescriptor.UNFRAGMENTED) == FrameDescriptor.UNFRAGMENTED;
        if (!whole || length > AeronLink.PAYLOAD_BYTES) {
            return false;
        }
        log.getBytes(offset, into.array(), 0, length);
        into.position(0).limit(length);
        return true;
    }

    /** Whether a sender is there. */
    public boolean isConnected() {
        return subscription.isConnected();
    }

    /** The number by which Aeron knows this end, for a stream whose receiver replies to it. */
    public long registration() {
        return subscription.registrationId();
    }
}
