package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.watch.UserCode;
import io.github.freestep.problem.Problem;
import io.github.freestep.testing.OtherProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a person is told of the runs of services and steppers, besides faults, for which {@link FaultsTest} looks. */
@Timeout(240)
class ProblemsOfRunsTest extends ServiceUnderTest {
    private final IOException cause = new IOException("no such map");

    @ParameterizedTest
    @EnumSource
    void aCommandThatFailsIsToldUnlessItsFutureIsReadOrSomethingIsAttachedToIt(Host host) {
        builder.name("room-7");
        start(host);
        long since = System.nanoTime();
        CompletableFuture<Void> joined = run().submit(c -> sneak(new IOException("joined")));
        CompletableFuture<Void> handled = run().submit(c -> sneak(new IOException("handled")));
        CompletableFuture<Void> asked = run().submit(c -> sneak(new IOException("asked")));
        handled.exceptionally(failure -> null);
        CompletableFuture<Void> ready = CompletableFuture.completedFuture(null);
        ready.thenCompose(nothing -> run().submit(c -> sneak(new IOException("composed"))))
                .exceptionally(failure -> null);
        ready.thenCombine(run().submit(c -> sneak(new IOException("combined"))), (one, other) -> one)
                .exceptionally(failure -> null);
        run().submit(c -> sneak(cause));
        awaitTick(run().metrics().tick() + 1);
        assertThrows(CompletionException.class, joined::join);
        await(() -> {
            awaitTick(run().metrics().tick() + 1);
            return asked.isCompletedExceptionally();
        });
        // On a machine that is busy for a second, nothing had read the first ones in time, and so they are told, too.
        boolean inTime = System.nanoTime() - since < 1_000_000_000;
        run().close();
        await(() -> hasTold(Problem.Kind.COMMAND_FAILED, cause));
        if (!inTime) {
            return;
        }
        Problem told = problems.get(0);
        assertSame(cause, told.cause());
        assertEquals(Problem.Kind.COMMAND_FAILED, told.kind());
        assertEquals(1, told.count());
        assertTrue(told.message().startsWith("room-7: a command failed: " + cause), told::message);
    }

    /** These stages do not run if the command fails, so without a report, nothing would ever say so. */
    @ParameterizedTest
    @EnumSource
    void aCommandThatFailsIsToldIfOnlyStagesAreAttachedThatCannotSeeFailures(Host host) {
        start(host);
        CountDownLatch attached = hold(host);
        CompletableFuture<Void> sent = run().submit(c -> sneak(cause));
        sent.thenRun(() -> {});
        sent.thenAccept(nothing -> {}).thenApply(nothing -> 1).thenCompose(CompletableFuture::completedFuture);
        attached.countDown();
        endAndFlush();
        assertEquals(1, problems.size(), problems::toString);
        assertTrue(hasTold(Problem.Kind.COMMAND_FAILED, cause));
    }

    @ParameterizedTest
    @EnumSource
    void aCommandThatFailsIsNotToldIfAStageAtAnyPlaceCanSeeIt(Host host) throws Exception {
        start(host);
        CountDownLatch attached = hold(host);
        Executor late = new DelayedUntilRun();
        CompletableFuture<Void> direct = run().submit(c -> sneak(cause));
        direct.thenRun(() -> {});
        direct.whenComplete((nothing, failure) -> {});
        run().submit(c -> sneak(cause)).thenRun(() -> {}).exceptionally(failure -> null);
        run().submit(c -> sneak(cause)).thenApply(nothing -> 1).handle((one, failure) -> one);
        run().submit(c -> sneak(cause)).handleAsync((nothing, failure) -> 1, late);
        run().submit(c -> sneak(cause)).thenRun(() -> {}).whenCompleteAsync((nothing, failure) -> {}, late);
        if (host == Host.SERVICE) {
            // Nothing can find out that such a future has got the failure of one that was done before, as a stepper's.
            CompletableFuture.allOf(
                            run().submit(c -> sneak(cause)),
                            run().submit(c -> sneak(cause)).thenApply(nothing -> nothing))
                    .exceptionally(failure -> null);
        }
        CompletableFuture<Void> derived = run().submit(c -> sneak(cause)).thenRun(() -> {});
        attached.countDown();
        awaitTick(run().metrics().tick() + 1);
        if (host == Host.SERVICE) {
            assertThrows(ExecutionException.class, () -> derived.get(30, TimeUnit.SECONDS));
        } else {
            assertThrows(CompletionException.class, () -> derived.getNow(null));
        }
        endAndFlush();
        assertEquals(List.of(), problems);
    }

