package io.github.freestep.benchmarks.app.remote;

import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;

/** Finds ports for a server. No other program uses them. */
public final class FreePort {
    private FreePort() {}

    /**
     * Finds a port such that the next one is free as well.
     *
     * @return a port
     * @throws IOException if no port can be opened at all
     */
    public static int find() throws IOException {
        while (true) {
            try (DatagramSocket first = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                    DatagramSocket second =
                            new DatagramSocket(first.getLocalPort() + 1, InetAddress.getLoopbackAddress())) {
                return second.getLocalPort() - 1;
            } catch (BindException | IllegalArgumentException e) {
                // The next port is in use, or there is none after 65535. Try another pair.
            }
        }
    }
}
