package io.github.freestep.benchmarks.app.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LossyRelayTest {
    private static final int DATAGRAMS = 200;

    /** Far more than loopback takes; a test that passes waits this long only for a datagram that is lost. */
    private static final int TIMEOUT_MILLIS = 10_000;

    @Test
    void aGoodLinkPassesEveryDatagramOnceInBothDirections() throws Exception {
        try (DatagramSocket server = socket();
                DatagramSocket client = socket()) {
            try (LossyRelay relay = new LossyRelay(0, server.getLocalPort(), new LinkQuality(1, 1, 0, 0), 1)) {
                for (int i = 0; i < DATAGRAMS; i++) {
                    send(client, i, relay.port());
                    DatagramPacket there = receive(server);
                    assertEquals(i, there.getData()[0] & 0xff);
                    send(server, i + 1, there.getPort());
                    assertEquals(i + 1 & 0xff, receive(client).getData()[0] & 0xff);
                }
            }
        }
    }

    @Test
    void aBadLinkLosesAndDuplicatesDatagrams() throws Exception {
        try (DatagramSocket server = socket();
                DatagramSocket client = socket()) {
            Map<Integer, Integer> arrivals = new HashMap<>();
            try (LossyRelay relay = new LossyRelay(0, server.getLocalPort(), new LinkQuality(1, 1, 50, 50), 1)) {
                for (int i = 0; i < DATAGRAMS; i++) {
                    send(client, i, relay.port());
                }
                server.setSoTimeout(500);
                try {
                    while (true) {
                        arrivals.merge(receive(server).getData()[0] & 0xff, 1, Integer::sum);
                    }
                } catch (SocketTimeoutException e) {
                    // All have arrived.
                }
            }
            assertTrue(arrivals.size() > 0 && arrivals.size() < DATAGRAMS, () -> arrivals.size() + " arrived");
            assertTrue(arrivals.containsValue(2), "none arrived twice");
        }
    }

    /** All of them would take half a minute, of which 0.2 s fit into the queue. */
    @Test
    void aNarrowLinkLosesWhatDoesNotFitIntoItsQueue() throws Exception {
        try (DatagramSocket server = socket();
                DatagramSocket client = socket();
                LossyRelay relay = new LossyRelay(0, server.getLocalPort(), new LinkQuality(1, 1, 0, 0, 100), 1)) {
            send(client, 0, relay.port());
            int back = receive(server).getPort();
            for (int i = 0; i < 2 * DATAGRAMS; i++) {
                byte[] bytes = new byte[1_000];
                server.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), back));
            }
            client.setSoTimeout(1_000);
            int arrived = 0;
            try {
                while (arrived < DATAGRAMS) {
                    receive(client);
                    arrived++;
                }
            } catch (SocketTimeoutException e) {
                // The others were lost.
            }
            int all = arrived;
            assertTrue(all > 0 && all < DATAGRAMS, () -> all + " arrived");
        }
    }

    private static DatagramSocket socket() throws Exception {
        DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }

    private static void send(DatagramSocket from, int value, int port) throws Exception {
        from.send(new DatagramPacket(new byte[] {(byte) value}, 1, InetAddress.getLoopbackAddress(), port));
    }

    private static DatagramPacket receive(DatagramSocket at) throws Exception {
        DatagramPacket packet = new DatagramPacket(new byte[16], 16);
        at.receive(packet);
        return packet;
    }
}
