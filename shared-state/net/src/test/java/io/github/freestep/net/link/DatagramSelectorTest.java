package io.github.freestep.net.link;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DatagramSelectorTest {
    private static final long MILLI = 1_000_000;

    private DatagramSelector arrivals;
    private DatagramChannel socket;

    @BeforeEach
    void open() throws IOException {
        socket = DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        socket.configureBlocking(false);
        arrivals = new DatagramSelector();
        arrivals.add(socket);
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        arrivals.close();
    }

    @Test
    void afterAPartOfAMillisecondThereMayBeDatagrams() throws IOException {
        assertTrue(arrivals.await(MILLI / 100));
    }

    /** Otherwise a thread that finds a datagram at each look would never sleep. */
    @Test
    void manyDatagramsAreTakenInBatches() throws IOException {
        send();
        long since = System.nanoTime();
        for (int i = 0; i < 400; i++) {
            assertTrue(arrivals.await(TimeUnit.MINUTES.toNanos(5)));
        }
        // Of every four waits, one takes 0.5 ms. Some may end early, as each park may.
        assertTrue(System.nanoTime() - since > 25 * MILLI);
    }

    /** While it is registered, a closed socket still has its port. */
    @Test
    void afterTheSocketThePortIsFree() throws IOException {
        InetSocketAddress address = (InetSocketAddress) socket.getLocalAddress();
        assertFalse(arrivals.await(MILLI));
        socket.close();
        arrivals.close();
        DatagramChannel.open().bind(address).close();
    }

    /** The thread of a link reports it and goes on. */
    @Test
    void aClosedSocketIsAnIoException() throws IOException {
        socket.close();
        assertThrows(IOException.class, () -> arrivals.add(socket));
    }

    private void send() throws IOException {
        try (DatagramChannel sender = DatagramChannel.open()) {
            sender.send(ByteBuffer.allocate(1), socket.getLocalAddress());
        }
    }
}
