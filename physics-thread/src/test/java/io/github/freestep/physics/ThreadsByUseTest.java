package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.delivery.CommandCallbacks;
import io.github.freestep.physics.delivery.DeliveryThread;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service has a thread for callbacks only once a request needs it. */
@Timeout(120)
class ThreadsByUseTest extends ServiceUnderTest {
    private static final String THREAD = "freestep-commands";

    @Test
    void aServiceWithoutRequestsHasNoThreadForCallbacks() {
        physics = builder.start();
        EventReader reader = physics.events().with().open();
        physics.input().action(1, 1, physics.clock().nanoTime());
        awaitTick(3);
        assertFalse(hasCallbackThread());
        reader.close();
        physics.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"submit", "call", "pause", "resume", "step", "scale"})
    void eachKindOfRequestStartsIt(String kind) throws Exception {
        physics = builder.start();
        awaitTick(1);
        Consumer<PhysicsService> request = switch (kind) {
            case "submit" -> service -> service.submit(c -> {});
            case "call" -> service -> service.call(c -> 1);
            case "pause" -> PhysicsService::pause;
            case "resume" -> PhysicsService::resume;
            case "step" -> PhysicsService::pauseAndStep;
            default -> service -> service.timeScale(Ratio.of(2));
        };
        request.accept(physics);
        assertTrue(hasCallbackThread());
        Thread[] calling = new Thread[1];
        physics.submit(c -> {})
                .thenRun(() -> calling[0] = Thread.currentThread())
                .get(30, TimeUnit.SECONDS);
        assertNotNull(calling[0]);
        assertTrue(List.of(THREAD, Thread.currentThread().getName()).contains(calling[0].getName()));
        physics.close();
        assertFalse(hasCallbackThread());
    }

    @Test
    void aRequestWithoutAThreadThrowsAndIsNotAdded() throws Exception {
        DeliveryThread deliveries = DeliveryThread.shared("freestep-test");
        CommandCallbacks callbacks = new CommandCallbacks(thread -> false, 4, deliveries, null);
        Commands commands = new Commands(4, callbacks, new Failing(), () -> {});
        TimeControls controls = new TimeControls(callbacks, new VirtualClock(0), () -> {});
        // Simulates a machine that can't create more threads: start() of a started thread throws.
        deliveries.thread().start();
        for (int i = 0; i < 2; i++) {
            assertThrows(IllegalThreadStateException.class, () -> commands.submit(c -> {}));
            assertThrows(IllegalThreadStateException.class, controls::pause);
        }
        commands.run(builder.setup().clock(), Long.MAX_VALUE);
        controls.run(null, builder.setup().clock());
        callbacks.end();
        assertTrue(callbacks.awaitEnd(0), "the service waits for no thread");
        deliveries.end();
        deliveries.thread().join();
    }

    /** Threads make first requests while others start and close the service. All futures complete. */
    @Test
    void noFirstRequestIsLostWhileTheServiceStartsAndCloses() throws Exception {
        Random random = Seeds.random(18);
        for (int round = 0; round < Thorough.of(100, 400); round++) {
            PhysicsService service = PhysicsService.builder(new Falling()).build();
            List<CompletableFuture<?>> futures = new ArrayList<>();
            List<Runnable> parts = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                boolean pauses = random.nextBoolean();
                int delay = random.nextInt(3_000);
                parts.add(() -> {
                    spin(delay);
                    CompletableFuture<?> future = pauses ? service.pause() : service.call(c -> 1);
                    synchronized (futures) {
                        futures.add(future);
                    }
                });
            }
            if (random.nextInt(4) > 0) {
                parts.add(() -> startUnlessClosed(service));
            }
            int closeDelay = random.nextInt(20_000);
            parts.add(() -> {
                spin(closeDelay);
                service.close();
            });
            together(parts);
            assertEquals(2, futures.size());
            for (CompletableFuture<?> each : futures) {
                assertTrue(each.isDone(), "round " + round);
            }
            assertFalse(hasCallbackThread(), "round " + round);
        }
    }

    private static void startUnlessClosed(PhysicsService service) {
        try {
            service.start();
        } catch (IllegalStateException closed) {
            assertTrue(closed.getMessage().contains("build another service"), closed.getMessage());
        }
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    private static void together(List<Runnable> parts) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(parts.size());
        List<CompletableFuture<Void>> running = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (Runnable part : parts) {
            CompletableFuture<Void> ran = new CompletableFuture<>();
            running.add(ran);
            threads.add(new Thread(() -> {
                try {
                    barrier.await();
                    part.run();
                    ran.complete(null);
                } catch (Throwable t) {
                    ran.completeExceptionally(t);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (CompletableFuture<Void> each : running) {
            each.get(60, TimeUnit.SECONDS);
        }
    }

    private static boolean hasCallbackThread() {
        return !OwnThreads.named(THREAD).isEmpty();
    }

    private static final class Failing implements CommandRunner {
        @Override
        public void run(Object submitted, Command command) {
            throw new AssertionError("nothing was submitted");
        }

        @Override
        public void hasRun(Throwable failure) {
            throw new AssertionError("nothing was submitted");
        }
    }
}
