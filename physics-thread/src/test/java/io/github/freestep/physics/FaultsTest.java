package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.freestep.physics.Physics.Status;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.problem.Problem;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rows of the tables of faults in the package document, except those about the end of a run, for a service, a
 * service of a group, whose neighbours go on, and a stepper. The threads are real, but the clock is virtual, so no tick
 * is late, and every state is written.
 */
@Timeout(240)
class FaultsTest extends ServiceUnderTest {
    private static final RuntimeException CAUSE = new IllegalArgumentException("too stiff");
    private static final Error ERROR = new OutOfMemoryError("a test's");
    private static final int NO_STATE = -1;

    /**
     * A fault of tick 5, or one before the first state.
     *
     * @param newest the newest tick with a state after a fault that stops the run
     * @param published whether the state of tick 5 is published if the run goes on
     */
    private record Row(String what, Consumer<FaultsTest> arrange, String message, int newest, boolean published) {
        @Override
        public String toString() {
            return what;
        }
    }

    private static Row row(String what, Consumer<FaultsTest> arrange, String message) {
        return new Row(what, arrange, message, 4, false);
    }

    private static Row atSetUp(String what, Consumer<FaultsTest> arrange, String message) {
        return new Row(what, arrange, message, NO_STATE, false);
    }

    private void writeThrows(long step, Throwable cause) {
        world.writing = () -> {
            if (world.steps == step) {
                sneak(cause);
            }
        };
    }

    private void pollThrows(Throwable cause) {
        builder.input(sample -> {
            sample.action(1, world.steps);
            if (world.steps == 4) {
                sneak(cause);
            }
        });
    }

    /** The exception of the first source must not hide the error of the second. */
    private void pollsThrow() {
        pollThrows(CAUSE);
        pollThrows(ERROR);
    }

    private void feedThrows() {
        WaitingStage.taking(builder, (tick, run) -> {
            if (tick == 5) {
                throw CAUSE;
            }
        });
    }

    private static final List<Row> BY_POLICY = List.of(
            row("step", test -> test.failInTick(5, CAUSE), "the step of tick 5 failed: " + CAUSE),
            row("no text", test -> test.failInTick(5, new Mute()), "tick 5 failed: " + Mute.class.getName()),
            row("write", test -> test.writeThrows(5, CAUSE), "writing the state of tick 5 failed: " + CAUSE),
            row(
                    "NaN",
                    test -> test.world.during = tick -> test.world.y = tick.number() == 5 ? Double.NaN : 1,
                    "body 0 has a NaN or infinite value after tick 5"),
            new Row("poll", test -> test.pollThrows(CAUSE), "an input source failed before tick 5", 4, true));

    private static final List<Row> ALWAYS = List.of(
            row("feed", FaultsTest::feedThrows, "the input feed failed at tick 5: " + CAUSE),
            row("error in a step", test -> test.failInTick(5, ERROR), "the step of tick 5 failed: " + ERROR),
            row("error in a write", test -> test.writeThrows(5, ERROR), "writing the state of tick 5"),
            row("error in a poll", test -> test.pollThrows(ERROR), "an input source failed before tick 5"),
            row("error after an exception in a poll", FaultsTest::pollsThrow, "an input source failed before tick 5"),
            atSetUp("set-up", test -> test.world.settingUp = () -> sneak(CAUSE), "setting up the world failed"),
            atSetUp("error in a set-up", test -> test.world.settingUp = () -> sneak(ERROR), "setting up the world"),
            atSetUp("first write", test -> test.writeThrows(0, CAUSE), "writing the state of tick 0"),
            atSetUp("first NaN", test -> test.world.y = Double.NaN, "body 0 has a NaN or infinite value after"));

    static Stream<Arguments> stops() {
        return Stream.of(Host.values()).flatMap(FaultsTest::stops);
    }

