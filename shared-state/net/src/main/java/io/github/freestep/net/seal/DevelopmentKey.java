package io.github.freestep.net.seal;

import io.github.freestep.net.link.Endpoints;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The key of servers that were given none, so that there is always one. Everyone has this class, so it protects
 * nothing, and is only for programs that no other machine can reach, or that talk over a transport of their own. Safe
 * for use by any number of threads.
 */
public final class DevelopmentKey {
    private static final byte[] KEY = "freestep develop".getBytes(StandardCharsets.US_ASCII);
    private static final AtomicBoolean HAS_WARNED = new AtomicBoolean();

    private DevelopmentKey() {}

    /**
     * Returns the key of a server. Warns once of a transport of the user without a key, because others may reach it.
     *
     * @param given its own key; null if it was given none
     * @param own the address of the server; null if it has a transport of the user
     * @param where the server, for people
     * @param harm what others could do otherwise
     * @throws IllegalStateException if other machines can reach the server, and it was given no key
     */
    public static byte[] or(byte @Nullable [] given, @Nullable InetAddress own, String where, String harm) {
        if (given != null) {
            return given;
        }
        String danger = "without a key, everyone who can reach " + where + " could " + harm
                + "; set key(...) to 16 or 32 random bytes, and make each player's token from them by"
                + " PlayerToken.issue(...)";
        if (own == null) {
            warn(danger);
        } else if (!own.isLoopbackAddress()) {
            throw new IllegalStateException(danger);
        }
        return KEY.clone();
    }

    /**
     * Returns the token of a player: its own or, if that is null, one with a random number for servers without a key.
     */
    public static byte[] tokenOr(byte @Nullable [] given) {
        if (given != null) {
            return given;
        }
        // Positive, as the numbers of players are.
        return new NamedPlayers(KEY, 0).token(new SecureRandom().nextLong() >>> 1 | 1, -1);
    }

    /**
     * Checks that a player who was given no token joins a server on the same machine.
     *
     * @param server where the server is; not checked if its transport is not UDP
     * @throws IllegalStateException if it is elsewhere, or its address is not known
     */
    public static void requireHere(SocketAddress server) {
        if (!(server instanceof InetSocketAddress udp)) {
            return;
        }
        String rule = "without a token, only a server on this machine can be joined, and ";
        if (udp.isUnresolved()) {
            throw new IllegalStateException(rule + "the address of " + udp.getHostString() + ":" + udp.getPort()
                    + " is not known; pass new InetSocketAddress(host, port), or set token(...)");
        }
        if (!udp.getAddress().isLoopbackAddress()) {
            throw new IllegalStateException(rule + Endpoints.text(udp) + " is not a loopback address; set token(...),"
                    + " which your login makes by PlayerToken.issue(...) from the server's key");
        }
    }

    private static void warn(String danger) {
        if (!HAS_WARNED.getAndSet(true)) {
            System.getLogger("io.github.freestep").log(Level.WARNING, danger);
        }
    }
}
