package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.RemoteStates.Status;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sends a receiver changed copies of what it receives. */
class PoisonedLinkTest {
    private static final byte[] KEY = "0123456789abcdef".getBytes();

    private final int port = FreePorts.inARow(1);

    /** The stranger has seen all that was sent, and sends to the receiver's port. */
    @Test
    void foreignAddressesAreIgnored() throws Exception {
        try (PhysicsService physics = PhysicsService.builder(new Line(300)).start();
                StateSender sender = StateSender.builder(physics.states())
                        .port(port)
                        .key(KEY)
                        .start();
                ForgingRelay relay = new ForgingRelay(port);
                RemoteStates remote = remote(relay);
                Stranger stranger = new Stranger(port)) {
            Await.until(() -> relay.kinds() > 2, remote::status);
            Await.until(() -> remote.receivedStates() > 0, remote::status);
            List<byte[]> forged = relay.forged(50);
            for (byte[] datagram : forged) {
                stranger.send(ByteBuffer.wrap(datagram), relay.receiver().getPort());
            }
            long then = remote.receivedStates();
            Await.until(() -> remote.ignoredDatagrams() >= forged.size(), remote::ignoredDatagrams);
            Await.until(() -> remote.receivedStates() > then + 200, remote::status);
            assertNull(remote.lastError());
            assertEquals(Status.CONNECTED, remote.status());
            assertNull(sender.lastError());
        }
    }

    /** The relay is the receiver's server, as far as addresses go, and stands for a stranger with a forged source. */
    @Test
    void changedCopiesBesideTheOriginalsChangeNothing() throws Exception {
        try (PhysicsService physics = PhysicsService.builder(new Line(300)).start();
                StateSender sender = StateSender.builder(physics.states())
                        .port(port)
                        .key(KEY)
                        .start();
                ForgingRelay relay = new ForgingRelay(port);
                RemoteStates remote = remote(relay)) {
            Await.until(() -> relay.kinds() > 2, remote::status);
            Await.until(() -> remote.receivedStates() > 0, remote::status);
            long incomplete = remote.incompleteStates();
            for (int round = 1; round <= 20; round++) {
                long next = remote.receivedStates() + 10;
                relay.forge(20);
                Await.until(() -> remote.receivedStates() > next, remote::lastError);
            }
            assertTrue(remote.incompleteStates() < incomplete + 20, "a loaded machine may lose some");
            assertTrue(remote.ignoredDatagrams() > 500);
            assertNull(remote.lastError());
            assertNull(remote.failure());
            assertNull(sender.failure());
        }
    }

    private static RemoteStates remote(ForgingRelay relay) {
        return RemoteStates.builder(Line.LAYOUT)
                .server("localhost")
                .port(relay.port())
                .key(KEY)
                .start();
    }
}
