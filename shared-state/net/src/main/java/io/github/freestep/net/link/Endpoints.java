package io.github.freestep.net.link;

import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;

/**
 * The addresses and streams that a sender of states and its receivers agree on. All datagrams of a sender go through
 * one port, and all of a receiver through one socket: streams of Aeron from the sender, and their own datagrams both
 * ways.
 */
public final class Endpoints {
    /**
     * The streams of pieces, called lanes. Aeron drops a datagram that was overtaken by a later one of its stream, and
     * a network may reorder datagrams that are sent within its jitter. So all pieces of two states in a row go on
     * different lanes, as far as there are enough lanes.
     */
    public static final int LANES = 32;

    /** The stream of the first lane. */
    public static final int FIRST_LANE = 10;

    /** The stream of baselines. */
    public static final int BASELINES = 1;

    /** The port that receivers join if none is set. */
    public static final int DEFAULT_PORT = 20_121;

    private static final int MAX_PORT = 65_535;

    private Endpoints() {}

    /**
     * Checks the port of a sender.
     *
     * @throws IllegalArgumentException if it is not a port
     */
    public static int requirePort(int port) {
        if (port < 1 || port > MAX_PORT) {
            throw new IllegalArgumentException("port must be between 1 and " + MAX_PORT + ", was " + port);
        }
        return port;
    }

    /**
     * Checks the first of two ports.
     *
     * @throws IllegalArgumentException if it is not a port, or if there is no next one
     */
    public static int requireTwoPorts(int port) {
        if (port < 1 || port >= MAX_PORT) {
            throw new IllegalArgumentException("port must be between 1 and " + (MAX_PORT - 1)
                    + ", because the next one is used as well, was " + port);
        }
        return port;
    }

    /**
     * Checks that a sender can have its port. Aeron's own message names no remedy.
     *
     * @throws UncheckedIOException if it cannot be opened
     */
    public static void requireFree(String role, InetAddress own, int port) {
        requireFree(own, port, "a " + role + " at " + text(own, port) + " needs the UDP port " + port);
    }

    /**
     * Checks that a sequencer can have its two ports. Aeron's own message names the second one, which the user never
     * set, and no remedy.
     *
     * @throws UncheckedIOException if one of them cannot be opened
     */
    public static void requireTwoFree(String role, InetAddress own, int port) {
        String needs = "a " + role + " at " + text(own, port) + " needs the UDP ports " + port + " and " + (port + 1);
        requireFree(own, port, needs);
        requireFree(own, port + 1, needs);
    }

    private static void requireFree(InetAddress own, int port, String needs) {
        try {
            new DatagramSocket(new InetSocketAddress(own, port)).close();
        } catch (SocketException e) {
            throw new UncheckedIOException(
                    needs + ", but " + port + " could not be opened: " + e.getMessage()
                            + "; end the program that uses it, or choose another port or address",
                    e);
        }
    }

    /**
     * Resolves a host name or an address.
     *
     * @throws UncheckedIOException if no address was found
     */
    public static InetAddress resolve(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new UncheckedIOException("no address was found for the host '" + host + "'", e);
        }
    }

    /** Whether an address is one of this machine. */
    public static boolean isThisMachine(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException unknown) {
            return false;
        }
    }

    /**
     * The length of a term of a stream. A receiver makes no longer ones, whatever the source of the stream asks for.
     */
    public static int termBytes(int stream) {
        return stream == BASELINES ? AeronLink.MAX_TERM_BYTES : AeronLink.LANE_TERM_BYTES;
    }

    /** The part of a channel that sets the length of the terms of a stream. */
    public static String term(int stream) {
        return "|term-length=" + termBytes(stream);
    }

    /**
     * The channel on which a sender sends to its {@link Peers}. The fastest receiver sets the pace. Aeron's own list of
     * destinations stays empty.
     */
    private static String sending(InetAddress own, int port) {
        return "aeron:udp?control-mode=manual|fc=max|control=" + text(own, port);
    }

    /** The channel on which a sender sends a lane. The terms are short, because there are many lanes. */
    public static String sendingLane(InetAddress own, int port) {
        return sending(own, port) + term(FIRST_LANE);
    }

    /**
     * The channel on which a sender sends baselines. Its queue is longer than that of pieces: when the first receiver
     * joins, all baselines are due at once. A baseline that does not fit is repeated only in the next round, so
     * receivers would know its bodies later.
     */
    public static String sendingBaselines(InetAddress own, int port) {
        return sending(own, port) + term(BASELINES) + "|pub-wnd=" + AeronLink.MAX_TERM_BYTES / 2;
    }

    /**
     * The channel on which a receiver receives. The sender sends all streams to each socket that joins, so all streams
     * of a receiver must share one socket. The common tag makes them share it.
     */
    public static String receiving(InetAddress server, int port, boolean reliable) {
        return "aeron:udp?tags=1|control-mode=dynamic|control=" + text(server, port) + "|endpoint="
                + text(localFor(server), 0) + "|reliable=" + reliable;
    }

    /**
     * Loopback if the server is on loopback, so that no other machine can reach the socket. Otherwise all addresses.
     */
    public static InetAddress localFor(InetAddress server) {
        if (server.isLoopbackAddress()) {
            return server;
        }
        return resolve(server instanceof Inet6Address ? "::" : "0.0.0.0");
    }

    /** Returns an address and a port as users and Aeron read them. */
    public static String text(InetSocketAddress address) {
        return text(address.getAddress(), address.getPort());
    }

    /** Returns an address and a port as Aeron reads them. */
    public static String text(InetAddress address, int port) {
        String host = address.getHostAddress();
        return (address instanceof Inet6Address ? "[" + host + "]" : host) + ":" + port;
    }
}
