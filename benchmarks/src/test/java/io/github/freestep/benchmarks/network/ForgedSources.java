package io.github.freestep.benchmarks.network;

import io.github.freestep.testing.Seeds;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** Sends forged datagrams of sources of Aeron's input stream: a SETUP with random lengths of buffers, and then data. */
final class ForgedSources {
    private static final int STREAM = 2;
    private static final int SETUP = 5;
    private static final int SETUP_BYTES = 40;
    private static final int DATA = 1;
    private static final int HEADER_BYTES = 32;
    private static final int WHOLE = 0xC0;
    private static final int DATA_PER_SOURCE = 6;
    private static final int[] TERMS = {0, -1, -65_536, 65_536, 12_345, 32_768, 1 << 30, Integer.MIN_VALUE, 4_096};
    private static final int[] MTUS = {0, -5, 1_408, 1_400, 33, 32, 1_376, 64, 1};

    private final Random random = Seeds.random(5);
    private final DatagramSocket socket;
    private final int port;

    private ForgedSources(DatagramSocket socket, int port) {
        this.socket = socket;
        this.port = port;
    }

    static void send(int sources, int port) throws IOException, InterruptedException {
        try (DatagramSocket socket = new DatagramSocket()) {
            ForgedSources forged = new ForgedSources(socket, port);
            for (int i = 0; i < sources; i++) {
                forged.source();
                if (i % 3 == 0) {
                    // The queue of the other socket is short.
                    Thread.sleep(1);
                }
            }
        }
    }

    private void source() throws IOException {
        int session = random.nextInt();
        int firstTerm = random.nextInt();
        ByteBuffer setup = frame(SETUP_BYTES, SETUP, random.nextInt(256), session);
        setup.putInt(8, random.nextBoolean() ? 0 : random.nextInt()).putInt(20, firstTerm);
        setup.putInt(24, random.nextBoolean() ? firstTerm : random.nextInt());
        setup.putInt(28, TERMS[random.nextInt(TERMS.length)]).putInt(32, MTUS[random.nextInt(MTUS.length)]);
        send(setup);
        for (int i = 0; i < DATA_PER_SOURCE; i++) {
            ByteBuffer data = frame(HEADER_BYTES + random.nextInt(1_468), DATA, WHOLE, session);
            if (random.nextInt(3) == 0) {
                data.putInt(0, random.nextInt(4) == 0 ? random.nextInt() : 0);
            }
            data.putInt(8, random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(2_000) * 32);
            data.putInt(20, random.nextInt(3) == 0 ? random.nextInt() : firstTerm + random.nextInt(3));
            send(data);
        }
    }

    private ByteBuffer frame(int length, int type, int flags, int session) {
        ByteBuffer frame = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        random.nextBytes(frame.array());
        frame.putInt(0, length).put(4, (byte) 0).put(5, (byte) flags).putShort(6, (short) type);
        frame.putInt(12, session).putInt(16, STREAM);
        return frame;
    }

    private void send(ByteBuffer frame) throws IOException {
        byte[] bytes = frame.array();
        socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getByName("127.0.0.1"), port));
    }
}
