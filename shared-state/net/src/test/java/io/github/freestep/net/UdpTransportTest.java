package io.github.freestep.net;

import static io.github.freestep.testing.Refused.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import io.github.freestep.testing.Allocations;
import io.github.freestep.testing.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class UdpTransportTest extends DatagramTransportContract {
    private final int port = FreePorts.inARow(1);
    private UdpTransport server;

    @Override
    protected UdpTransport server() {
        server = UdpTransport.listen("127.0.0.1", port);
        return server;
    }

    @Override
    protected DatagramTransport client() {
        return UdpTransport.to(InetAddress.getLoopbackAddress());
    }

    @Override
    protected SocketAddress address() {
        return server.address();
    }

    @Test
    void aPortInUseIsReported() {
        refused(
                "a transport at 127.0.0.1:" + port + " needs the UDP port " + port + ", but " + port
                        + " could not be opened: ",
                UncheckedIOException.class,
                () -> UdpTransport.listen("127.0.0.1", port));
    }

    @Test
    void anAddressWithoutAHostIsReported() {
        InetSocketAddress unknown = InetSocketAddress.createUnresolved("nowhere.invalid", 5);
        refused(
                "peer must be an address that a UDP socket can reach, was " + unknown,
                IOException.class,
                () -> server.send(ByteBuffer.allocate(1), unknown));
    }

    @Test
    void anAddressThatCannotBeOpenedLeavesNoSocketOpen() {
        InetSocketAddress unknown = InetSocketAddress.createUnresolved("nowhere.invalid", 5);
        long before = openFiles();
        for (int i = 0; i < 200; i++) {
            assertThrows(IOException.class, () -> new UdpTransport(unknown));
        }
        assertTrue(openFiles() - before < 100, () -> openFiles() - before + " more files are open");
    }

    private static long openFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : 0;
    }

    @Test
    void aTransportWhoseThreadIsInterruptedGoesOn() throws IOException {
        Thread.currentThread().interrupt();
        server.await(1_000_000_000L);
        server.receive(ByteBuffer.allocate(10));
        Thread.interrupted();
        aDatagramArrivesWholeAndItsSourceCanBeAnswered();
    }

    /** Otherwise a thread that finds a datagram at each look would never sleep. */
    @Test
    void manyDatagramsAreTakenInBatches() throws IOException {
        try (DatagramTransport client = client()) {
            client.send(ByteBuffer.allocate(1), server.address());
        }
        long since = System.nanoTime();
        for (int i = 0; i < 400; i++) {
            server.await(Long.MAX_VALUE);
        }
        // Of every four waits, one takes 0.5 ms. Some may end early, as each park may.
        assertTrue(System.nanoTime() - since > 25_000_000);
        server.close();
        UdpTransport.listen("127.0.0.1", port).close();
    }

    @Test
    void datagramsOfOnePeerAllocateNothing() throws IOException {
        ByteBuffer sent = ByteBuffer.allocateDirect(100);
        ByteBuffer received = ByteBuffer.allocateDirect(DatagramTransport.MAX_BYTES);
        try (DatagramTransport client = client()) {
            assertEquals(0, Allocations.of(4_000, () -> {
                try {
                    client.send(sent.clear(), server.address());
                    server.await(1_000);
                    server.receive(received.clear());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }));
        }
    }
}
