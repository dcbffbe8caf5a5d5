package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.RemoteStates.Status;
import io.github.freestep.net.SenderClient;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
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
            Await.until(() -> !sender.clients().isEmpty(), sender::lastError);

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
    void aRestartedServerLeavesNoBodyBehind() {
        try (RemoteStates remote = remote().start();
                FrameSampler frames = FrameSampler.open(remote.states())) {
            for (int bodies : new int[] {BODIES, 10}) {
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
            assertFalse(stranger.input().axis(0, 5));
            assertFalse(FrameSampler.open(stranger.states()).sample().hasState());
            assertFalse(FrameSampler.open(open.states()).sample().hasState());
            assertEquals(1, sender.clients().size());
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
                () -> remote.status() + ", " + remote.lastError());
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
