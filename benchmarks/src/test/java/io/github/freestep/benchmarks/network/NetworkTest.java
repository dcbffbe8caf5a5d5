package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.RemoteStates.Status;
import io.github.freestep.net.SenderClient;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Sends states from one thread to another over loopback. */
@Execution(ExecutionMode.CONCURRENT)
class NetworkTest {
    private static final int BODIES = 300;

    private final int port = FreePorts.inARow(1);

    @Test
    void everyReceiverIsListedAndCanBeDropped() {
        try (PhysicsService physics = PhysicsService.builder(new Line(BODIES)).start();
                StateSender sender = sender(physics).start();
                RemoteStates first = remote().start()) {
            Await.until(() -> first.receivedStates() > 0, first::status);
            SenderClient dropped = sender.clients().get(0);
            assertEquals(first.input().client(), dropped.number());
            try (RemoteStates second = remote().start()) {
                Await.until(() -> second.receivedStates() > 0, second::status);
                assertEquals(2, sender.clients().size());
                SenderClient now = sender.clients().get(0);
                assertEquals(dropped.number(), now.number());
                assertEquals(dropped.address(), now.address());
                Await.until(
                        () -> sender.clients().stream()
                                .anyMatch(client -> client.number() == dropped.number()
                                        && client.sentBytes() > 50_000
                                        && client.lossPerMille() >= 0
                                        && client.roundTripNanos() > 0),
                        sender::clients);
                sender.drop(dropped.number());
                Await.until(() -> sender.clients().size() == 1, sender::clients);
                assertEquals(
                        "the sender has dropped this receiver; ask its operator",
                        awaitFailure(first).getMessage());
                assertEquals(Status.FAILED, first.status());
                long then = second.receivedStates();
                Await.until(() -> second.receivedStates() > then + 10, second::status);
            }
        }
    }

    private StateSender.Builder sender(PhysicsService physics) {
        return StateSender.builder(physics.states()).port(port).input(physics.input());
    }

    private RemoteStates.Builder remote() {
        return RemoteStates.builder(Line.LAYOUT).server("localhost").port(port);
    }

    /** The failure ends when the sender is silent for two seconds, until its next datagram. */
    private static Throwable awaitFailure(RemoteStates remote) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Await.until(
                () -> {
                    failure.set(remote.failure());
                    return failure.get() != null;
                },
                remote::status);
        return failure.get();
    }
}
