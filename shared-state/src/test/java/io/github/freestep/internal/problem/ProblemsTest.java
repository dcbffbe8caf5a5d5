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

    /** Without the bound, this test would not end. */
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
        problems.flush();
        mayReturn.countDown();
    }
}
