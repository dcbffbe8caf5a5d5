package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The rows of the table of faults in the package document, except those about the end of a service. The threads are
 * real, but the clock is virtual, so no tick is late, and every state is written.
 */
@Timeout(60)
class FaultsTest extends ServiceUnderTest {
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
        assertEquals(4, newestTick(), "the newest state is the last good one");
        assertEnded();
        physics.close();
    }

    @Test
    void closeThrowsNoFailureAndFailureStaysTheSame() throws Exception {
        failInTick(5, new IllegalArgumentException("too stiff"));
        physics = builder.start();
        awaitEnd();
        physics.close();
        PhysicsException failure = assertInstanceOf(PhysicsException.class, physics.failure());
        assertEquals(5, failure.tick());
        physics.close();
        assertSame(failure, physics.failure());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void aFeedWhoseReadyThrowsStopsTheServiceAtEveryCall(int failing) throws Exception {
        RuntimeException cause = new IllegalStateException("no more");
        AtomicReference<Integer> calls = new AtomicReference<>(0);
        physics = builder.faultPolicy(FaultPolicy.skip())
                .feed(new InputFeed() {
                    @Override
                    public boolean ready(long tick) {
                        if (calls.updateAndGet(call -> call + 1) == failing) {
                            throw cause;
                        }
                        return calls.get() > 6;
                    }

                    @Override
                    public void feed(long tick, FedInput into) {}
                })
                .start();
        awaitEnd();
        assertEquals(Status.FAILED, physics.status());
        assertSame(cause, physics.failure().getCause());
        assertEquals(failing, calls.get());
        assertEnded();
        physics.close();
    }

    @Test
    void withPolicySkipAThrowingStepIsSkipped() throws Exception {
        failInTick(5, new IllegalArgumentException("too stiff"));
        physics = builder.faultPolicy(FaultPolicy.skip()).start();
        awaitTick(8);
        assertEquals(Status.RUNNING, physics.status());
        assertEquals(1, physics.metrics().faults());
        physics.close();
        assertEquals(Status.CLOSED, physics.status());
    }

    @Test
    void withPolicyPauseAThrowingStepPausesUntilResumed() throws Exception {
        failInTick(5, new IllegalArgumentException("too stiff"));
        physics = builder.faultPolicy(FaultPolicy.pause()).start();
        awaitTick(5);
        physics.call(c -> world.during = tick -> {}).get(30, TimeUnit.SECONDS);
        assertEquals(5, physics.metrics().tick());
        assertEquals(4, newestTick());
        physics.resume().get(30, TimeUnit.SECONDS);
        awaitTick(8);
        physics.close();
    }

    @Test
    void anExceptionWhoseTextFailsIsReportedByItsClass() {
        Mute cause = new Mute();
        failInTick(5, cause);
        physics = builder.start();
        awaitEnd();
        PhysicsException failure = assertInstanceOf(PhysicsException.class, physics.failure());
        assertSame(cause, failure.getCause());
        assertEquals(5, failure.tick());
        assertTrue(failure.getMessage().contains("tick 5 failed: " + Mute.class.getName()), failure.getMessage());
        physics.close();
    }

    static List<FaultPolicy> policies() {
        return List.of(FaultPolicy.stop(), FaultPolicy.skip(), FaultPolicy.pause());
    }

    static List<FaultPolicy> policiesThatGoOn() {
        return policies().subList(1, 3);
    }

    @ParameterizedTest
    @MethodSource("policiesThatGoOn")
    void anExceptionWhoseTextFailsSkipsOrPausesAsThePolicySays(FaultPolicy policy) throws Exception {
        failInTick(5, new Mute());
        physics = builder.faultPolicy(policy).start();
        awaitTick(5);
        physics.resume().get(30, TimeUnit.SECONDS);
        awaitTick(8);
        physics.close();
        assertEquals(1, physics.metrics().faults());
        assertEquals(Status.CLOSED, physics.status());
    }

    @Test
    void aCallbackWhoseExceptionHasNoTextBlocksNoOther() throws Exception {
        physics = builder.build();
        CompletableFuture<Integer> first = physics.call(c -> 1);
        List<Integer> called = new CopyOnWriteArrayList<>();
        first.thenAccept(called::add);
        first.thenRun(() -> sneak(new Mute()));
        first.thenAccept(called::add);
        physics.start();
        assertEquals(2, physics.call(c -> 2).get(30, TimeUnit.SECONDS));
        assertEquals(List.of(1, 1), called);
        physics.close();
        assertEquals(Status.CLOSED, physics.status());
    }

    /** An exception whose methods for text throw. */
    private static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    @Test
    void anInterruptDuringACommandEndsTheService() throws Exception {
        CountDownLatch sleeps = new CountDownLatch(1);
        physics = builder.start();
        CompletableFuture<Object> sleeping = physics.call(c -> {
            sleeps.countDown();
            Thread.sleep(1_000_000);
            return null;
        });
        assertTrue(sleeps.await(30, TimeUnit.SECONDS));
        world.ranBy.interrupt();
        ExecutionException failure = assertThrows(ExecutionException.class, () -> sleeping.get(30, TimeUnit.SECONDS));
        assertInstanceOf(InterruptedException.class, failure.getCause());
        awaitEnd();
        assertEquals(Status.CLOSED, physics.status());
        physics.close();
    }

    @Test
    void aThrowingInputSourceStopsTheService() throws Exception {
        RuntimeException cause = new IllegalArgumentException("unplugged");
        builder.input(sample -> {
            sample.action(1, 1);
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
    void withPolicySkipAThrowingInputSourceIsPolledAgain() throws Exception {
        builder.input(sample -> {
            if (world.steps % 2 == 0) {
                throw new IllegalArgumentException("loose contact");
            }
            sample.action(1, 1);
        });
        physics = builder.faultPolicy(FaultPolicy.skip()).start();
        awaitTick(8);
        physics.close();
        assertTrue(physics.metrics().faults() >= 3);
        assertTrue(world.kicks >= 1);
    }

    @Test
    void withPolicyPauseAThrowingInputSourcePauses() throws Exception {
        builder.input(sample -> {
            if (world.steps == 3) {
                throw new IllegalArgumentException("loose contact");
            }
        });
        physics = builder.faultPolicy(FaultPolicy.pause()).start();
        awaitTick(4);
        physics.call(c -> 0).get(30, TimeUnit.SECONDS);
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
    @MethodSource("policiesThatGoOn")
    void aThrowingWriteIsSkippedOrPausesAsThePolicySays(FaultPolicy policy) throws Exception {
        world.writing = () -> {
            if (world.steps == 5) {
                throw new IllegalArgumentException("out of bodies");
            }
        };
        physics = builder.faultPolicy(policy).start();
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
        physics = builder.faultPolicy(FaultPolicy.skip()).start();
        awaitEnd();
        assertTrue(physics.failure().getMessage().contains("setting up the world failed"));
        assertEnded();
        physics.close();
    }

    @Test
    void aThrowingCommandIsAnEventEvenIfItsFutureIsIgnored() throws Exception {
        AtomicReference<Throwable> reported = new AtomicReference<>();
        RuntimeException cause = new IllegalArgumentException("planned");
        physics = builder.build();
        physics.events().with().subscribe("listening", event -> {
            if (event.kind() == PhysicsEvent.Kind.COMMAND_FAILED) {
                reported.set(event.cause());
            }
        });
        physics.start();
        physics.pause().get(30, TimeUnit.SECONDS);
        physics.submit(c -> {
            throw cause;
        });
        await(() -> reported.get() == cause);
        assertEquals(Status.RUNNING, physics.status());
        physics.close();
    }

    @Test
    void aThrowingHandlerGetsTheNextEventAndOtherHandlersAnEventAboutIt() throws Exception {
        AtomicReference<Throwable> reported = new AtomicReference<>();
        RuntimeException cause = new IllegalArgumentException("deaf");
        physics = builder.build();
        EventSubscription failing = physics.events().with().subscribe("failing", event -> {
            throw cause;
        });
        physics.events().with().subscribe("listening", event -> {
            if (event.kind() == PhysicsEvent.Kind.HANDLER_FAILED) {
                reported.set(event.cause());
            }
        });
        physics.start();
        await(() -> reported.get() == cause && failing.failureCount() > 1);
        await(() -> physics.metrics().handlersFailed() > 1);
        assertSame(cause, failing.failure());
        assertEquals(Status.RUNNING, physics.status());
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
        physics = builder.faultPolicy(FaultPolicy.skip()).start();
        awaitEnd();
        assertInstanceOf(OutOfMemoryError.class, physics.failure().getCause());
        assertEnded();
        physics.close();
    }

    @Test
    void aThrowingCommandFailsItsFutureAndNothingElse() throws Exception {
        physics = builder.start();
        CompletableFuture<Object> failing = physics.call(c -> {
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
    void aNaNStateStopsTheServiceAndIsNeverPublished() throws Exception {
        world.during = tick -> world.y = tick.number() == 5 ? Double.NaN : 1;
        physics = builder.start();
        awaitEnd();
        PhysicsException failure = assertInstanceOf(PhysicsException.class, physics.failure());
        assertEquals(5, failure.tick());
        assertEquals(0, failure.slot());
        assertTrue(
                failure.getMessage().contains("body 0 has a NaN or infinite value after tick 5"), failure.getMessage());
        assertEquals(4, newestTick());
        assertEnded();
        physics.close();
    }

    @Test
    void withPolicySkipANaNStateIsSkipped() throws Exception {
        world.during = tick -> world.y = tick.number() == 5 ? Double.NaN : 1;
        physics = builder.faultPolicy(FaultPolicy.skip()).start();
        awaitTick(8);
        physics.pause().get(30, TimeUnit.SECONDS);
        physics.close();
        assertEquals(1, physics.metrics().faults());
        assertTrue(newestTick() >= 8);
    }

    @Test
    void withPolicyPauseANaNStatePausesAndCountsOnce() throws Exception {
        world.during = tick -> world.y = tick.number() == 5 ? Double.NaN : 1;
        physics = builder.faultPolicy(FaultPolicy.pause()).start();
        awaitTick(5);
        physics.timeScale(Ratio.of(2)).get(30, TimeUnit.SECONDS);
        // After each command, the state of the tick is written again. The next one begins after that.
        physics.call(c -> 0).get(30, TimeUnit.SECONDS);
        physics.timeScale(Ratio.ONE).get(30, TimeUnit.SECONDS);
        physics.call(c -> 0).get(30, TimeUnit.SECONDS);
        assertEquals(4, newestTick());
        assertEquals(1, physics.metrics().faults());
        physics.resume();
        awaitTick(8);
        physics.close();
    }

    @ParameterizedTest
    @MethodSource("policies")
    void anErrorStopsTheServiceUnderEveryPolicy(FaultPolicy policy) throws Exception {
        failInTick(5, new OutOfMemoryError("a test's"));
        physics = builder.faultPolicy(policy).start();
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
        CompletableFuture<Object> failing = physics.call(c -> {
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
    void aNaNAfterSetUpStopsTheServiceWithoutAState() throws Exception {
        world.y = Double.NaN;
        physics = builder.faultPolicy(FaultPolicy.skip()).start();
        awaitEnd();
        assertEquals(
                0, assertInstanceOf(PhysicsException.class, physics.failure()).tick());
        try (StateReader reader = physics.states().reader()) {
            assertFalse(reader.acquire());
        }
        assertEnded();
        physics.close();
    }
}
