package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.RemoteStates.Status;
import io.github.freestep.net.SenderClient;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import io.github.freestep.testing.Seeds;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Sends states from one thread to another over loopback. */
@Execution(ExecutionMode.CONCURRENT)
class NetworkTest {
    private static final int BODIES = 300;

    private final int port = FreePorts.inARow(1);

    @Test
    void statesArriveAndInputGoesBack() {
        try (PhysicsService physics = PhysicsService.builder(new Line(BODIES)).start();
                StateSender sender = sender(physics).start();
                RemoteStates remote = remote().start();
                FrameSampler frames = FrameSampler.open(remote.states())) {
            awaitFrame(remote, frames, frame -> areAlive(frame, BODIES));
            Await.until(() -> remote.status() == Status.CONNECTED, remote::status);
            Await.until(sender::isConnected, sender::lastError);

            Await.until(() -> remote.input().axis(0, 5), remote::status);
            awaitFrame(remote, frames, frame -> Math.abs(frame.x()[0] - 5) < 0.01);
            assertTrue(remote.input().action(7, 1));
            awaitFrame(remote, frames, frame -> areAlive(frame, BODIES - 1));
            assertEquals(1, sender.clients().size());

            assertNull(sender.failure());
            assertNull(sender.lastError());
            assertNull(remote.failure());
            assertNull(remote.lastError());
        }
    }

    @Test
    void statesInDoublesArriveFarFromTheOrigin() {
        StateLayout doubles = Line.LAYOUT.doublePositions();
        try (PhysicsService physics =
                        PhysicsService.builder(new Line(BODIES, doubles)).start();
                StateSender sender = sender(physics).start();
                RemoteStates remote = RemoteStates.builder(doubles)
                        .server("localhost")
                        .port(port)
                        .start();
                FrameSampler frames = FrameSampler.open(remote.states())) {
            frames.origin(Line.FAR, 0, 0);
            awaitFrame(remote, frames, frame -> areAlive(frame, BODIES));
            Await.until(() -> remote.input().axis(0, 5), remote::status);
            awaitFrame(remote, frames, frame -> Math.abs(frame.x()[0] - 5) < 0.001);
            assertNull(sender.lastError());
            assertNull(remote.lastError());
            RemoteStates floats = remote().start();
            try (floats) {
                Await.until(() -> floats.status() == Status.FAILED, floats::status);
                assertTrue(awaitFailure(floats).getMessage().contains("the same kind of positions"));
                Await.until(() -> sender.lastError() != null, sender::clients);
                assertTrue(sender.lastError().getMessage().contains("the same kind of positions"));
            }
        }
    }

    /** Clients may send any time, such as one of their own clocks. */
    @Test
    void aTimeThatTheServiceDoesNotAcceptIsRefusedAndTheSenderGoesOn() {
        try (PhysicsService physics = PhysicsService.builder(new Line(BODIES)).start();
                StateSender sender = sender(physics).start();
                RemoteStates remote = remote().start();
                FrameSampler frames = FrameSampler.open(remote.states())) {
            awaitFrame(remote, frames, frame -> areAlive(frame, BODIES));
            long ahead = remote.states().clock().nanoTime() + 300_000_000_000L;
            Await.until(() -> remote.input().axis(0, 7, ahead), remote::status);
            Await.until(() -> remote.input().refusedByServer() == 1, sender::failure);
            Await.until(() -> remote.input().axis(0, 5), remote::status);
            awaitFrame(remote, frames, frame -> Math.abs(frame.x()[0] - 5) < 0.01);
            assertNull(sender.failure());
        }
    }

    @Test
    void aClosedReceiverRefusesInputAndAClosedSenderHasNoClients() {
        try (PhysicsService physics = PhysicsService.builder(new Line(BODIES)).start()) {
            StateSender sender = sender(physics).start();
            RemoteStates remote = remote().start();
            Await.until(() -> remote.input().axis(0, 5), remote::status);
            // The sender soon forgets a client that has not answered it.
            Await.until(() -> remote.input().unacknowledged() == 0, remote::status);
            remote.close();
            assertFalse(remote.input().axis(0, 6));
            assertFalse(remote.input().isConnected());
            assertEquals(1, sender.clients().size());
            sender.close();
            assertEquals(0, sender.clients().size());
            assertFalse(sender.isConnected());
        }
    }

    @Test
    void aReceiverThatJoinsInAPauseGetsAllBodies() {
        try (PhysicsService physics = PhysicsService.builder(new Line(BODIES)).start();
                StateSender sender = sender(physics).start()) {
            physics.pause().join();
            try (RemoteStates remote = remote().start();
                    FrameSampler frames = FrameSampler.open(remote.states())) {
                awaitFrame(remote, frames, frame -> areAlive(frame, BODIES));
                Await.until(() -> remote.status() == Status.CONNECTED, remote::status);
                physics.resume().join();
                long then = frames.sample().newerTick();
                awaitFrame(remote, frames, frame -> frame.newerTick() > then + 10);
            }
            Await.until(() -> !sender.isConnected(), sender::clients);
        }
    }

