package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.OtherProcess;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of the table of faults about the end of a service: closed, interrupted, or hanging. */
@Timeout(240)
@Logs(perhaps = "HUNG_STEP: ")
class EndingsTest extends ServiceUnderTest {

    /** The first time, code on a thread of the service ends it: only the request returns at once. */
    @ParameterizedTest
    @ValueSource(strings = {"outside", "step", "interrupt", "command", "callback", "handler"})
    void aCloseEndsTheServiceWhereverItComesFrom(String from) throws Exception {
        AtomicReference<Long> last = new AtomicReference<>(0L);
        world.during = tick -> {
            if (from.equals("step") && tick.number() == 3) {
                physics.close();
                physics.close();
            } else if (from.equals("interrupt") && tick.number() == 3) {
                Thread.currentThread().interrupt();
            } else {
                // On a busy machine, the handler may get no processor for as many ticks as its ring holds.
                await(() -> tick.number() - last.get() < 10_000);
            }
        };
        physics = builder.build();
        CompletableFuture<String> command = physics.call(c -> {
            if (from.equals("command")) {
                physics.close();
            }
            return "done";
        });
        command.thenRun(() -> {
            if (from.equals("callback")) {
                physics.close();
            }
        });
        Events.Builder events = physics.events().with().capacity(1 << 16);
        events.subscribe("closing", event -> {
            if (from.equals("handler")) {
                physics.close();
            }
            last.set(event.tick());
        });
        physics.start();
        assertEquals("done", command.get(30, TimeUnit.SECONDS));
        if (from.equals("outside")) {
            awaitTick(2);
            physics.close();
        }
        awaitEnd();
        if (from.equals("interrupt")) {
            assertInterrupted();
        } else {
            assertEquals(Status.CLOSED, physics.status());
            assertNull(physics.failure());
        }
        assertTrue(!List.of("step", "interrupt").contains(from) || newestTick() == 3, "the last one");
        // All events before the end are delivered, in a group also after the end of the service.
        await(() -> last.get() == physics.metrics().tick());
        assertEnded();
        physics.close();
    }

    /** In a pause, no tick is due, so only the interrupt itself lets the thread look. */
    @Test
    void anInterruptBetweenTwoPasses() throws Exception {
        physics = builder.build();
        physics.start();
        physics.pause().get(30, TimeUnit.SECONDS);
        world.ranBy.interrupt();
        awaitEnd();
        assertInterrupted();
    }

    private void assertInterrupted() {
        assertEquals(Status.FAILED, physics.status());
        String words = physics.failure().getMessage();
        assertTrue(words.contains("interrupted after tick " + physics.metrics().tick() + ", "), words);
    }

    @Test
    void aRequestThatIsRefusedStartsNoThread() {
        physics = builder.build();
        assertThrows(NullPointerException.class, () -> physics.submit(null));
        assertThrows(NullPointerException.class, () -> physics.call(null));
        assertThrows(IllegalArgumentException.class, () -> physics.pauseAndStep(0));
        assertThrows(NullPointerException.class, () -> physics.timeScale(null));
        assertNull(physics.physics.requests.lanes());
    }

    @Test
    void closeBeforeTheStartNeedsNoThread() throws Exception {
        physics = builder.build();
        assertEquals(Status.NEW, physics.status());
        CompletableFuture<Integer> waiting = physics.call(c -> 1);
        physics.close();
        physics.close();
        assertEquals(Status.CLOSED, physics.status());
        assertThrows(ExecutionException.class, () -> waiting.get(30, TimeUnit.SECONDS));
        assertThrows(IllegalStateException.class, physics::start);
        assertEnded();
    }

    @Test
    void aStepThatNeverReturnsMakesCloseTimeOut() throws Exception {
        Gate gate = new Gate();
        world.during = tick -> {
            if (tick.number() == 3) {
                gate.hang();
            }
        };
        physics = builder.closeTimeout(Duration.ofMillis(50)).start();
        gate.awaitEntered();
        CompletableFuture<Integer> waiting = physics.call(c -> 1);
        PhysicsException stuck = assertThrows(PhysicsException.class, physics::close);
        assertTrue(stuck.getMessage().contains(thread() + " did not end within 50 ms"), stuck.getMessage());
        assertTrue(
                Arrays.stream(stuck.getCause().getStackTrace())
                        .anyMatch(frame -> frame.getClassName().contains("Falling")),
                "the cause shows where the thread hangs");
        assertEquals(Status.FAILED, physics.status());
        assertSame(stuck, physics.failure());
        physics.close();
        assertThrows(ExecutionException.class, () -> waiting.get(30, TimeUnit.SECONDS));
        assertEquals(2, newestTick());
        assertEnded();
        // The neighbours have a watchdog of their own.
        await(() -> inGroup() || OwnThreads.named("freestep-watchdog").isEmpty());
        gate.open();
        awaitNoThread();
        assertSame(stuck, physics.failure(), "the thread has ended the run again, and without a failure");
    }

