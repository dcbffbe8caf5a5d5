package io.github.freestep.internal.problem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.problem.Problem;
import io.github.freestep.problem.Problem.Kind;
import io.github.freestep.testing.Await;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
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
        problems.report(Kind.FAULT, "", cause);
        Await.until(() -> told.size() == 1);
        assertSame(cause, told.get(0).cause());
        assertEquals("freestep-problems", threads.get(0).getName());
        assertTrue(threads.get(0).isDaemon());
        Await.until(() -> !threads.get(0).isAlive());
        problems.report(Kind.HUNG_STEP, "", cause);
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
        problems.report(Kind.FAULT, "", cause);
        assertTrue(called.await(30, TimeUnit.SECONDS));
        problems.report(Kind.HUNG_STEP, "", cause);
        mayReturn.countDown();
        problems.flush();
        assertEquals(2, told.size());
    }

    /** A close must call no code of the user's. */
    @Test
    void aFlushDoesNotCallTheHandlerItself() {
        List<String> threads = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 200; i++) {
            Problems problems =
                    Problems.to(problem -> threads.add(Thread.currentThread().getName()));
            problems.reportUnlessRead(Kind.COMMAND_FAILED, "", cause, () -> false);
            problems.flush();
        }
        assertEquals(200, threads.size());
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
        problems.report(Kind.FAULT, "", cause);
        assertTrue(called.await(30, TimeUnit.SECONDS));
        for (int i = 0; i < 100; i++) {
            problems.flush();
        }
        mayReturn.countDown();
    }
}
