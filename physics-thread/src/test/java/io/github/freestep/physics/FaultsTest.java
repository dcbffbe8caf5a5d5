package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.PhysicsService.Status;
import io.github.freestep.state.StateSubscriber;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The table of faults in the documentation of the package, row by row. The threads are real, and the clock is not: so no
 * tick is ever late, and all states are written out.
 */
@Timeout(60)
class FaultsTest {
    private final Falling world = new Falling();
    private final PhysicsBuilder builder =
            PhysicsService.builder(world).rate(1_000).clock(new VirtualClock(-5_000_000));
    private PhysicsService physics;

    @AfterEach
    void noThreadIsLeft() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            assertFalse(thread.getName().startsWith("freestep-"), () -> thread + " is left");
        }
    }

    @Test
    void aThrowingStepStopsTheService() throws Exception {
        RuntimeException cause = new IllegalArgumentException("too stiff");
        failInTick(5, cause);
        physics = builder.start();
        awaitEnd();
        assertEquals(Status.FAILED, physics.status());
        PhysicsException failure = assertInstanceOf(PhysicsException.class, physics.failure());
        assertSame(cause, failure.getCause());
        assertEquals(5, failure.tick());
        assertTrue(
                failure.getMessage().contains("tick 5") && failure.getMessage().contains("too stiff"));
        assertEquals(4, newestTick(), "the last good state");
        assertEnded();
        physics.close();
    }

    @Test
    void aFailureThatNobodyAskedForIsThrownByTheFirstClose() throws Exception {
        failInTick(5, new IllegalArgumentException("too stiff"));
        physics = builder.start();
        awaitEnd();
        PhysicsException failure = assertThrows(PhysicsException.class, physics::close);
        assertEquals(5, failure.tick());
        physics.close();
    }

    @Test
    void aThrowingStepIsSkippedWhereAskedFor() throws Exception {
        failInTick(5, new IllegalArgumentException("too stiff"));
        physics = builder.onFault(FaultPolicy.SKIP).start();
        awaitTick(8);
        assertEquals(Status.RUNNING, physics.status());
        assertEquals(1, physics.metrics().faults());
        physics.close();
        assertEquals(Status.CLOSED, physics.status());
    }

    @Test
    void aThrowingStepPausesWhereAskedForUntilTheWorldIsMended() throws Exception {
        failInTick(5, new IllegalArgumentException("too stiff"));
        physics = builder.onFault(FaultPolicy.PAUSE).start();
        awaitTick(5);
        physics.submit(bodies -> world.during = tick -> {}).get(30, TimeUnit.SECONDS);
        assertEquals(5, physics.metrics().tick());
        assertEquals(4, newestTick());
        physics.resume().get(30, TimeUnit.SECONDS);
        awaitTick(8);
        physics.close();
    }

    @Test
    void aThrowingInputSourceStopsTheService() throws Exception {
        RuntimeException cause = new IllegalArgumentException("unplugged");
        builder.input(sample -> {
            sample.edge(1, 1);
            if (world.steps == 3) {
                throw cause;
            }
        });
        physics = builder.start();
        awaitEnd();
        PhysicsException failure = assertInstanceOf(PhysicsException.class, physics.failure());
        assertSame(cause, failure.getCause());
        assertEquals(4, failure.tick());
        assertTrue(failure.getMessage().contains("input source"), failure.getMessage());
        assertEquals(3, newestTick());
        assertEnded();
        physics.close();
    }

    @Test
    void aThrowingInputSourceIsAskedAgainWhereAskedFor() throws Exception {
        builder.input(sample -> {
            if (world.steps % 2 == 0) {
                throw new IllegalArgumentException("loose contact");
            }
            sample.edge(1, 1);
        });
        physics = builder.onFault(FaultPolicy.SKIP).start();
        awaitTick(8);
        physics.close();
        assertTrue(physics.metrics().faults() >= 3);
        assertTrue(world.kicks >= 1);
    }

    @Test
    void aThrowingInputSourcePausesWhereAskedFor() throws Exception {
        builder.input(sample -> {
            if (world.steps == 3) {
                throw new IllegalArgumentException("loose contact");
            }
        });
        physics = builder.onFault(FaultPolicy.PAUSE).start();
        awaitTick(4);
        physics.submit(bodies -> 0).get(30, TimeUnit.SECONDS);
        assertEquals(4, newestTick());
        physics.resume().get(30, TimeUnit.SECONDS);
        awaitTick(6);
        physics.close();
    }

    @Test
    void aThrowingWriteStopsTheService() throws Exception {
        world.writing = () -> {
            if (world.steps == 5) {
                throw new IllegalArgumentException("out of bodies");
            }
        };
        physics = builder.start();
        awaitEnd();
        PhysicsException failure = assertInstanceOf(PhysicsException.class, physics.failure());
        assertTrue(failure.getMessage().contains("writing the state of tick 5"), failure.getMessage());
        assertEquals(4, newestTick());
        assertEnded();
        physics.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = FaultPolicy.class,
            names = {"SKIP", "PAUSE"})
    void aThrowingWriteIsSkippedOrPausesWhereAskedFor(FaultPolicy policy) throws Exception {
        world.writing = () -> {
            if (world.steps == 5) {
                throw new IllegalArgumentException("out of bodies");
            }
        };
        physics = builder.onFault(policy).start();
        awaitTick(5);
        physics.resume().get(30, TimeUnit.SECONDS);
        awaitTick(8);
        physics.close();
        assertEquals(1, physics.metrics().faults());
    }

    @Test
    void aThrowingSetUpStopsTheServiceWithoutAState() throws Exception {
        world.settingUp = () -> {
            throw new IllegalArgumentException("no such map");
        };
        physics = builder.onFault(FaultPolicy.SKIP).start();
        awaitEnd();
        assertTrue(physics.failure().getMessage().contains("setting the world up failed"));
        assertEnded();
        physics.close();
    }

    @Test
    void aThrowingHandlerGetsTheNextEventAndTheOthersAreTold() throws Exception {
        AtomicReference<Throwable> told = new AtomicReference<>();
        RuntimeException cause = new IllegalArgumentException("deaf");
        physics = builder.build();
        EventSubscription failing = physics.events()
                .subscribe(
                        "failing",
                        event -> {
                            throw cause;
                        },
                        SlowConsumer.DROP);
        physics.events()
                .subscribe(
                        "listening",
                        event -> {
                            if (event.kind() == PhysicsEvent.Kind.HANDLER_FAILED) {
                                told.set(event.cause());
                            }
                        },
                        SlowConsumer.DROP);
        physics.start();
        await(() -> told.get() == cause && failing.failures() > 1);
        assertEquals(Status.RUNNING, physics.status());
        physics.close();
    }

    @Test
    void closeFromAHandlerOnlyRequestsTheEndAndTheRestIsHandedOut() throws Exception {
        AtomicReference<Long> last = new AtomicReference<>(0L);
        physics = builder.build();
        physics.events()
                .subscribe(
                        "closing",
                        event -> {
                            physics.close();
                            last.set(event.tick());
                        },
                        SlowConsumer.END,
                        1 << 16);
        physics.start();
        awaitEnd();
        assertEquals(physics.metrics().tick(), last.get(), "what was written before the end");
        assertEnded();
        physics.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"setUp", "poll", "write"})
    void anErrorAnywhereStopsTheService(String where) throws Exception {
        Runnable error = () -> {
            throw new OutOfMemoryError("a test's");
        };
        switch (where) {
            case "setUp" -> world.settingUp = error;
            case "write" -> world.writing = error;
            default -> builder.input(sample -> error.run());
        }
        physics = builder.onFault(FaultPolicy.SKIP).start();
        awaitEnd();
        assertInstanceOf(OutOfMemoryError.class, physics.failure().getCause());
        assertEnded();
        physics.close();
    }

    @Test
    void aThrowingCommandFailsItsFutureAndNothingElse() throws Exception {
        physics = builder.start();
        CompletableFuture<Object> failing = physics.submit(bodies -> {
            throw new IOException("no such map");
        });
        ExecutionException failure = assertThrows(ExecutionException.class, () -> failing.get(30, TimeUnit.SECONDS));
        assertInstanceOf(IOException.class, failure.getCause());
        long tick = physics.metrics().tick();
        awaitTick(tick + 2);
        physics.close();
        assertEquals(1, physics.metrics().commandsFailed());
        assertEquals(Status.CLOSED, physics.status());
    }

    @Test
    void aStateThatIsNotFiniteStopsTheServiceAndIsNeverSeen() throws Exception {
        world.during = tick -> world.y = tick.number() == 5 ? Double.NaN : 1;
        physics = builder.start();
        awaitEnd();
        PhysicsException failure = assertInstanceOf(PhysicsException.class, physics.failure());
        assertEquals(5, failure.tick());
        assertEquals(0, failure.body());
        assertTrue(failure.getMessage().contains("body 0 is no longer finite after tick 5"), failure.getMessage());
        assertEquals(4, newestTick());
        assertEnded();
        physics.close();
    }

    @Test
    void aStateThatIsNotFiniteIsSkippedWhereAskedFor() throws Exception {
        world.during = tick -> world.y = tick.number() == 5 ? Double.NaN : 1;
        physics = builder.onFault(FaultPolicy.SKIP).start();
        awaitTick(8);
        physics.pause().get(30, TimeUnit.SECONDS);
        physics.close();
        assertEquals(1, physics.metrics().faults());
        assertTrue(newestTick() >= 8);
    }

    @Test
    void aStateThatIsNotFinitePausesWhereAskedForAndCountsOnce() throws Exception {
        world.during = tick -> world.y = tick.number() == 5 ? Double.NaN : 1;
        physics = builder.onFault(FaultPolicy.PAUSE).start();
        awaitTick(5);
        physics.scale(Ratio.of(2)).get(30, TimeUnit.SECONDS);
        physics.submit(bodies -> 0).get(30, TimeUnit.SECONDS);
        assertEquals(4, newestTick());
        assertEquals(1, physics.metrics().faults());
        physics.resume();
        awaitTick(8);
        physics.close();
    }

    @ParameterizedTest
    @EnumSource(FaultPolicy.class)
    void anErrorStopsTheServiceWhateverThePolicy(FaultPolicy policy) throws Exception {
        failInTick(5, new OutOfMemoryError("a test's"));
        physics = builder.onFault(policy).start();
        awaitEnd();
        assertEquals(Status.FAILED, physics.status());
        assertInstanceOf(OutOfMemoryError.class, physics.failure().getCause());
        assertEquals(4, newestTick());
        assertEnded();
        physics.close();
    }

    @Test
    void anErrorInACommandFailsItsFutureAndStopsTheService() throws Exception {
        physics = builder.start();
        CompletableFuture<Object> failing = physics.submit(bodies -> {
            throw new OutOfMemoryError("a test's");
        });
        ExecutionException failure = assertThrows(ExecutionException.class, () -> failing.get(30, TimeUnit.SECONDS));
        assertInstanceOf(OutOfMemoryError.class, failure.getCause());
        awaitEnd();
        assertInstanceOf(OutOfMemoryError.class, physics.failure().getCause());
        assertEnded();
        physics.close();
    }

    @Test
    void aWorldThatCantBeSetUpStopsTheServiceWithoutAState() throws Exception {
        world.y = Double.NaN;
        physics = builder.onFault(FaultPolicy.SKIP).start();
        awaitEnd();
        assertEquals(
                0, assertInstanceOf(PhysicsException.class, physics.failure()).tick());
        try (StateSubscriber reader = physics.states().subscribe()) {
            assertFalse(reader.acquire());
        }
        assertEnded();
        physics.close();
    }

    @Test
    void anInterruptEndsTheServiceInOrder() throws Exception {
        AtomicReference<Thread> thread = new AtomicReference<>();
        world.during = tick -> thread.set(Thread.currentThread());
        physics = builder.start();
        awaitTick(2);
        thread.get().interrupt();
        awaitEnd();
        assertEquals(Status.CLOSED, physics.status());
        assertNull(physics.failure());
        assertTrue(newestTick() >= 2);
        assertEnded();
        physics.close();
    }

    @Test
    void closeEndsItAndASecondOneDoesNothing() throws Exception {
        physics = builder.start();
        awaitTick(2);
        physics.close();
        physics.close();
        assertEquals(Status.CLOSED, physics.status());
        assertTrue(newestTick() >= 2);
        assertEnded();
    }

    @Test
    void closeFromInsideAStepLetsThatStepBeTheLast() throws Exception {
        world.during = tick -> {
            if (tick.number() == 3) {
                physics.close();
                physics.close();
            }
        };
        physics = builder.build();
        physics.start();
        awaitEnd();
        assertEquals(3, newestTick());
        assertEquals(Status.CLOSED, physics.status());
        assertEnded();
        physics.close();
    }

    @Test
    void closeFromACommandCompletesIt() throws Exception {
        physics = builder.start();
        CompletableFuture<String> closing = physics.submit(bodies -> {
            physics.close();
            return "done";
        });
        assertEquals("done", closing.get(30, TimeUnit.SECONDS));
        awaitEnd();
        assertEnded();
        physics.close();
    }

    @Test
    void closeFromACallbackOnlyRequestsTheEnd() throws Exception {
        physics = builder.start();
        CompletableFuture<Void> closed = physics.submit(bodies -> 1).thenAccept(value -> physics.close());
        closed.get(30, TimeUnit.SECONDS);
        awaitEnd();
        assertEnded();
        physics.close();
    }

    @Test
    void closeBeforeTheStartNeedsNoThread() throws Exception {
        physics = builder.build();
        assertEquals(Status.NEW, physics.status());
        CompletableFuture<Integer> waiting = physics.submit(bodies -> 1);
        physics.close();
        physics.close();
        assertEquals(Status.CLOSED, physics.status());
        assertThrows(ExecutionException.class, () -> waiting.get(30, TimeUnit.SECONDS));
        assertThrows(IllegalStateException.class, physics::start);
        assertEnded();
    }

    @Test
    void aStepThatNeverReturnsMakesCloseTimeOut() throws Exception {
        CountDownLatch hangs = new CountDownLatch(1);
        AtomicReference<Boolean> go = new AtomicReference<>(false);
        world.during = tick -> {
            while (tick.number() == 3 && !go.get()) {
                hangs.countDown();
                Thread.onSpinWait();
            }
        };
        physics = builder.closeTimeout(Duration.ofMillis(50)).start();
        assertTrue(hangs.await(30, TimeUnit.SECONDS));
        CompletableFuture<Integer> waiting = physics.submit(bodies -> 1);
        PhysicsException stuck = assertThrows(PhysicsException.class, physics::close);
        assertTrue(stuck.getMessage().contains("freestep-physics did not end within 50 ms"), stuck.getMessage());
        assertTrue(
                Arrays.stream(stuck.getCause().getStackTrace())
                        .anyMatch(frame -> frame.getClassName().contains("Falling")),
                "it shows where");
        assertEquals(Status.FAILED, physics.status());
        assertSame(stuck, physics.failure());
        physics.close();
        assertThrows(ExecutionException.class, () -> waiting.get(30, TimeUnit.SECONDS));
        assertEquals(2, newestTick());
        assertEnded();
        go.set(true);
        awaitNoThread();
    }

    @Test
    void aCommandThatNeverReturnsFailsWithTheService() throws Exception {
        AtomicReference<Boolean> go = new AtomicReference<>(false);
        physics = builder.closeTimeout(Duration.ofMillis(50)).start();
        CountDownLatch hangs = new CountDownLatch(1);
        CompletableFuture<Integer> hanging = physics.submit(bodies -> {
            hangs.countDown();
            while (!go.get()) {
                Thread.onSpinWait();
            }
            return 1;
        });
        CompletableFuture<Integer> behind = physics.submit(bodies -> 2);
        assertTrue(hangs.await(30, TimeUnit.SECONDS));
        assertThrows(PhysicsException.class, physics::close);
        assertThrows(ExecutionException.class, () -> hanging.get(30, TimeUnit.SECONDS));
        assertThrows(ExecutionException.class, () -> behind.get(30, TimeUnit.SECONDS));
        long steps = world.steps;
        go.set(true);
        awaitNoThread();
        assertEquals(steps, world.steps, "and steps nothing any more");
    }

    @Test
    void aStepThatSleepsIsInterruptedByClose() throws Exception {
        CountDownLatch sleeps = new CountDownLatch(1);
        world.during = tick -> {
            sleeps.countDown();
            try {
                // The fault itself, which only the interrupt ends.
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
    void aCloserThatIsInterruptedWhileItWaitsForAHandlerGoesOnWaiting() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        physics = builder.closeTimeout(Duration.ofSeconds(30)).build();
        physics.events()
                .subscribe(
                        "busy",
                        event -> {
                            busy.countDown();
                            await(() -> go.getCount() == 0);
                        },
                        SlowConsumer.DROP);
        physics.start();
        assertTrue(busy.await(30, TimeUnit.SECONDS));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread closer = new Thread(() -> {
            try {
                physics.close();
            } catch (Throwable t) {
                thrown.set(t);
            }
            thrown.compareAndSet(null, Thread.interrupted() ? null : new AssertionError("the flag is lost"));
        });
        closer.start();
        await(() -> closer.getState() == Thread.State.TIMED_WAITING);
        closer.interrupt();
        await(() -> physics.status() == Status.CLOSED);
        assertTrue(closer.isAlive());
        go.countDown();
        closer.join(30_000);
        assertNull(thrown.get());
    }

    @Test
    void anInterruptedCloserStillWaitsAndKeepsItsFlag() throws Exception {
        physics = builder.start();
        awaitTick(2);
        Thread.currentThread().interrupt();
        physics.close();
        assertTrue(Thread.interrupted());
        assertEquals(Status.CLOSED, physics.status());
    }

    private void failInTick(long number, Throwable cause) {
        world.during = tick -> {
            if (tick.number() == number) {
                sneak(cause);
            }
        };
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable cause) throws T {
        throw (T) cause;
    }

    /** After the end: commands fail, input is refused, states stay. */
    private void assertEnded() {
        ExecutionException refused = assertThrows(
                ExecutionException.class, () -> physics.submit(bodies -> 1).get(30, TimeUnit.SECONDS));
        assertInstanceOf(RejectedExecutionException.class, refused.getCause());
        assertFalse(physics.input().edge(1, 1, 0));
        assertThrows(ExecutionException.class, () -> physics.pause().get(30, TimeUnit.SECONDS));
    }

    private long newestTick() {
        try (StateSubscriber reader = physics.states().subscribe()) {
            assertTrue(reader.acquire());
            return reader.state(0).tick();
        }
    }

    private void awaitTick(long tick) {
        await(() -> physics.metrics().tick() >= tick);
    }

    private void awaitEnd() {
        await(() -> physics.status() != Status.RUNNING);
        awaitNoThread();
    }

    private static void awaitNoThread() {
        await(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("freestep-")));
    }

    private static void await(BooleanSupplier condition) {
        long since = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - since > TimeUnit.SECONDS.toNanos(30)) {
                throw new AssertionError("waited too long");
            }
            Thread.yield();
        }
    }
}
