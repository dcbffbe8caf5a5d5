package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.workers.UserCode;
import io.github.freestep.problem.Problem;
import io.github.freestep.testing.OtherProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a person is told of the runs of services and steppers, besides faults, for which {@link FaultsTest} looks. */
@Timeout(60)
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
        Core core = new Core(RunKind.service(builder.setup()), () -> {});
        UserCode code = core.parts.userCode();
        HangWatches watch =
                new HangWatches(Thread::currentThread, Thread::currentThread, new UserCode(), core, 1_000_000_000);
        code.enter(UserCode.Call.SET_UP, 0, 0);
        long since = System.nanoTime();
        for (int millis = 0; millis < 9_000; millis += 100) {
            watch.check(since + millis * 1_000_000L);
        }
        assertEquals(1, core.metrics.hungSteps());
        builder.options.problems.flush();
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
        List<String> told = log.lines().filter(line -> line.contains("FAULT")).toList();
        assertEquals(1, told.size(), log);
        String line = told.get(0);
        Stream.of(
                        "room-7: the step of tick 3 failed: ",
                        "ArrayIndexOutOfBoundsException: Index 99 out of bounds for length 4, at ",
                        "ProblemsOfRunsTest.java:",
                        "failure() has the stack trace")
                .forEach(part -> assertTrue(line.contains(part), log));
    }

    static final class Silent {
        private static final int[] FOUR = new int[4];

        public static void main(String[] arguments) {
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