    /** The command has worked, and its future has no failure, so only the derived future could tell. */
    @ParameterizedTest
    @EnumSource
    void aStageThatThrowsIsToldUnlessItsFutureIsRead(Host host) {
        builder.name("room-7");
        start(host);
        CountDownLatch attached = hold(host);
        run().submit(c -> {}).thenRun(() -> sneak(cause)).thenRun(() -> {});
        run().submit(c -> {}).thenRun(() -> sneak(new IOException("handled"))).exceptionally(failure -> null);
        run().submit(c -> {}).thenRun(() -> {}).cancel(false);
        attached.countDown();
        endAndFlush();
        assertEquals(1, problems.size(), problems::toString);
        assertTrue(problems.get(0).message().startsWith("room-7: a stage of a future failed: " + cause));
        assertSame(cause, problems.get(0).cause());
    }

    /** The owner of a stepper attaches it to a future that is done, so that it runs at once. */
    @ParameterizedTest
    @EnumSource
    void anActionOfWhenCompleteThatThrowsIsTold(Host host) {
        start(host);
        CountDownLatch attached = hold(host);
        run().submit(c -> {}).whenComplete((nothing, failure) -> sneak(cause));
        attached.countDown();
        endAndFlush();
        assertTrue(hasTold(Problem.Kind.COMMAND_FAILED, cause));
    }

    @Test
    void aHandlerOfFailuresThatThrowsIsTold() {
        start(Host.SERVICE);
        CountDownLatch attached = hold(Host.SERVICE);
        run().submit(c -> sneak(new IOException("seen"))).exceptionally(failure -> {
            sneak(cause);
            return null;
        });
        attached.countDown();
        endAndFlush();
        assertEquals(1, problems.size(), problems::toString);
        assertTrue(hasTold(Problem.Kind.COMMAND_FAILED, cause));
    }

    /** Each stage keeps the next one, so whatever follows them must be a loop. */
    @Test
    void aFailureBeforeAChainThatIsLongerThanAStackIsTold() {
        physics = builder.build();
        CompletableFuture<?> last = physics.submit(c -> sneak(cause));
        for (int i = 0; i < 100_000; i++) {
            last = last.thenRun(() -> {});
        }
        physics.start();
        endAndFlush();
        assertTrue(last.isDone());
        assertTrue(hasTold(Problem.Kind.COMMAND_FAILED, cause));
    }

    @Test
    void aStageWhoseOwnCommandIsRefusedIsNotTold() {
        start(Host.SERVICE);
        CompletableFuture<Void> composed = physics.submit(c -> {}).thenCompose(nothing -> {
            physics.closeAsync();
            await(() -> physics.status() == Physics.Status.CLOSED);
            return physics.submit(c -> {});
        });
        await(composed::isDone);
        physics.close();
        builder.problems.flush();
        assertEquals(List.of(), problems);
        awaitNoThread(); // closeAsync has started one
    }

    /** A program that closes a service may have requests on their way. That is no reason for a line. */
    @Test
    void aStageThatGetsARefusalIsNotTold() {
        physics = builder.build();
        CompletableFuture<Void> sent = physics.submit(c -> {});
        sent.thenRun(() -> {});
        CompletableFuture<Void> ready = new CompletableFuture<>();
        physics.submit(c -> {}).thenCombine(ready, (one, other) -> one);
        physics.close();
        physics.submit(c -> {}).thenCompose(nothing -> physics.submit(c -> {}));
        builder.problems.flush();
        assertEquals(List.of(), problems);
    }