    @Test
    void aCommandThatNeverReturnsFailsWithTheService() throws Exception {
        Gate gate = new Gate();
        physics = builder.closeTimeout(Duration.ofMillis(50)).start();
        CompletableFuture<Void> hanging = physics.submit(c -> gate.hang());
        CompletableFuture<Integer> behind = physics.call(c -> 2);
        gate.awaitEntered();
        assertThrows(PhysicsException.class, physics::close);
        assertThrows(ExecutionException.class, () -> hanging.get(30, TimeUnit.SECONDS));
        assertThrows(ExecutionException.class, () -> behind.get(30, TimeUnit.SECONDS));
        long steps = world.steps;
        gate.open();
        awaitNoThread();
        assertEquals(steps, world.steps, "the thread must not step after the end");
    }

    @Test
    void aStepThatSleepsIsInterruptedByClose() throws Exception {
        CountDownLatch sleeps = new CountDownLatch(1);
        world.during = tick -> {
            sleeps.countDown();
            try {
                // The fault: a sleep that only the interrupt ends.
                Thread.sleep(1_000_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        physics = builder.closeTimeout(Duration.ofSeconds(2)).start();
        assertTrue(sleeps.await(30, TimeUnit.SECONDS));
        physics.close();
        assertEquals(Status.CLOSED, physics.status());
    }

    @Test
    void closeWaitsEvenIfInterruptedBeforeAndKeepsTheFlag() throws Exception {
        physics = builder.start();
        awaitTick(2);
        Thread.currentThread().interrupt();
        physics.close();
        assertTrue(Thread.interrupted());
        assertEquals(Status.CLOSED, physics.status());
    }

    @Test
    void aHangingCallbackMakesCloseTimeOutAndLaterFuturesFail() throws Exception {
        Gate gate = new Gate();
        physics = builder.closeTimeout(Duration.ofMillis(300)).build();
        CompletableFuture<Integer> hanging = physics.call(c -> 1);
        hanging.whenComplete((one, failure) -> gate.hang());
        physics.start();
        gate.awaitEntered();
        CompletableFuture<Integer> behind = physics.call(c -> 2);
        PhysicsException stuck = assertThrows(PhysicsException.class, physics::close);
        assertTrue(stuck.getMessage().startsWith(callbackThread() + " did not end within 300 ms"), stuck.getMessage());
        assertTrue(hanging.isDone());
        ExecutionException failed = assertThrows(ExecutionException.class, behind::get);
        assertTrue(
                failed.getCause().getMessage().contains("the callback of an earlier future did not return")
                        || failed.getCause() instanceof RejectedExecutionException,
                failed::getMessage);
        physics.close();
        gate.open();
        awaitNoThread();
    }

    @Test
    void aLockOnTheServiceObjectBlocksNoOtherCaller() throws Exception {
        physics = builder.build();
        synchronized (physics) {
            CompletableFuture<Status> status = CompletableFuture.supplyAsync(() -> {
                physics.start();
                awaitTick(2);
                physics.close();
                return physics.status();
            });
            assertEquals(Status.CLOSED, status.get(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void aShutdownHookCanCloseAServiceWhoseStepCallsExit() throws Exception {
        assertEquals(
                "freestep-physics did not end within 200 ms\n",
                OtherProcess.with().start(Exit.class));
    }

    /** A main class whose simulation calls {@code System.exit} inside a step, which no simulation should. */
    static final class Exit {
        public static void main(String[] arguments) throws InterruptedException {
            Falling world = new Falling();
            PhysicsService physics = PhysicsService.builder(world)
                    .closeTimeout(Duration.ofMillis(200))
                    .onProblem(problem -> {})
                    .build();
            world.during = tick -> System.exit(0);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    physics.close();
                } catch (PhysicsException stuck) {
                    System.out.print(stuck.getMessage().split(";")[0] + "\n");
                }
            }));
            physics.start();
            Thread.currentThread().join();
        }
    }
}
