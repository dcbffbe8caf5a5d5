package io.github.freestep.net.link;

import java.net.SocketAddress;
import java.nio.ByteBuffer;

/** What the thread of a transport does for a room. Called by that thread only. */
public interface RoomWork {
    /**
     * Takes a datagram, from position to limit. The buffer has an array, and is valid during the call only.
     *
     * @param source where it says to come from, which may be forged
     */
    void datagram(ByteBuffer datagram, SocketAddress source);

    /** Does what is due, and returns the nanoseconds until the next pass. */
    long pass(long nowNanos);

    /** Whether a datagram that arrives ends the wait for the next pass. */
    default boolean wakesUp() {
        return false;
    }

    /**
     * Says to the peers that the work ends. Called after the last pass, unless one has failed.
     *
     * @return whether to say it again after 5 ms, because datagrams may be lost
     */
    default boolean sayEnd() {
        return false;
    }

    /** Whether datagrams still arrive between the calls of {@link #sayEnd}, because peers confirm what it says. */
    default boolean hearsAtEnd() {
        return false;
    }

    /** Frees what the work holds. Called once, at the end. */
    void close();
}