    /** Otherwise, a client with a slow link would get too many states after the pause. */
    @Test
    void aPauseDoesNotCountAsFewStates() {
        try (PhysicsService physics = PhysicsService.builder(new Line(BODIES)).start();
                StateSender sender = sender(physics).start();
                RemoteStates remote = remote().start()) {
            Await.until(() -> remote.receivedStates() > 50, remote::status);
            physics.pause().join();
            awaitSent(sender, 5);
            int before = sender.clients().get(0).statesPerSecond();
            awaitSent(sender, 10);
            assertEquals(before, sender.clients().get(0).statesPerSecond());
        }
    }

    private static void awaitSent(StateSender sender, int more) {
        long then = sender.sentStates();
        Await.until(() -> sender.sentStates() >= then + more, sender::failure);
    }

    @Test
    void aRestartedServerLeavesNoBodyBehind() {
        try (RemoteStates remote = remote().start();
                FrameSampler frames = FrameSampler.open(remote.states())) {
            for (int bodies : new int[] {BODIES, 10, 70}) {
                try (PhysicsService physics =
                                PhysicsService.builder(new Line(bodies)).start();
                        StateSender sender = sender(physics).start()) {
                    awaitFrame(remote, frames, frame -> areAlive(frame, bodies));
                    Await.until(() -> remote.status() == Status.CONNECTED, remote::status);
                    assertNull(sender.failure());
                }
                Await.until(() -> remote.status() == Status.LOST, remote::status);
            }
        }
    }

    @Test
    void onlyTheSameKeyConnects() {
        byte[] key = "0123456789abcdef".getBytes();
        byte[] other = "0123456789abcdeF".getBytes();
        try (PhysicsService physics = PhysicsService.builder(new Line(BODIES)).start();
                StateSender sender = sender(physics).key(key).start();
                RemoteStates stranger = remote().key(other).start();
                RemoteStates open = remote().start();
                RemoteStates remote = remote().key(key).start();
                FrameSampler frames = FrameSampler.open(remote.states())) {
            awaitFrame(remote, frames, frame -> areAlive(frame, BODIES));
            Await.until(() -> remote.input().axis(0, 5), remote::status);
            awaitFrame(remote, frames, frame -> Math.abs(frame.x()[0] - 5) < 0.01);
            Await.until(() -> stranger.status() == Status.FAILED, stranger::status);
            Await.until(() -> open.status() == Status.FAILED, open::status);
            assertEquals(
                    "the sender has another key; set the same key(...) on both sides",
                    awaitFailure(stranger).getMessage());
            assertEquals(
                    "the sender has a key, and this receiver has none; set the same key(...) on both sides",
                    awaitFailure(open).getMessage());
            assertTrue(sender.lastError().getMessage().startsWith("the receiver at /127.0.0.1:"));
            assertEquals(0, stranger.receivedBytes() + open.receivedBytes());
            assertEquals(0, stranger.ignoredDatagrams() + open.ignoredDatagrams());
            assertFalse(stranger.input().axis(0, 5));
            assertFalse(FrameSampler.open(stranger.states()).sample().hasState());
            assertFalse(FrameSampler.open(open.states()).sample().hasState());
            assertEquals(1, sender.clients().size());
        }
    }

    @Test
    void anotherLayoutIsNamed() {
        RemoteStates remote = RemoteStates.builder(StateLayout.of(7))
                .server("localhost")
                .port(port)
                .start();
        try (PhysicsService physics = PhysicsService.builder(new Line(BODIES)).start();
                StateSender sender = sender(physics).start();
                remote) {
            Await.until(() -> remote.status() == Status.FAILED, remote::status);
            Throwable failure = awaitFailure(remote);
            String message = failure.getMessage();
            assertTrue(message.startsWith("the sender's layout must be that of this receiver"), message);
            assertSame(failure, awaitFailure(remote), "one exception for all calls");
            assertNull(sender.failure());
            Await.until(() -> sender.lastError() != null, sender::clients);
            String reported = sender.lastError().getMessage();
            assertTrue(reported.startsWith("the receiver at /127.0.0.1:"), reported);
            assertTrue(reported.contains("another layout"), reported);
        }
        assertEquals(Status.CLOSED, remote.status());
    }

    /** The bytes are random, but most begin as ours do. */
    @Test
    void foreignDatagramsChangeNothing() throws Exception {
        Random random = Seeds.random(17);
        try (PhysicsService physics = PhysicsService.builder(new Line(BODIES)).start();
                StateSender sender = sender(physics).start();
                RemoteStates remote = remote().start();
                FrameSampler frames = FrameSampler.open(remote.states());
                DatagramSocket socket = new DatagramSocket()) {
            awaitFrame(remote, frames, frame -> areAlive(frame, BODIES));
            for (int i = 0; i < 20_000; i++) {
                byte[] bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
                if (bytes.length >= 8 && random.nextInt(10) > 0) {
                    ByteBuffer.wrap(bytes).put(Stranger.MARK).put((byte) random.nextInt(6));
                }
                InetSocketAddress to = new InetSocketAddress("127.0.0.1", port);
                socket.send(new DatagramPacket(bytes, bytes.length, to));
            }
            Await.until(() -> remote.input().axis(0, 5), remote::status);
            awaitFrame(remote, frames, frame -> areAlive(frame, BODIES) && Math.abs(frame.x()[0] - 5) < 0.01);
            assertEquals(1, sender.clients().size());
            assertNull(sender.failure());
            assertNull(remote.failure());
        }
    }

