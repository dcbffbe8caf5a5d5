package io.github.freestep.benchmarks.network;

import io.github.freestep.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;

/** Sends forged datagrams of clients, each from another address, with the right first bytes and random content. */
final class ForgedSources {
    private static final int EACH = 6;
    private static final int KINDS = 6;
    private static final int VERSION = 0x70;

    private ForgedSources() {}

    static void send(int sources, int port) throws IOException, InterruptedException {
        Random random = Seeds.random(5);
        for (int i = 0; i < sources; i++) {
            try (Stranger stranger = new Stranger(port)) {
                for (int j = 0; j < EACH; j++) {
                    ByteBuffer datagram = ByteBuffer.allocate(6 + random.nextInt(1_190));
                    random.nextBytes(datagram.array());
                    datagram.put(Stranger.MARK).put((byte) random.nextInt(KINDS));
                    datagram.put((byte) (VERSION | random.nextInt(16)));
                    stranger.send(datagram);
                }
            }
            if (i % 3 == 0) {
                // The queue of the other socket is short.
                Thread.sleep(1);
            }
        }
    }
}
