package io.github.freestep.net.link;

import io.github.freestep.internal.SafeText;
import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Addresses and ports of the network. */
public final class Endpoints {
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
     * Resolves a host name or an address.
     *
     * @throws UncheckedIOException if no address was found
     */
    public static InetAddress resolve(String host) {
        return all(host)[0];
    }

    private static InetAddress[] all(String host) {
        try {
            return InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw new UncheckedIOException("no address was found for the host '" + host + "'", e);
        }
    }

    /**
     * Resolves a name to all addresses that it has, in the order of the resolver.
     *
     * @return at least one. If all are of this machine, only those of one version of IP, because a socket that no other
     *     machine can reach has only one
     * @throws UncheckedIOException if no address was found
     */
    public static List<SocketAddress> resolveAll(InetSocketAddress name) {
        InetAddress[] all = all(name.getHostString());
        boolean isHere = Arrays.stream(all).allMatch(InetAddress::isLoopbackAddress);
        return Arrays.stream(all)
                .filter(each -> !isHere || each.getClass() == all[0].getClass())
                .map(each -> (SocketAddress) new InetSocketAddress(each, name.getPort()))
                .distinct()
                .toList();
    }

    /**
     * Returns the machine for which a socket is opened that sends to these addresses.
     *
     * @return this machine or that of the only address. If there are several, any machine, because they may have two
     *     versions of IP
     */
    public static InetAddress machineOf(List<SocketAddress> all) {
        InetAddress first = ((InetSocketAddress) all.get(0)).getAddress();
        boolean isHere = all.stream()
                .allMatch(each -> ((InetSocketAddress) each).getAddress().isLoopbackAddress());
        return isHere || all.size() == 1 ? first : resolve("0.0.0.0");
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

    /** Returns the addresses of a sender or a host as users read them, after its name if it has one. */
    public static String text(List<? extends SocketAddress> addresses) {
        String all = addresses.stream()
                .map(each ->
                        each instanceof InetSocketAddress udp && !udp.isUnresolved() ? text(udp) : SafeText.of(each))
                .collect(Collectors.joining(", "));
        String name = addresses.get(0) instanceof InetSocketAddress udp ? udp.getHostString() : "";
        return name.isEmpty() || all.contains(name) ? all : name + " (" + all + ")";
    }

    /** Returns an address and a port as users read them. */
    public static String text(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (address.getAddress() instanceof Inet6Address ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
