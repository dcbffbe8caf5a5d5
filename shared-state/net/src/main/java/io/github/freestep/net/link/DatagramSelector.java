package io.github.freestep.net.link;

import java.io.IOException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Lets the thread of a link sleep until a datagram arrives. So the thread wakes up once for each burst of datagrams,
 * and not several times to look for it. For that thread only. Allocates nothing once made.
 *
 * <p>Close it after the sockets: a socket stays open as long as it is registered here.
 */
public final class DatagramSelector implements AutoCloseable {
    private static final long MILLI_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** How long to gather datagrams before the next look while many arrive. A wait that ends sooner is early. */
    private static final long GATHER_NANOS = MILLI_NANOS / 2;

    /** After this many waits in a row that ended early, datagrams are gathered, so that a flood is taken in batches. */
    private static final int MOST_EARLY = 3;

    private final Selector selector;
    private final Consumer<SelectionKey> arrived = key -> {};
    private int early;

    public DatagramSelector() throws IOException {
        selector = Selector.open();
    }

    /** Lets the datagrams of a socket end waits. */
    public void add(DatagramChannel socket) throws IOException {
        socket.register(selector, SelectionKey.OP_READ);
    }

    /**
     * Waits until a datagram can be received, or a time has passed. The system waits for whole milliseconds only: a
     * longer time is rounded down, and datagrams do not end a wait of less than one, such as that for the rest.
     *
     * @return whether there may be datagrams
     */
    public boolean await(long nanos) throws IOException {
        if (early == MOST_EARLY) {
            early = 0;
            LockSupport.parkNanos(GATHER_NANOS);
            return true;
        }
        if (nanos < MILLI_NANOS) {
            LockSupport.parkNanos(nanos);
            return true;
        }
        long since = System.nanoTime();
        boolean any = selector.select(arrived, nanos / MILLI_NANOS) > 0;
        early = any && System.nanoTime() - since < GATHER_NANOS ? early + 1 : 0;
        return any;
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException e) {
            // Its sockets are closed, so nothing is lost.
        }
    }
}
