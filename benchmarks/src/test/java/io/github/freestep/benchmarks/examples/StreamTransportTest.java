package io.github.freestep.benchmarks.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.DatagramTransport;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;

class StreamTransportTest extends ExampleTransportContract {
    private final SocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.inARow(1));

    @Override
    DatagramTransport openServer() throws IOException {
        return StreamTransport.listen(address);
    }

    @Override
    DatagramTransport openClient() throws IOException {
        return StreamTransport.connect(address);
    }

    @Override
    protected SocketAddress address() {
        return address;
    }

    @Test
    void littleWaitsForAPeerThatDoesNotRead() throws IOException {
        DatagramTransport server = atServer;
        try (SocketChannel client = SocketChannel.open(address)) {
            client.write(ByteBuffer.wrap(new byte[] {0, 1, 7}));
            ByteBuffer received = ByteBuffer.allocate(DatagramTransport.MAX_BYTES);
            SocketAddress[] peer = new SocketAddress[1];
            Await.until(() -> (peer[0] = receive(server, received)) != null, () -> "no datagram");
            assertEquals(7, received.flip().get());

            int sent = 0;
            while (server.send(ByteBuffer.allocate(1_000), peer[0])) {
                sent++;
                // The system lets a peer on the same machine wait for some megabytes.
                assertTrue(sent < 20_000, "everything is queued");
            }
            assertFalse(server.send(ByteBuffer.allocate(1_000), peer[0]));
            client.write(ByteBuffer.wrap(new byte[] {-1, -1}));
            Await.until(() -> hasEnded(server, received), () -> "a length that is too long does not end it");
            assertThrows(IOException.class, () -> server.send(ByteBuffer.allocate(1), peer[0]));
        }
    }

    private static boolean hasEnded(DatagramTransport server, ByteBuffer into) {
        try {
            assertNull(server.receive(into.clear()));
            return false;
        } catch (IOException ended) {
            return true;
        }
    }

    private static SocketAddress receive(DatagramTransport at, ByteBuffer into) {
        try {
            return at.receive(into.clear());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
