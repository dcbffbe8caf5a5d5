package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.RemoteStates.Status;
import io.github.freestep.net.SenderClient;
import io.github.freestep.net.SharedPort;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Clients of a server whose physics has ended or hangs, although its process is there: each is told so. */
@Execution(ExecutionMode.CONCURRENT)
class DeadServerTest {
    private final int port = FreePorts.inARow(1);
    private final IllegalStateException secret = new IllegalStateException("/home/ann/level-7");
    private final CountDownLatch returns = new CountDownLatch(1);
    private volatile boolean fails;
    private volatile boolean hangs;

    private final Line world = new Line(10) {
        @Override
        public void step(Tick tick) {
            super.step(tick);
            if (fails) {
                throw secret;
            }
            if (hangs) {
                Await.until(() -> returns.getCount() == 0);
                hangs = false;
            }
        }
    };

    private RemoteStates remote(int room) {
        return RemoteStates.builder(world.layout())
                .server("127.0.0.1", port)
                .room(room)
                .start();
    }

    @Test
    void aServerWhoseStepThrowsSaysSoAndItsLoopEnds() {
        try (PhysicsService physics =
                        PhysicsService.builder(world).onProblem(problem -> {}).build();
                StateSender sender = StateSender.builder(physics.states())
                        .port(port)
                        .input(physics.input())
                        .start();
                RemoteStates remote = remote(0)) {
            Await.until(() -> remote.status() == Status.STALLED, remote::status);
            assertTrue(remote.stallReason().contains("was not started"), remote::stallReason);
            assertNull(remote.failure());
            physics.start();
            Await.until(() -> remote.receivedStates() > 10 && remote.input().axis(0, 1), remote::status);
            assertNull(sender.failure());
            // A receiver believes the server's newest words for half a second.
            Await.until(() -> remote.status() == Status.CONNECTED, remote::status);
            assertTrue(remote.health().startsWith("healthy: connected"), remote::health);
            fails = true;
            Await.until(() -> remote.status() == Status.STALLED, remote::status);
            assertSame(secret, sender.failure().getCause().getCause());
            String said = remote.failure().getMessage();
            assertTrue(said.contains("the physics service has failed after tick "), said);
            assertFalse(said.contains("ann"), said);
            assertEquals(said, remote.stallReason());
            assertEquals("no states come: " + said, remote.health());
            Await.until(() -> !remote.input().axis(0, 1));
        }
    }

    @Test
    void aSenderMayLimitBytes() {
        try (PhysicsService physics =
                        PhysicsService.builder(world).onProblem(problem -> {}).start();
                StateSender sender = StateSender.builder(physics.states())
                        .port(port)
                        .budget(1)
                        .start();
                RemoteStates remote = remote(0)) {
            Await.until(() -> sender.clients().stream().anyMatch(SenderClient::isOverloaded), remote::status);
        }
    }

    @Test
    @SuppressWarnings("try") // It closes what the try closes later.
    void aServiceThatWasClosedBeforeItsSenderSaysSoAlsoThroughARelay() {
        int next = FreePorts.inARow(1);
        try (PhysicsService physics = PhysicsService.builder(world).start();
                StateSender sender =
                        StateSender.builder(physics.states()).port(port).start();
                RemoteStates relayed = remote(0);
                StateSender relay =
                        StateSender.builder(relayed.states()).port(next).start();
                RemoteStates remote = RemoteStates.builder(world.layout())
                        .server("127.0.0.1", next)
                        .start()) {
            Await.until(() -> remote.receivedStates() > 10, remote::status);
            physics.close();
            Await.until(() -> relayed.status() == Status.STALLED, relayed::status);
            assertTrue(relayed.failure().getMessage().contains("was closed"), relayed::stallReason);
            assertNotNull(sender.failure());
            // Until the relay has new words, its receiver may believe those from before the first state.
            Await.until(() -> String.valueOf(remote.stallReason()).contains("was closed"), remote::status);
            assertNull(remote.failure(), "the relay may get another server");
            assertNull(relay.failure());
            relayed.close();
            assertNotNull(relay.failure());
        }
    }

    @Test
    void aRoomOfASharedPortThatHangsSaysSoAndItsNeighbourRuns() {
        try (SharedPort shared = SharedPort.listen("127.0.0.1", port);
                PhysicsGroup group = PhysicsGroup.open(1);
                PhysicsService hanging = PhysicsService.builder(world)
                        .group(group)
                        .watchdog(Duration.ofMillis(20))
                        .onProblem(problem -> {})
                        .start();
                PhysicsService running = PhysicsService.builder(new Line(10))
                        .group(group)
                        .onProblem(problem -> {})
                        .start();
                StateSender one =
                        StateSender.builder(hanging.states()).room(shared, 1).start();
                StateSender two =
                        StateSender.builder(running.states()).room(shared, 2).start();
                RemoteStates stalled = remote(1);
                RemoteStates remote = remote(2)) {
            Await.until(() -> stalled.receivedStates() > 10 && remote.receivedStates() > 10);
            hangs = true;
            // Both are read until they fit, because on a busy machine other reasons may come and go before.
            Await.until(
                    () -> stalled.status() == Status.STALLED
                            && String.valueOf(stalled.stallReason()).contains("has not returned"),
                    () -> stalled.status() + ": " + stalled.stallReason());
            assertNull(stalled.failure());
            assertNull(one.failure());
            long received = remote.receivedStates();
            Await.until(() -> remote.receivedStates() > received + 10);
            assertEquals(Status.CONNECTED, remote.status());
            assertNull(two.failure());
            returns.countDown();
            Await.until(() -> stalled.status() == Status.CONNECTED, stalled::status);
        }
    }
}
