package io.github.freestep.internal.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.problem.Problem;
import io.github.freestep.problem.Problem.Kind;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.OtherProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class ProblemsTest {
    private final List<Problem> told = new CopyOnWriteArrayList<>();
    private final Throwable cause = new Throwable("the cause");

    @Test
    void aHandlerGetsEachProblemOnAThreadThatEnds() {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        Problems problems = Problems.to(problem -> {
            threads.add(Thread.currentThread());
            told.add(problem);
        });
        problems.of("").report(Kind.FAULT, "", cause);
        Await.until(() -> told.size() == 1);
        assertSame(cause, told.get(0).cause());
        assertEquals("freestep-problems", threads.get(0).getName());
        assertTrue(threads.get(0).isDaemon());
        Await.until(() -> !threads.get(0).isAlive());
        problems.of("").report(Kind.HUNG_STEP, "", cause);
        Await.until(() -> told.size() == 2);
    }

    /** A program may end right after a close, so the last words must not wait for a thread. */
    @Test
    void aFlushWaitsUntilWhatIsDueWasDelivered() throws InterruptedException {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch mayReturn = new CountDownLatch(1);
        Problems problems = Problems.to(problem -> {
            called.countDown();
            Await.until(() -> mayReturn.getCount() == 0);
            told.add(problem);
        });
        problems.of("").report(Kind.FAULT, "", cause);
        assertTrue(called.await(30, TimeUnit.SECONDS));
        problems.of("").report(Kind.HUNG_STEP, "", cause);
        mayReturn.countDown();
        long since = System.nanoTime();
        problems.flush();
        boolean inTime = System.nanoTime() - since < 1_000_000_000;
        assertTrue(told.size() == 2 || !inTime, "it returned before the thread was done");
    }

    /** A close must call no code of the user's. */
    @Test
    void aFlushDoesNotCallTheHandlerItself() {
        List<String> threads = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 200; i++) {
            Problems problems =
                    Problems.to(problem -> threads.add(Thread.currentThread().getName()));
            problems.of("").reportUnlessRead(Kind.COMMAND_FAILED, "", cause, () -> false);
            problems.flush();
        }
        Await.until(() -> threads.size() == 200);
        assertTrue(threads.stream().allMatch("freestep-problems"::equals), threads::toString);
    }

    @Test
    void servicesWithOneHandlerShareItsReporter() {
        Consumer<Problem> handler = told::add;
        assertSame(Problems.to(handler), Problems.to(handler));
    }

    /** Without the bounds, this test would not end in time: only one close waits for a call that hangs. */
    @Test
    void aFlushDoesNotWaitForeverForAHandlerThatHangs() throws InterruptedException {
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch mayReturn = new CountDownLatch(1);
        Problems problems = Problems.to(problem -> {
            called.countDown();
            Await.until(() -> mayReturn.getCount() == 0);
        });
        problems.of("").report(Kind.FAULT, "", cause);
        assertTrue(called.await(30, TimeUnit.SECONDS));
        for (int i = 0; i < 100; i++) {
            problems.flush();
        }
        mayReturn.countDown();
    }

    /** As on Android, which has no such log. */
    @Test
    void withoutTheLogOfTheSystemAProblemIsOnStderr() throws Exception {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        PrintStream stderr = System.err;
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
        try {
            Class<?> reporter = new WithoutLog().loadClass(Problems.class.getName());
            Object log = reporter.getMethod("toLog").invoke(null);
            Object part = reporter.getMethod("of", String.class).invoke(log, "room-7");
            part.getClass()
                    .getMethod("report", Kind.class, String.class, Throwable.class)
                    .invoke(part, Kind.FAULT, "the step has thrown", cause);
            reporter.getMethod("flush").invoke(log);
        } finally {
            System.setErr(stderr);
        }
        String expected = "io.github.freestep: FAULT: room-7: the step has thrown: ";
        assertTrue(written.toString(StandardCharsets.UTF_8).startsWith(expected), written::toString);
    }

    /** Whoever has only the log file of a crashed player must see who called. */
    @Test
    void theLogHasTheStackOfAFailureButNoneForAnOverload() throws Exception {
        Process process = OtherProcess.begin(OtherProcess.with().command(Failing.class));
        String log = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        assertTrue(log.contains("RUN_FAILED: room-7: the step failed, at "), log);
        assertTrue(log.contains("java.lang.IllegalArgumentException: the cause"), log);
        assertTrue(log.contains("OVERLOAD: room-7: steps take 15 ms"), log);
        assertEquals(2, log.split("\tat [^\n]*Failing.main").length, log);
    }

    static final class Failing {
        public static void main(String[] arguments) {
            Reporter room = Problems.toLog().of("room-7");
            room.report(
                    Kind.RUN_FAILED,
                    "",
                    new RuntimeException("room-7: the step failed", new IllegalArgumentException("the cause")));
            room.report(Kind.OVERLOAD, "", new RuntimeException("room-7: steps take 15 ms"));
            room.flush();
            // On a busy machine, the log may need more time than a flush waits for it.
            Await.until(() -> Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().equals("freestep-problems")));
        }
    }

    /** Otherwise, a server would have lost 38 names if 40 of its rooms failed within a second. */
    @Test
    void fortyEndsWithinASecondAreAllNamed() {
        // Waits with the first one, so that the others come together however busy the machine is.
        CountDownLatch reported = new CountDownLatch(40);
        Problems problems = Problems.to(problem -> {
            Await.until(() -> reported.getCount() == 0);
            told.add(problem);
        });
        for (int i = 0; i < 40; i++) {
            Throwable failure =
                    new IllegalStateException("room-" + i + ": the step failed", new Throwable("cause " + i));
            problems.of("room-" + i).report(Kind.RUN_FAILED, "", failure);
            reported.countDown();
        }
        Await.until(() -> told.stream().mapToLong(Problem::count).sum() == 40, told::toString);
        String all = told.stream().map(Problem::message).collect(Collectors.joining(" | "));
        for (int i = 0; i < 40; i++) {
            assertTrue(all.matches(".*room-" + i + "(: the step failed, at |, | [|] |$).*"), all);
        }
        assertEquals(40, told.stream().mapToLong(Problem::count).sum());
        Problem last = told.get(told.size() - 1);
        assertTrue(last.message().startsWith(last.count() + " at once: room-"), last::message);
        assertEquals(Math.min(16, last.count()), last.cause().getSuppressed().length);
        assertFalse(last.message().contains("newest of"), last::message);
    }

    /** Otherwise, one line for a loaded server with hundreds of rooms would have 40,000 characters. */
    @Test
    void aLineForManyServicesHasEachTextOnceAndAtMostTenThenNames() {
        Throwable overload = new Throwable("steps take 15 ms");
        String equal = messageOfAll(200, i -> overload);
        assertTrue(equal.matches("200 at once: 200 times: steps take 15 ms, at [^|]*"), equal);
        IntFunction<Throwable> each = i -> new Throwable("room-" + i + ": steps take 15 ms" + " too long".repeat(i));
        String differ = messageOfAll(200, each);
        String names = " [|] and 190 more of the same kind: room-10, room-11, .*, room-199";
        assertTrue(differ.matches("200 at once: room-0: .* [|] room-9: [^|]*" + names), differ);
        String many = messageOfAll(2_000, each);
        assertTrue(many.endsWith(" ..."), many);
        assertEquals(4_000, many.length());
    }

    /** The thread would otherwise be woken just as it ends, so the problem would wait for the next one. */
    @Test
    void aProblemThatComesAsTheThreadEndsHasAnotherThread() {
        CountDownLatch told = new CountDownLatch(2);
        CountDownLatch mayReturn = new CountDownLatch(1);
        ProblemDelivery delivery = new ProblemDelivery(problem -> {
            told.countDown();
            Await.until(() -> mayReturn.getCount() == 0);
        });
        delivery.report(Problems.toLog().of(""), Kind.FAULT, "", cause);
        Await.until(() -> told.getCount() == 1);
        // As that thread would call it, which then ends.
        assertEquals(Long.MAX_VALUE, delivery.untilNext());
        delivery.report(Problems.toLog().of(""), Kind.HUNG_STEP, "", cause);
        Await.until(() -> told.getCount() == 0);
        mayReturn.countDown();
    }

    @Test
    void withoutMemoryForALineEachProblemIsReportedAlone() {
        Throwable large = new Throwable() {
            @Override
            public String getMessage() {
                throw new OutOfMemoryError("in the test");
            }
        };
        assertSame(large, toldOfAll(2, i -> large).get(2).cause());
    }

    /** Returns the message of one problem that stands for those of n services. */
    private String messageOfAll(int n, IntFunction<Throwable> causes) {
        return toldOfAll(n, causes).get(1).message();
    }

    /** Returns the problems of n services, after another one with which the handler waits for them. */
    private List<Problem> toldOfAll(int n, IntFunction<Throwable> causes) {
        CountDownLatch reported = new CountDownLatch(1);
        List<Problem> got = new CopyOnWriteArrayList<>();
        Problems problems = Problems.to(problem -> {
            Await.until(() -> reported.getCount() == 0);
            got.add(problem);
        });
        problems.of("").report(Kind.FAULT, "", cause);
        for (int i = 0; i < n; i++) {
            problems.of("").report(Kind.OVERLOAD, "", causes.apply(i));
        }
        reported.countDown();
        Await.until(() -> got.stream().mapToLong(Problem::count).sum() == n + 1);
        return got;
    }

    /** Has classes of its own for the package of the reporter, but not the one that needs the log. */
    private static final class WithoutLog extends ClassLoader {
        WithoutLog() {
            super(Problems.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null || !name.startsWith("io.github.freestep.internal.")) {
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
            try (InputStream in = Problems.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                if (name.endsWith("SystemLog")) {
                    throw new ClassNotFoundException(name);
                }
                byte[] file = in.readAllBytes();
                return defineClass(name, file, 0, file.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
