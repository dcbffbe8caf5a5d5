package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.StateInside;
import io.github.freestep.internal.Threads;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.testing.Await;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Tests with the system's clock, so they check only what holds under any load of the machine. */
@Timeout(60)
class PhysicsServiceTest {
    private final Falling world = new Falling();

    @Test
    void everyTickDueBeforeAPauseIsStepped() throws Exception {
        try (PhysicsService physics = PhysicsService.builder(world)
                        .overloadPolicy(OverloadPolicy.neverSlip())
                        .start();
                StateReader reader = physics.states().reader()) {
            Await.until(
                    () -> physics.metrics().tick() >= 20,
                    () -> "the tick is " + physics.metrics().tick());
            physics.pause().get();
            TimeAnchor anchor = new TimeAnchor();
            // The service still steps the backlog from before the pause.
            Await.until(
                    () -> {
                        reader.acquire();
                        reader.state(0).anchor(anchor);
                        return anchor.isPaused() && reader.state(0).tick() >= anchor.simulationNanos() / 10_000_000;
                    },
                    () -> "tick " + reader.state(0).tick() + " is the newest state, at " + anchor.simulationNanos()
                            + " ns" + (anchor.isPaused() ? " in the pause" : ", without a pause"));
            physics.call(c -> 0).get();
            reader.acquire();
            State newest = reader.state(0);
            assertEquals(anchor.simulationNanos() / 10_000_000, newest.tick(), "exactly the due ticks are stepped");
            assertEquals(newest.tick(), world.steps);
            assertEquals(newest.tick() * 10_000_000, newest.simulationNanos());
            assertTrue(StateInside.publishedNanos(newest) - StateInside.startedNanos(newest) > 0);
        }
    }

