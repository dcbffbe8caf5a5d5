package io.github.freestep.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every {@link DatagramTransport} must do. Extend it, and say how two clients reach a server. */
@Timeout(60)
public abstract class DatagramTransportContract {
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ByteBuffer received = ByteBuffer.allocateDirect(2 * DatagramTransport.MAX_BYTES);
    private DatagramTransport server;
    private DatagramTransport first;
    private DatagramTransport second;

    /** Opens the transport to which clients send first. */
    protected abstract DatagramTransport server() throws Exception;

    /** Opens a transport that can reach the server. */
    protected abstract DatagramTransport client() throws Exception;

    /** The server as its clients know it. */
    protected abstract SocketAddress address();

    @BeforeEach
    final void open() throws Exception {
        server = server();
        first = client();
        second = client();
    }

    @AfterEach
    final void close() {
        first.close();
        second.close();
        server.close();
        server.close();
    }

    @Test
    final void aDatagramArrivesWholeAndItsSourceCanBeAnswered() throws IOException {
        SocketAddress one = exchange(first, DatagramTransport.MAX_BYTES, 1);
        SocketAddress other = exchange(second, 1, 2);
        assertNotEquals(one, other);
        assertEquals(one, exchange(first, 500, 3), "one peer has one address");
        for (SocketAddress peer : new SocketAddress[] {other, one}) {
            assertTrue(server.send(datagram(700, 4), peer));
            arrive(peer.equals(one) ? first : second, 700, 4);
        }
        assertNull(second.receive(received.clear()), "for another peer");
    }

    private SocketAddress exchange(DatagramTransport client, int length, int content) throws IOException {
        assertTrue(client.send(datagram(length, content), address()));
        return arrive(server, length, content);
    }

    @Test
    final void theBufferIsFilledFromItsPositionOn() throws IOException {
        first.send(datagram(10, 7), address());
        while (server.receive(received.clear().position(5)) == null) {
            server.await(LONG_NANOS);
        }
        assertEquals(15, received.position());
        assertEquals(7, received.get(5));
    }

    /** It is dropped or cut off. */
    @Test
    final void aDatagramThatDoesNotFitDelaysNoOther() throws IOException {
        first.send(datagram(100, 1), address());
        first.send(datagram(8, 50), address());
        ByteBuffer small = ByteBuffer.allocate(12).position(2);
        while (server.receive(small) == null || small.get(2) != 50) {
            server.await(LONG_NANOS);
            small.position(2);
        }
        assertEquals(10, small.position());
    }

    @Test
    final void severalThatWaitComeOneByOne() throws IOException {
        for (int i = 0; i < 10; i++) {
            first.send(datagram(100 + i, i), address());
        }
        int bytes = 0;
        for (int i = 0; i < 10; i++) {
            bytes += next(server);
        }
        assertEquals(10 * 100 + 45, bytes);
        assertNull(server.receive(received.clear()));
    }

    @Test
    final void withoutADatagramNothingIsReceivedAndTheWaitEnds() throws IOException {
        server.await(1);
        server.await(TimeUnit.MILLISECONDS.toNanos(2));
        assertNull(server.receive(received.clear()));
        assertEquals(0, received.position());
    }

    /** An application may name an address of another transport by mistake. */
    @Test
    final void anAddressThatCannotBeSentToIsAnIoException() throws IOException {
        SocketAddress nowhere = new SocketAddress() {};
        assertThrows(IOException.class, () -> server.send(datagram(10, 5), nowhere));
        assertThrows(IOException.class, () -> first.send(datagram(10, 5), nowhere));
        exchange(first, 20, 6);
    }

    private SocketAddress arrive(DatagramTransport at, int length, int content) throws IOException {
        SocketAddress source;
        do {
            at.await(LONG_NANOS);
            source = at.receive(received.clear());
        } while (source == null);
        assertEquals(datagram(length, content), received.flip());
        return source;
    }

    private int next(DatagramTransport at) throws IOException {
        while (at.receive(received.clear()) == null) {
            at.await(LONG_NANOS);
        }
        return received.position();
    }

    private static ByteBuffer datagram(int length, int content) {
        ByteBuffer datagram = ByteBuffer.allocate(length + 2).position(1).limit(length + 1);
        for (int i = 0; i < length; i++) {
            datagram.put(1 + i, (byte) (content + i));
        }
        return datagram;
    }
}
