package io.github.freestep.net.seal;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.OtherProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DevelopmentKeyTest {
    /** A server without a key that others may reach. Its log is that of the JDK, at its usual level. */
    static final class Server {
        public static void main(String[] arguments) {
            DevelopmentKey.or(null, InetAddress.getLoopbackAddress(), "here", "see it");
            DevelopmentKey.tokenOr(null);
            DevelopmentKey.or(null, null, "a relay", "read the states");
            DevelopmentKey.or(null, null, "a relay", "read the states");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.1.2.3", "::1"})
    void loopbackNeedsNoKey(String own) throws Exception {
        byte[] key = DevelopmentKey.or(null, InetAddress.getByName(own), "here", "see it");
        assertArrayEquals(DevelopmentKey.or(null, InetAddress.getLoopbackAddress(), "here", "see it"), key);
        DevelopmentKey.requireHere(new InetSocketAddress(own, 1));
    }

    /** Those of this machine that others can reach, too. */
    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.168.1.7", "192.0.2.1", "fe80::1"})
    void allOtherAddressesNeedOne(String own) throws Exception {
        InetAddress address = InetAddress.getByName(own);
        assertThrows(IllegalStateException.class, () -> DevelopmentKey.or(null, address, "here", "see it"));
        byte[] given = new byte[16];
        assertArrayEquals(given, DevelopmentKey.or(given, address, "here", "see it"));
        IllegalStateException refused = assertThrows(
                IllegalStateException.class, () -> DevelopmentKey.requireHere(new InetSocketAddress(address, 1)));
        assertTrue(refused.getMessage().contains(":1 is not a loopback address; set token("), refused.getMessage());
    }

    @Test
    void anAddressThatWasNotResolvedIsNamed() {
        refusedWith(
                "without a token, only a server on this machine can be joined, and the address of game.example:1 is not"
                        + " known; pass new InetSocketAddress(host, port), or set token(...)",
                IllegalStateException.class,
                () -> DevelopmentKey.requireHere(InetSocketAddress.createUnresolved("game.example", 1)));
        DevelopmentKey.requireHere(new SocketAddress() {});
    }

    /** One on loopback only says nothing there. */
    @Test
    void oneWarningTellsThatOthersMayReachATransportWithoutAKey() throws Exception {
        List<String> log = new ArrayList<>();
        OtherProcess.with().ignoring(log::add).start(Server.class);
        List<String> warnings =
                log.stream().filter(line -> line.contains("key")).toList();
        assertEquals(1, warnings.size(), log::toString);
        assertTrue(
                warnings.get(0)
                        .contains("without a key, everyone who can reach a relay could read the states; set key("),
                log::toString);
    }
}
