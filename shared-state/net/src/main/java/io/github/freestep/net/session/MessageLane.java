package io.github.freestep.net.session;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.net.link.Link;
import io.github.freestep.net.link.Packet;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An application's messages between a server and one client, at one of the two ends: a {@link Link} for any thread. The
 * thread of the network carries its packets. The token of a packet is a ticket of the client's place, whatever its
 * address is now. So packets of an earlier client, or of an earlier run of the server, are ignored. If an application
 * takes no messages, at most {@value #CAPACITY} of each kind are kept, at either end.
 */
public final class MessageLane {
    /** The most bytes of a message. */
    public static final int MOST_BYTES = 1_000;

    /** How many messages of each kind are kept. */
    public static final int CAPACITY = 32;

    /** How many packets to a peer are sent, or messages from it taken, before a thread does its other work. */
    public static final int MOST_AT_ONCE = 2 * CAPACITY;

    /** 0 if there is no other end. */
    private long ticket;

    /** Null until there is a message, because most clients have none. A stranger must not use memory. */
    private @Nullable Link link;

    /**
     * Begins a place of the client with its ticket, or ends one with 0. Messages of the place before that were not
     * taken are lost.
     */
    synchronized void begin(long newTicket) {
        ticket = newTicket;
        link = null;
    }

    private @Nullable Link link() {
        if (link == null && ticket != 0) {
            link = Link.quiet(ticket, MOST_BYTES, CAPACITY);
        }
        return link;
    }

    /**
     * Sends a message.
     *
     * @return false if there is no other end, or too many messages wait
     * @throws IllegalArgumentException if the message is too long
     */
    public boolean send(byte[] message, boolean reliable) {
        int length = Objects.requireNonNull(message, "message must not be null").length;
        if (length > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "message must have at most " + MOST_BYTES + " bytes, had " + length + "; split it");
        }
        synchronized (this) {
            Link to = link();
            return to != null && to.offer(reliable ? Packet.URGENT : Packet.BULK, ByteBuffer.wrap(message));
        }
    }

    /** Takes the next message of the other end; null if there is none. */
    public synchronized byte @Nullable [] take() {
        try {
            ByteBuffer next = link == null ? null : link.take();
            if (next == null) {
                return null;
            }
            byte[] message = new byte[next.remaining()];
            next.get(message);
            return message;
        } catch (InvalidMessageException nonsense) {
            return null; // Only this message is lost.
        }
    }

    /** Returns the next packet that is due, ready to be sealed; null if there is none. */
    synchronized @Nullable ByteBuffer next(long nowNanos) {
        return link == null ? null : link.next(nowNanos);
    }

    /** Takes an authentic packet of the other end. Returns false if it is of another place, or impossible. */
    synchronized boolean receive(ByteBuffer from, long token, long nowNanos) {
        Link to = token != 0 && Tickets.samePlace(token, ticket) ? link() : null;
        if (to == null) {
            return false;
        }
        try {
            to.onPacket(from, nowNanos);
            return true;
        } catch (InvalidMessageException impossible) {
            return false;
        }
    }
}
