package io.github.freestep.physics.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Hands work over to executors that keep it, run it at once, or refuse it. */
class HandOverTest {
    private final List<Runnable> kept = new ArrayList<>();
    private int runs;

    private boolean handOver(boolean runsInside, boolean throwsAfter) {
        return HandOver.to(
                task -> {
                    kept.add(task);
                    if (runsInside) {
                        task.run();
                    }
                    if (throwsAfter) {
                        throw new RejectedExecutionException();
                    }
                },
                () -> runs++);
    }

    private void runKeptTwice() throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            Thread thread = new Thread(kept.get(0));
            thread.start();
            thread.join();
        }
    }

    @Test
    void anExecutorRunsTheWorkOnceOnAnotherThread() throws InterruptedException {
        assertTrue(handOver(false, false));
        assertEquals(0, runs);
        runKeptTwice();
        assertEquals(1, runs);
    }

    /** The thread that has handed over may be one of the executor's threads. */
    @Test
    void theSameThreadMayRunTheWorkAfterItWasHandedOver() {
        assertTrue(handOver(false, false));
        kept.get(0).run();
        assertEquals(1, runs);
    }

    @Test
    void workThatRunsOnTheCallersThreadIsRefused() throws InterruptedException {
        assertFalse(handOver(true, false));
        runKeptTwice();
        assertEquals(0, runs);
    }

    @Test
    void workThatAThrowingExecutorKeepsDoesNotRun() throws InterruptedException {
        assertFalse(handOver(false, true));
        runKeptTwice();
        assertEquals(0, runs);
    }

    /** The work has run before the executor threw, so the caller must not run it elsewhere. */
    @Test
    void anExecutorThatThrowsAfterItsThreadRanTheWorkHasTakenIt() {
        assertTrue(HandOver.to(
                task -> {
                    kept.add(task);
                    try {
                        runKeptTwice();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    throw new RejectedExecutionException();
                },
                () -> runs++));
        assertEquals(1, runs);
    }
}
