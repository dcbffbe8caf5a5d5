package io.github.freestep.net;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Inside;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Without a sender. The tests with one are in the module of the benchmarks, which has both sides. */
class RemoteStatesTest {
    private final StateLayout layout = StateLayout.of(10);

    @Test
    void itWaitsForASender() {
        RemoteStates remote =
                RemoteStates.builder(layout).server("localhost", 20_199).start();
        try (remote;
                StateReader reader = remote.states().reader()) {
            assertEquals(RemoteStates.Status.CONNECTING, remote.status());
            assertNull(remote.failure());
            assertNull(remote.lastError());
            assertEquals("no server has answered yet", remote.health());
            assertFalse(remote.input().action(1, 1), "no server is connected");
            assertFalse(reader.acquire(), "no state has arrived");
            assertTrue(
                    Inside.of(remote.states()).health().text().contains("not connected"), "for those behind a relay");
        }
        assertEquals(RemoteStates.Status.CLOSED, remote.status());
        assertEquals("the receiver was closed", remote.health());
        remote.close();
    }

    @Test
    void itSaysInOneSentenceWhatIsWrong() {
        assertEquals(
                "no server has answered yet: java.io.IOException: no route",
                RemoteStates.sentence(RemoteStates.Status.CONNECTING, new IOException("no\nroute"), null, 0));
        assertEquals(
                "healthy: connected, and 7 states have come",
                RemoteStates.sentence(RemoteStates.Status.CONNECTED, null, null, 7));
        assertEquals(
                "the link loses 20 %",
                RemoteStates.sentence(RemoteStates.Status.CONNECTED, null, "the link loses 20 %", 7));
        assertEquals(
                "no states come: the service hangs",
                RemoteStates.sentence(RemoteStates.Status.STALLED, "the service hangs", null, 7));
        assertEquals(
                "pieces of the newest state were lost, so some bodies continue their last motion",
                RemoteStates.sentence(RemoteStates.Status.INCOMPLETE, null, null, 7));
        assertEquals(
                "the server has ended, or has been silent for more than a second",
                RemoteStates.sentence(RemoteStates.Status.LOST, null, null, 7));
        assertEquals(
                "the receiver gets no states: java.lang.IllegalStateException: another layout",
                RemoteStates.sentence(
                        RemoteStates.Status.FAILED, new IllegalStateException("another layout"), null, 7));
        assertEquals("the receiver was closed", RemoteStates.sentence(RemoteStates.Status.CLOSED, null, null, 7));
    }

    @Test
    void aStartThatFailsClosesItsOwnTransportOnly() {
        MemoryTransport line = new MemoryTransport(SenderRig.client(0), new HashMap<>());
        // Without an address, it fails. Users cannot make it fail later, but a lack of memory can.
        RemoteStates.Builder builder = RemoteStates.builder(layout).transport(line);
        assertThrows(NullPointerException.class, builder.server(() -> null)::start);
        assertEquals(0, line.closed.get());
    }

    /** Only of a supplier, a lost sender is asked for early. The last call decides. */
    @Test
    void onlyTheSenderOfASupplierMayMove() {
        Supplier<SocketAddress> supplier = () -> new InetSocketAddress("127.0.0.1", 20_199);
        assertTrue(mayMove(RemoteStates.builder(layout).server(supplier)));
        assertFalse(mayMove(RemoteStates.builder(layout).server(supplier).server("127.0.0.1", 20_199)));
        assertTrue(
                mayMove(RemoteStates.builder(layout).server("127.0.0.1", 20_199).server(supplier)));
    }

    private static boolean mayMove(RemoteStates.Builder builder) {
        try (RemoteStates remote = builder.start()) {
            return remote.receiving.mayMove;
        }
    }

    @Test
    void theAddressMayBeAName() {
        RemoteStates.builder(layout)
                .server(() -> InetSocketAddress.createUnresolved("127.0.0.1", 20_199))
                .start()
                .close();
    }

    /** Everyone could be the sender there, and everyone could play for this player. */
    @Test
    void withoutATokenOnlyASenderOnThisMachineIsJoined() {
        RemoteStates.Builder elsewhere = RemoteStates.builder(layout).server("192.0.2.1", 20_121);
        refused(
                "without a token, only a server on this machine can be joined, and 192.0.2.1:20121 is not a loopback"
                        + " address; set token(...), which your login makes by PlayerToken.issue(...) from the server's"
                        + " key",
                IllegalStateException.class,
                elsewhere::start);
        byte[] token = PlayerToken.issue(new byte[16], 1, Duration.ofDays(1));
        elsewhere.token(() -> token).start().close();
        MemoryTransport own = new MemoryTransport(SenderRig.client(0), new HashMap<>());
        RemoteStates.builder(layout)
                .transport(own)
                .server(() -> new InetSocketAddress("192.0.2.1", 1))
                .start()
                .close();
    }

    /** Each time it is asked, because the sender may have moved. */
    @Test
    void withoutATokenASupplierMayNameNoOtherMachineLater() {
        InetSocketAddress[] place = {new InetSocketAddress("127.0.0.1", 1)};
        Supplier<List<SocketAddress>> here = RemoteStates.Builder.resolving(() -> place[0], true);
        assertEquals(List.of(place[0]), here.get());
        for (String elsewhere : new String[] {"192.0.2.1", "0.0.0.0"}) {
            place[0] = new InetSocketAddress(elsewhere, 1);
            assertThrows(IllegalStateException.class, here::get);
            place[0] = InetSocketAddress.createUnresolved(elsewhere, 1);
            assertThrows(IllegalStateException.class, here::get);
            RemoteStates.Builder.resolving(() -> place[0], false).get();
        }
    }

    @Test
    void settingsAreChecked() {
        RemoteStates.Builder builder = RemoteStates.builder(layout);
        refused(
                "port must be between 1 and 65535",
                IllegalArgumentException.class,
                () -> builder.server("localhost", 65_536));
        refused(
                "token must have 52 bytes, had 32; let your login",
                IllegalArgumentException.class,
                RemoteStates.builder(layout).token(() -> new byte[32])::start);
        MemoryTransport line = new MemoryTransport(SenderRig.client(0), new HashMap<>());
        refused(
                "transport(...) needs the sender's address on it; set server(() -> address)",
                IllegalStateException.class,
                RemoteStates.builder(layout).transport(line)::start);
        Duration day = Duration.ofDays(1);
        refused(
                "token must have 52 bytes, had 1",
                IllegalArgumentException.class,
                RemoteStates.builder(layout).token(() -> new byte[1])::start);
        RemoteStates.builder(layout)
                .token(() -> PlayerToken.issue(new byte[16], 1, day))
                .start()
                .close();
        refused(
                "key must have 16 or 32 bytes, had 0",
                IllegalArgumentException.class,
                () -> PlayerToken.issue(new byte[0], 1, day));
        refused(
                "player must be at least 1, was 0",
                IllegalArgumentException.class,
                () -> PlayerToken.issue(new byte[16], 0, day));
        for (Duration validFor : new Duration[] {Duration.ofMillis(999), day.multipliedBy(50_000)}) {
            refused(
                    "validFor must be at least a second and end before 2106, was " + validFor,
                    IllegalArgumentException.class,
                    () -> PlayerToken.issue(new byte[16], 1, validFor));
        }
    }
}