    /** Runs what it has got when the run ends, which may be long after a failure. */
    private static final class DelayedUntilRun implements Executor {
        private final List<Runnable> tasks = new CopyOnWriteArrayList<>();

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }
    }

    /** Lets the commands of a service wait, so that stages are attached before their futures are done. */
    private CountDownLatch hold(Host host) {
        CountDownLatch latch = new CountDownLatch(1);
        if (host == Host.SERVICE) {
            run().submit(c -> latch.await());
        }
        return latch;
    }

    private void endAndFlush() {
        awaitTick(run().metrics().tick() + 2);
        run().close();
        builder.problems.flush();
    }

    /** Its future is the answer of a call that was refused, not a command that failed. */
    @Test
    void aCommandThatTheEndRefusesIsNotTold() throws Exception {
        physics = builder.build();
        CompletableFuture<Void> refused = physics.submit(c -> {});
        physics.close();
        assertThrows(Exception.class, () -> refused.get(30, TimeUnit.SECONDS));
        assertEquals(List.of(), problems);
    }

    @ParameterizedTest
    @EnumSource
    void aHandlerThatThrowsIsTold(Host host) {
        start(host);
        run().events().with().subscribe("hits", event -> sneak(cause));
        await(() -> {
            awaitTick(run().metrics().tick() + 1);
            return hasTold(Problem.Kind.HANDLER_FAILED, cause);
        });
        run().close();
        assertTrue(problems.get(0).message().startsWith("the handler of subscription hits failed: " + cause));
    }

    /** A world may take some seconds to load. Time is passed to the watch, so this needs none. */
    @Test
    void aSetUpIsToldOnlyOnceItHasLastedForTenSeconds() {
        Pass pass = new Pass(builder.setup(), () -> {}, thread -> false);
        UserCode code = pass.parts.userCode();
        HangWatches watch = new HangWatches(Thread::currentThread, pass, 1_000_000_000);
        code.enter(UserCode.Call.SET_UP, 0);
        long since = System.nanoTime();
        for (int millis = 0; millis < 9_000; millis += 100) {
            watch.check(since + millis * 1_000_000L);
        }
        assertEquals(1, pass.metrics.hungSteps());
        builder.problems.flush();
        assertEquals(List.of(), problems);
        for (int millis = 9_000; millis < 13_000; millis += 100) {
            watch.check(since + millis * 1_000_000L);
        }
        await(() -> problems.size() == 1);
        assertEquals(Problem.Kind.HUNG_STEP, problems.get(0).kind());
    }

    /** The loop of a newcomer, which looks at nothing: one line says what broke, where, and what to do. */
    @Test
    void aStepThatThrowsIsALineOfTheLogEvenIfTheProgramEndsAtOnce() throws Exception {
        Process process = OtherProcess.begin(OtherProcess.with().command(Silent.class));
        String log = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        List<String> told =
                log.lines().filter(line -> line.contains("RUN_FAILED")).toList();
        assertEquals(1, told.size(), log);
        String line = told.get(0);
        Stream.of(
                        "room-7: the step of tick 3 failed: ",
                        "ArrayIndexOutOfBoundsException: Index 99 out of bounds for length 4, at ",
                        "ProblemsOfRunsTest.java:",
                        "failure() has the exception")
                .forEach(part -> assertTrue(line.contains(part), log));
        // Whoever has only this file must see who called.
        assertTrue(log.contains("\tat ") && log.contains("Falling.step(Falling.java:"), log);
    }

    static final class Silent {
        private static final int[] FOUR = new int[4];

        public static void main(String[] arguments) {
            // Starts the log, which on a busy machine may take longer than a close waits for it.
            System.getLogger("io.github.freestep").log(System.Logger.Level.INFO, "begins");
            Falling world = new Falling();
            world.during = tick -> {
                if (tick.number() == 3) {
                    world.y = FOUR[99];
                }
            };
            try (PhysicsService physics =
                    PhysicsService.builder(world).name("room-7").start()) {
                while (physics.status() == Physics.Status.RUNNING) {
                    Thread.onSpinWait();
                }
            }
        }
    }
}
