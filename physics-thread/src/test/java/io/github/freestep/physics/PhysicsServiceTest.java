package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.Threads;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Logs;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Tests with the system's clock, so they check only what holds under any load of the machine. */
@Timeout(240)
class PhysicsServiceTest {
    private final Falling world = new Falling();

    @Test
    void aThreadMustNotWaitForAFutureThatOnlyItCanComplete() throws Exception {
        PhysicsService physics = PhysicsService.builder(world).build();
        CompletableFuture<Integer> waiting = physics.call(c -> 1);
        assertTrue(refused(waiting::join).startsWith("a thread must wait for this future after start()"));
        try (physics) {
            physics.start();
            assertEquals(1, waiting.get());
            CompletableFuture<String> inCommand =
                    physics.call(c -> refused(() -> physics.call(d -> 1).join()));
            assertTrue(inCommand.get().startsWith("thread freestep-physics must not wait for this future"));
            assertEquals("freestep-physics", physics.metrics().worker());
            CompletableFuture<String> derived = physics.call(
                    c -> refused(() -> physics.pause().thenApply(nothing -> 1).get(1, TimeUnit.HOURS)));
            assertTrue(derived.get().startsWith("thread freestep-physics must not wait"));
            CompletableFuture<Integer> done = physics.call(c -> 3);
            assertEquals(3, done.get());
            assertEquals(3, physics.call(c -> done.join()).get());
            CountDownLatch attached = new CountDownLatch(1);
            CompletableFuture<String> inCallback = physics.call(c -> awaits(attached))
                    .thenApply(yes -> refused(() -> physics.resume().get()));
            attached.countDown();
            assertTrue(inCallback.get().startsWith("thread freestep-commands must not wait"));
            CountDownLatch both = new CountDownLatch(1);
            CompletableFuture<Boolean> root = physics.call(c -> awaits(both));
            CompletableFuture<Integer> sibling = root.thenApply(yes -> 4);
            // Callbacks run in the reverse order of their attachment.
            CompletableFuture<String> forSibling = root.thenApply(yes -> refused(sibling::join));
            both.countDown();
            assertTrue(forSibling.get().startsWith("thread freestep-commands must not wait"));
            assertEquals(4, sibling.get());
        }
    }

    private static String refused(Executable waiting) {
        return assertThrows(IllegalStateException.class, waiting).getMessage();
    }

    @Test
    void commandsBeyondTheCapacityFailImmediatelyAndTheOthersRun() throws Exception {
        PhysicsService physics =
                PhysicsService.builder(world).commandCapacity(8).build();
        List<CompletableFuture<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            futures.add(physics.call(c -> number));
        }
        for (CompletableFuture<Integer> refused : futures.subList(8, 10)) {
            Throwable reason =
                    assertThrows(ExecutionException.class, refused::get).getCause();
            assertInstanceOf(RejectedExecutionException.class, reason);
            assertTrue(reason.getMessage().contains("8 commands wait already"), reason.getMessage());
        }
        physics.start();
        for (int i = 0; i < 8; i++) {
            assertEquals(i, futures.get(i).get());
        }
        physics.close();
        assertEquals(8, physics.metrics().commandsRun());
    }

    @Test
    void stepsAreTakenAndPublishedWhenTheirFutureIsDone() throws Exception {
        PhysicsService physics = PhysicsService.builder(world).start();
        // The step comes after the backlog from before the pause.
        physics.pauseAndStep().get(30, TimeUnit.SECONDS);
        assertTrue(physics.isPaused());
        for (int i = 0; i < 20; i++) {
            long before = newestTick(physics);
            physics.pauseAndStep(10).get(30, TimeUnit.SECONDS);
            assertEquals(before + 10, newestTick(physics));
        }
        physics.close();
    }

    private static long newestTick(PhysicsService physics) {
        try (StateReader reader = physics.states().reader()) {
            assertTrue(reader.acquire());
            return reader.state(0).tick();
        }
    }

    @Test
    @Logs("RUN_FAILED: java.lang.IllegalThreadStateException")
    void aThreadThatCanNotBeStartedIsAFailure() throws Exception {
        ServiceRun physics = new ServiceRun(PhysicsService.builder(world).setup());
        PhysicsService service = new PhysicsService(physics);
        CompletableFuture<Integer> waiting = service.call(c -> 1);
        CountDownLatch go = new CountDownLatch(1);
        world.settingUp = () -> assertTrue(awaits(go));
        // Simulates a machine that can't create more threads: start() of a started thread throws.
        physics.thread.begin(physics.passes);
        assertThrows(IllegalThreadStateException.class, service::start);
        assertTrue(waiting.isDone());
        assertEquals(Physics.Status.FAILED, service.status());
        assertInstanceOf(IllegalThreadStateException.class, service.failure());
        service.close();
        assertFalse(physics.requests.callbacks().thread().isAlive());
        go.countDown();
        assertTrue(Threads.join(physics.thread.thread(), 30_000_000_000L));
    }

    private static boolean awaits(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
