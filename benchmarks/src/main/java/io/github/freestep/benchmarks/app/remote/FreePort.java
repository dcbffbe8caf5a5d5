package io.github.freestep.benchmarks.app.remote;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.concurrent.ThreadLocalRandom;

/** Finds ports for a server. No other program uses them. */
final class FreePort {
    /** Above the default ports. */
    private static final int FIRST = 21_000;

    /**
     * Below the ephemeral ports, which systems give to sockets that ask for none. Such a socket could take a found
     * port.
     */
    private static final int END = 31_000;

    private FreePort() {}

    /** Finds a port such that the next one is free as well. Throws an exception if no port can be opened at all. */
    static int find() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            try (DatagramSocket first = new DatagramSocket(port, InetAddress.getLoopbackAddress());
                    DatagramSocket second = new DatagramSocket(port + 1, InetAddress.getLoopbackAddress())) {
                return Math.min(first.getLocalPort(), second.getLocalPort());
            } catch (BindException e) {
                // One of them is in use. Try another pair.
            }
        }
    }
}