    @Test
    void callbacksNeverRunOnThePhysicsThread() throws Exception {
        AtomicReference<Thread> stepping = new AtomicReference<>();
        List<Thread> calling = Collections.synchronizedList(new ArrayList<>());
        world.during = tick -> stepping.set(Thread.currentThread());
        PhysicsService ended;
        try (PhysicsService physics = PhysicsService.builder(world).start()) {
            ended = physics;
            List<CompletableFuture<Boolean>> all = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                all.add(physics.call(c -> 1).thenApply(one -> calling.add(Thread.currentThread())));
            }
            CompletableFuture<Boolean> last = physics.pause().thenApply(nothing -> calling.add(Thread.currentThread()));
            last.get();
            for (CompletableFuture<Boolean> each : all) {
                each.get();
            }
        }
        ended.call(c -> 1).handle((one, failure) -> calling.add(Thread.currentThread()));
        assertEquals(1_002, calling.size());
        calling.forEach(thread -> assertNotSame(stepping.get(), thread));
    }

    @Test
    void aThreadMustNotWaitForAFutureThatOnlyItCanComplete() throws Exception {
        try (PhysicsService physics = PhysicsService.builder(world).start()) {
            CompletableFuture<String> inCommand =
                    physics.call(c -> refused(() -> physics.call(d -> 1).join()));
            assertTrue(inCommand.get().startsWith("thread freestep-physics must not wait for this future"));
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
    void aBodySpawnedByACommandIsInTheNextState() throws Exception {
        try (PhysicsService physics = PhysicsService.builder(world).start();
                StateReader reader = physics.states().reader()) {
            physics.call(c -> {
                        c.bodies().spawn(2);
                        return null;
                    })
                    .get();
            Await.until(
                    () -> {
                        reader.acquire();
                        return reader.size() > 0 && reader.state(0).slots() >= 3;
                    },
                    () -> "no state has the body");
            assertTrue(reader.state(0).isAlive(2));
        }
    }

    @Test
    void closeNamesAHangingHandler() {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch hangs = new CountDownLatch(1);
        PhysicsService physics = PhysicsService.builder(world)
                .clock(new VirtualClock(0))
                .closeTimeout(Duration.ofSeconds(2))
                .build();
        physics.events().with().subscribe("hanging", event -> {
            hangs.countDown();
            assertTrue(awaits(go));
        });
        physics.start();
        assertTrue(awaits(hangs));
        PhysicsException stuck = assertThrows(PhysicsException.class, physics::close);
        assertTrue(stuck.getMessage().contains("freestep-events-hanging"), stuck.getMessage());
        go.countDown();
        physics.close();
        assertEquals(Physics.Status.CLOSED, physics.status());
    }

    @Test
    void aCallbackThatWaitsForAnotherBlocksNoFutureBeyondTheEnd() throws Exception {
        PhysicsService physics = PhysicsService.builder(world)
                .closeTimeout(Duration.ofSeconds(3))
                .build();
        AtomicReference<CompletableFuture<Void>> pause = new AtomicReference<>();
        physics.call(c -> 1).thenAccept(one -> {
            pause.set(physics.pause());
            Await.until(() -> pause.get().isDone(), () -> "the pause is not done");
        });
        // Starts only now, because a callback attached to a completed future runs on this thread.
        physics.start();
        Await.until(() -> pause.get() != null, () -> "the callback does not run");
        CompletableFuture<Integer> other = physics.call(c -> 2);
        PhysicsException stuck = assertThrows(PhysicsException.class, physics::close);
        assertTrue(stuck.getMessage().contains("freestep-commands"), stuck.getMessage());
        assertTrue(other.isDone() && pause.get().isDone());
        physics.close();
    }

    @Test
    void commandsDoNotRunFasterThanTheirCallbacks() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (PhysicsService physics = PhysicsService.builder(world)
                .clock(new VirtualClock(0))
                .commandCapacity(4)
                .build()) {
            physics.call(c -> 1).thenAccept(one -> awaits(go));
            physics.start();
            int accepted = 0;
            for (int i = 0; i < 5_000; i++) {
                accepted += physics.call(c -> 1).isCompletedExceptionally() ? 0 : 1;
            }
            assertTrue(accepted < 1_000, accepted + " accepted");
            go.countDown();
        }
    }

    @Test
    void callbacksOfAServiceThatNeverStartedRunWithoutALock() throws Exception {
        PhysicsService physics = PhysicsService.builder(world).build();
        EventSubscription listening = physics.events().with().subscribe("listening", event -> {});
        CountDownLatch asked = new CountDownLatch(1);
        physics.call(c -> 1).whenComplete((one, failure) -> {
            new Thread(() -> {
                        physics.status();
                        asked.countDown();
                    })
                    .start();
            assertTrue(awaits(asked));
        });
        physics.close();
        assertEquals(0, asked.getCount());
        assertFalse(listening.thread().isAlive());
    }

    @Test
    void stepsAreTakenAndPublishedWhenTheirFutureIsDone() throws Exception {
        PhysicsService physics = PhysicsService.builder(world).start();
        // The step comes after the backlog from before the pause.
        physics.step().get(30, TimeUnit.SECONDS);
        for (int i = 0; i < 20; i++) {
            long before = newestTick(physics);
            physics.step(10).get(30, TimeUnit.SECONDS);
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
    void aThreadThatCanNotBeStartedIsAFailure() throws Exception {
        ServiceRun physics = new ServiceRun(PhysicsService.builder(world).setup());
        PhysicsService service =
                new PhysicsService(PhysicsService.builder(world).setup(), physics);
        CompletableFuture<Integer> waiting = service.call(c -> 1);
        CountDownLatch go = new CountDownLatch(1);
        world.settingUp = () -> assertTrue(awaits(go));
        // Simulates a machine that can't create more threads: start() of a started thread throws.
        physics.worker().start();
        assertThrows(IllegalThreadStateException.class, service::start);
        assertTrue(waiting.isDone());
        assertEquals(Physics.Status.FAILED, service.status());
        assertInstanceOf(IllegalThreadStateException.class, service.failure());
        service.close();
        assertFalse(physics.callbacks.thread().isAlive());
        go.countDown();
        assertTrue(Threads.join(physics.worker().thread(), 30_000_000_000L));
    }

    @Test
    void invalidArgumentsAreRefusedImmediately() {
        try (PhysicsService physics = PhysicsService.builder(world).build()) {
            assertThrows(IllegalArgumentException.class, () -> physics.step(0));
            assertThrows(IllegalArgumentException.class, () -> physics.timeScale(Ratio.of(1_001)));
            assertThrows(NullPointerException.class, () -> physics.submit(null));
            physics.start();
            assertThrows(IllegalStateException.class, physics::start);
        }
        assertThrows(NullPointerException.class, () -> PhysicsService.builder(null));
        assertThrows(
                IllegalArgumentException.class,
                () -> PhysicsService.builder(world).rate(0));
        assertThrows(
                IllegalArgumentException.class,
                () -> PhysicsService.builder(world).window(9).build());
        PhysicsBuilder builder = PhysicsService.builder(world);
        assertThrows(IllegalArgumentException.class, () -> builder.rate(1_000_001));
        assertThrows(IllegalArgumentException.class, () -> builder.rate(Ratio.of(1, 1_001)));
        assertThrows(IllegalArgumentException.class, () -> builder.commandCapacity(1));
        assertThrows(IllegalArgumentException.class, () -> builder.commandBudget(Duration.ofNanos(-1)));
        assertThrows(IllegalArgumentException.class, () -> builder.closeTimeout(Duration.ofNanos(-1)));
        builder.closeTimeout(Duration.ofSeconds(Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> OverloadPolicy.slipAfter(0));
        assertThrows(IllegalArgumentException.class, () -> OverloadPolicy.merge(0));
    }

    private static boolean awaits(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
