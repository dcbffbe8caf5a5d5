package io.github.freestep.internal.aeron;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * The addresses and streams that sender and receivers of states agree on. The sender has a port for what it sends, which
 * receivers join, and receives input on the next one.
 */
public final class Endpoints {
    /**
     * The streams of pieces. Aeron drops a datagram that was overtaken by a later one of its stream, and a network
     * overtakes among datagrams that are sent at once. So the pieces of one state go on different streams, as far as
     * there are enough.
     */
    public static final int LANES = 16;

    /** The stream of the first lane. */
    public static final int FIRST_LANE = 10;

    /** The stream of baselines. */
    public static final int BASELINES = 1;

    /** The stream of replies to clients. On a lane, they would overtake pieces, and Aeron would drop those. */
    public static final int REPLIES = 3;

    /** The stream of input. */
    public static final int INPUT = 2;

    private static final int MAX_PORT = 65_534;

    private Endpoints() {}

    /**
     * Checks a port.
     *
     * @throws IllegalArgumentException if it or the next one is no port
     */
    public static int requirePort(int port) {
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException(
                    "port must be between 1 and " + MAX_PORT + ", because the next one is used as well, was " + port);
        }
        return port;
    }

    /**
     * Finds an address.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static InetAddress resolve(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("no address was found for the host '" + host + "'", e);
        }
    }

    /** The channel on which a sender sends to all receivers that join. The fastest receiver sets the pace. */
    private static String sending(InetAddress own, int port) {
        return "aeron:udp?control-mode=dynamic|fc=max|control=" + text(own, port);
    }

    /** The same, for a lane. Its terms are short because there are many. */
    public static String sendingLane(InetAddress own, int port) {
        return sending(own, port) + "|term-length=" + AeronLink.LANE_TERM_BYTES;
    }

    /**
     * The same, for baselines. Its queue is longer: if states are sent for the first time in a while, all baselines are
     * due at once. A lost one delays what receivers know by a round.
     */
    public static String sendingBaselines(InetAddress own, int port) {
        return sending(own, port) + "|term-length=" + AeronLink.MAX_TERM_BYTES + "|pub-wnd="
                + AeronLink.MAX_TERM_BYTES / 2;
    }

    /** The channel on which a sender receives input. */
    public static String receivingInput(InetAddress own, int port) {
        return "aeron:udp?reliable=false|endpoint=" + text(own, port + 1);
    }

    /** The channel on which a receiver sends input. */
    public static String sendingInput(InetAddress server, int port) {
        return "aeron:udp?term-length=64k|endpoint=" + text(server, port + 1);
    }

    /**
     * The channel on which a receiver receives. All streams must share a socket, because the sender sends all streams to
     * each socket that joins: so they have the same tag.
     */
    public static String receiving(InetAddress server, int port, boolean reliable) {
        return "aeron:udp?tags=1|control-mode=dynamic|control=" + text(server, port) + "|endpoint="
                + text(localFor(server), 0) + "|reliable=" + reliable;
    }

    /** Loopback if the server is there, so that the socket cannot be reached from elsewhere. */
    private static InetAddress localFor(InetAddress server) {
        if (server.isLoopbackAddress()) {
            return server;
        }
        return resolve(server instanceof Inet6Address ? "::" : "0.0.0.0");
    }

    private static String text(InetAddress address, int port) {
        String host = address.getHostAddress();
        return (address instanceof Inet6Address ? "[" + host + "]" : host) + ":" + port;
    }
}