    private static Stream<Arguments> stops(Host host) {
        return Stream.concat(
                BY_POLICY.stream().map(row -> arguments(host, row, FaultPolicy.stop())),
                Stream.of(FaultPolicy.skip(), FaultPolicy.pause())
                        .flatMap(policy -> ALWAYS.stream().map(row -> arguments(host, row, policy))));
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("stops")
    void aFaultStopsTheRun(Host host, Row row, FaultPolicy policy) throws Exception {
        row.arrange.accept(this);
        builder.faultPolicy(policy);
        start(host);
        PhysicsException failure = awaitFailure();
        assertTrue(failure.getMessage().contains(row.message), failure::getMessage);
        assertEquals(row.newest == NO_STATE ? 0 : 5, failure.tick());
        Throwable cause = failure.getCause();
        assertTrue(cause == CAUSE || cause == ERROR || cause instanceof Mute || failure.slot() == 0, row.what);
        if (run() == null) {
            return; // A stepper whose set-up fails was never there.
        }
        try (StateReader reader = run().states().reader()) {
            assertEquals(row.newest, reader.acquire() ? reader.state(0).tick() : NO_STATE, "the last good state");
        }
        assertEnded();
        run().close();
        run().close();
        assertSame(failure, run().failure());
    }

    static Stream<Arguments> byPolicy() {
        return Stream.of(Host.values()).flatMap(host -> BY_POLICY.stream().map(row -> arguments(host, row)));
    }

    @ParameterizedTest
    @MethodSource("byPolicy")
    void withPolicySkipTheRunGoesOn(Host host, Row row) {
        row.arrange.accept(this);
        builder.faultPolicy(FaultPolicy.skip());
        start(host);
        awaitTick(8);
        assertEquals(Status.RUNNING, run().status());
        assertEquals(1, run().metrics().faults());
        run().close();
        assertEquals(Problem.Kind.FAULT, problems.get(0).kind(), "a person is told, although the run continues");
        assertTrue(newestTick() >= 8);
        assertEquals(Status.CLOSED, run().status());
    }

    @ParameterizedTest
    @MethodSource("byPolicy")
    void withPolicyPauseTimePausesUntilItIsResumed(Host host, Row row) throws Exception {
        row.arrange.accept(this);
        builder.faultPolicy(FaultPolicy.pause());
        start(host);
        awaitTick(5);
        // After each command, the state of the tick is written again, which is no other fault.
        run().timeScale(Ratio.of(2)).get(30, TimeUnit.SECONDS);
        for (int i = 0; i < 2; i++) {
            run().call(c -> 0).get(30, TimeUnit.SECONDS);
        }
        assertEquals(5, run().metrics().tick());
        assertEquals(row.published ? 5 : 4, newestTick());
        assertEquals(1, run().metrics().faults());
        run().resume().get(30, TimeUnit.SECONDS);
        awaitTick(8);
        run().close();
    }

    /** What a poll reports before it throws has no effect, and the next poll is as usual. */
    @ParameterizedTest
    @EnumSource
    void aThrowingInputSourceIsPolledAgain(Host host) {
        pollThrows(CAUSE);
        builder.faultPolicy(FaultPolicy.skip());
        start(host);
        awaitTick(7);
        run().close();
        double all = (world.steps - 1) * world.steps / 2.0;
        assertEquals(all - 4, world.kicks);
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

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "STEPPER")
    void aCallbackWhoseExceptionHasNoTextBlocksNoOther(Host host) throws Exception {
        CountDownLatch attached = new CountDownLatch(1);
        start(host);
        CompletableFuture<Integer> first = physics.call(c -> attached.await(30, TimeUnit.SECONDS) ? 1 : 0);
        List<Integer> called = new CopyOnWriteArrayList<>();
        first.thenAccept(called::add);
        first.thenRun(() -> sneak(new Mute()));
        first.thenAccept(called::add);
        attached.countDown();
        assertEquals(2, physics.call(c -> 2).get(30, TimeUnit.SECONDS));
        assertEquals(List.of(1, 1), called);
        physics.close();
        assertEquals(Status.CLOSED, physics.status());
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "STEPPER")
    void anInterruptDuringACommandEndsTheService(Host host) throws Exception {
        CountDownLatch sleeps = new CountDownLatch(1);
        start(host);
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
        assertTrue(physics.failure().getMessage().contains("interrupted"), physics.failure()::getMessage);
        physics.close();
    }

    @ParameterizedTest
    @EnumSource
    void aThrowingCommandFailsItsFutureAndIsAnEventEvenInAPause(Host host) throws Exception {
        AtomicReference<Throwable> reported = new AtomicReference<>();
        start(host);
        run().events().with(Kind.COMMAND_FAILED).subscribe("listening", event -> reported.set(event.cause()));
        run().pause().get(30, TimeUnit.SECONDS);
        IOException cause = new IOException("no such map");
        CompletableFuture<Object> failing = run().call(c -> sneakOut(cause));
        ExecutionException failure = assertThrows(ExecutionException.class, () -> failing.get(30, TimeUnit.SECONDS));
        assertSame(cause, failure.getCause());
        await(() -> reported.get() == cause);
        run().resume().get(30, TimeUnit.SECONDS);
        awaitTick(run().metrics().tick() + 2);
        run().close();
        assertEquals(Status.CLOSED, run().status());
    }

    private static Object sneakOut(Throwable cause) {
        sneak(cause);
        return null;
    }

    @ParameterizedTest
    @EnumSource
    void anErrorInACommandFailsItsFutureAndStopsTheRun(Host host) throws Exception {
        start(host);
        ValueCommand<Object> command = c -> sneakOut(ERROR);
        CompletableFuture<Object> failing = host == Host.STEPPER
                ? CompletableFuture.failedFuture(assertThrows(Error.class, () -> run().call(command)))
                : run().call(command);
        ExecutionException failure = assertThrows(ExecutionException.class, () -> failing.get(30, TimeUnit.SECONDS));
        assertSame(ERROR, failure.getCause());
        awaitEnd();
        assertSame(ERROR, run().failure().getCause());
        assertEquals(1, run().metrics().faults());
        assertEnded();
        run().close();
    }

    @ParameterizedTest
    @EnumSource
    void aThrowingHandlerGetsTheNextEvent(Host host) {
        start(host);
        AtomicInteger calls = new AtomicInteger();
        EventSubscription failing = run().events().with().subscribe("failing", event -> {
            calls.incrementAndGet();
            throw CAUSE;
        });
        await(() -> {
            awaitTick(run().metrics().tick() + 1);
            return calls.get() > 1;
        });
        assertSame(CAUSE, failing.failure());
        assertEquals(Status.RUNNING, run().status());
        run().close();
    }
}