    @Test
    void anAttachedBodyArrivesOnItsParent() {
        try (PhysicsService physics = PhysicsService.builder(new Line(3)).start();
                StateSender sender = sender(physics).start();
                RemoteStates remote = remote().start();
                FrameSampler frames = FrameSampler.open(remote.states())) {
            physics.submit(c -> c.bodies().attach(2, 1)).join();
            awaitFrame(remote, frames, frame -> frame.slots() == 3 && Math.abs(frame.x()[2] - 3) < 0.01);
            try (StateReader reader = remote.states().reader()) {
                assertTrue(reader.acquire());
                assertEquals(1, reader.state(0).parent(2));
                assertEquals(2, reader.state(0).x()[2], 0.01, "relative to its parent");
            }
            assertNull(sender.lastError());
            assertNull(sender.failure());
        }
    }

    /** A client does not join if it does not return what the sender has answered to its address. */
    @Test
    void whoDoesNotJoinIsSentNothing() throws Exception {
        for (boolean keyed : new boolean[] {false, true}) {
            byte[] key = new byte[16];
            try (PhysicsService physics =
                            PhysicsService.builder(new Line(BODIES)).start();
                    StateSender sender = (keyed ? sender(physics).key(key) : sender(physics)).start();
                    RemoteStates remote = (keyed ? remote().key(key) : remote()).start();
                    Stranger stranger = new Stranger(port)) {
                Await.until(() -> remote.receivedStates() > 0, remote::status);
                for (int i = 0; i < 50; i++) {
                    stranger.greet(i, 100);
                }
                long then = remote.receivedStates();
                Await.until(() -> remote.receivedStates() > then + 50, remote::status);
                int bytes = 0;
                for (ByteBuffer answer; (answer = stranger.receive()) != null; ) {
                    bytes += answer.remaining();
                }
                assertTrue(bytes <= 50 * 100, () -> "more than was sent: " + remote.status());
                assertEquals(1, sender.clients().size());
            }
        }
    }

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

    /** Some bodies need more than the budget. A receiver that gets fewer states is not said to lose the others. */
    @Test
    void aBudgetLeavesOutStatesThatDoNotCountAsLost() {
        try (PhysicsService physics = PhysicsService.builder(new Line(BODIES)).start();
                StateSender sender = sender(physics).budget(1_000).start();
                RemoteStates remote = remote().start()) {
            Await.until(() -> remote.receivedStates() > 30, remote::status);
            Await.until(
                    () -> sender.clients().stream()
                            .anyMatch(client -> client.statesPerSecond() > 0
                                    && client.statesPerSecond() < 20
                                    && client.isOverloaded()
                                    && client.lossPerMille() >= 0
                                    && client.lossPerMille() < 300),
                    sender::clients);
            assertEquals(0, remote.incompleteStates());
        }
    }

    @Test
    void forgedDatagramsChangeNothing() throws Exception {
        byte[] key = new byte[16];
        try (PhysicsService physics = PhysicsService.builder(new Line(BODIES)).start();
                StateSender sender = sender(physics).key(key).start();
                RemoteStates remote = remote().key(key).start();
                FrameSampler frames = FrameSampler.open(remote.states())) {
            awaitFrame(remote, frames, frame -> areAlive(frame, BODIES));
            ForgedSources.send(1_000, port);
            Await.until(() -> remote.input().axis(0, 5), remote::status);
            awaitFrame(remote, frames, frame -> areAlive(frame, BODIES) && Math.abs(frame.x()[0] - 5) < 0.01);
            assertEquals(1, sender.clients().size());
            assertNull(sender.failure());
            assertNull(remote.failure());
            try (RemoteStates later = remote().key(key).start()) {
                Await.until(() -> later.receivedStates() > 0, later::status);
            }
        }
    }

    private StateSender.Builder sender(PhysicsService physics) {
        return StateSender.builder(physics.states()).port(port).input(physics.input());
    }

    private RemoteStates.Builder remote() {
        return RemoteStates.builder(Line.LAYOUT).server("localhost").port(port);
    }

    private static void awaitFrame(RemoteStates remote, FrameSampler frames, Predicate<Frame> condition) {
        Await.until(
                () -> {
                    Frame frame = frames.sample();
                    return frame.hasState() && condition.test(frame);
                },
                () -> remote.status() + ", " + remote.lastError() + ", ignored " + remote.ignoredDatagrams());
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

    /** Whether exactly the first bodies are there, each at its place. */
    private static boolean areAlive(Frame frame, int bodies) {
        for (int body = 0; body < frame.slots(); body++) {
            if (frame.isAlive(body) != body < bodies) {
                return false;
            }
            assertTrue(!frame.isAlive(body) || body == 0 || Math.abs(frame.x()[body] - body) < 0.001);
        }
        return frame.slots() >= bodies;
    }
}
