package io.github.freestep.benchmarks.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.DatagramTransport;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;

class StreamTransportTest {
    private static final int BODIES = 500;

    private final SocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.inARow(1));

    /** Bodies that all move. */
    private static final class Moving implements Simulation {
        private double at;

        @Override
        public StateLayout layout() {
            return StateLayout.of(BODIES);
        }

        @Override
        public void setUp(PhysicsContext context) {
            for (int slot = 0; slot < BODIES; slot++) {
                context.bodies().spawn(slot);
            }
        }

        @Override
        public void step(Tick tick) {
            at += tick.dtSeconds();
        }

        @Override
        public void write(StateWriter state) {
            for (int slot = 0; slot < BODIES; slot++) {
                state.position(slot, Math.sin(at + slot), slot, 0);
            }
        }
    }

    @Test
    void statesArriveAlsoAfterTheClientDidNotReadForAWhile() throws IOException {
        try (DatagramTransport atServer = StreamTransport.listen(address);
                DatagramTransport atClient = StreamTransport.connect(address);
                PhysicsService physics =
                        PhysicsService.builder(new Moving()).rate(100).start();
                StateSender sender = StateSender.builder(physics.states())
                        .transport(atServer)
                        .start()) {
            receiveSome(atClient);
            // What the sender sends to a client that is gone fills the connection.
            long then = physics.metrics().tick();
            Await.until(() -> physics.metrics().tick() > then + 100, physics::status);
            receiveSome(atClient);
            assertNull(sender.failure());
        }
    }

    private void receiveSome(DatagramTransport atClient) {
        try (RemoteStates remote = RemoteStates.builder(StateLayout.of(BODIES))
                        .transport(atClient, address)
                        .start();
                StateReader reader = remote.states().reader()) {
            for (int i = 0; i < 20; i++) {
                Await.until(reader::acquire, remote::status);
            }
            assertEquals(BODIES - 1, reader.state(0).y(BODIES - 1), 0.01);
            assertNull(remote.failure());
        }
    }

    @Test
    void littleWaitsForAPeerThatDoesNotRead() throws IOException {
        try (DatagramTransport server = StreamTransport.listen(address);
                SocketChannel client = SocketChannel.open(address)) {
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
