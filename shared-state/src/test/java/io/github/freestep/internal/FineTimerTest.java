package io.github.freestep.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.testing.Together;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class FineTimerTest {
    private static final Object[] USERS = {new Object(), "one", new String("one")};

    /** A timer that waits for the end of its thread for longer than a machine stalls. */
    private final FineTimer timer = new FineTimer("Windows 11", TimeUnit.MINUTES.toNanos(1));

    @AfterEach
    void releaseAll() {
        for (Object user : USERS) {
            timer.release(user);
        }
    }

    @Test
    void oneThreadServesAllUsersAndEndsWithTheLast() {
        for (Object user : USERS) {
            timer.raise(user);
        }
        Thread sleeper = timer.thread();
        timer.release(USERS[1]);
        timer.release(USERS[0]);
        assertSame(sleeper, timer.thread(), "users are compared by identity");
        assertTrue(sleeper.isAlive());
        timer.release(USERS[2]);
        assertFalse(sleeper.isAlive());
        assertNull(timer.thread());
        timer.raise(USERS[1]);
        assertTrue(timer.thread().isAlive(), "another thread for a later user");
    }

    @Test
    void anInterruptedThreadCanStillReleaseTheTimer() {
        timer.raise(USERS[0]);
        Thread sleeper = timer.thread();
        Thread.currentThread().interrupt();
        timer.release(USERS[0]);
        assertTrue(Thread.interrupted(), "the interrupt flag is kept");
        assertFalse(sleeper.isAlive());
    }

    @Test
    void concurrentUsersLeaveNoThreadBehind() throws Exception {
        AtomicInteger raised = new AtomicInteger();
        Together.run(Collections.nCopies(4, () -> {
            for (int j = 0; j < 200; j++) {
                timer.raise(Thread.currentThread());
                raised.addAndGet(timer.thread().isAlive() ? 1 : 0);
                timer.release(Thread.currentThread());
            }
        }));
        assertEquals(800, raised.get());
        assertNull(timer.thread());
    }

    @Test
    void continuesToSleepAfterAForeignInterrupt() {
        timer.raise(USERS[0]);
        Thread sleeper = timer.thread();
        awaitSleep(sleeper);
        sleeper.interrupt();
        while (sleeper.isInterrupted() && sleeper.isAlive()) {
            Thread.onSpinWait();
        }
        awaitSleep(sleeper);
    }

    private static void awaitSleep(Thread sleeper) {
        while (sleeper.getState() != Thread.State.TIMED_WAITING) {
            assertTrue(sleeper.isAlive());
            Thread.onSpinWait();
        }
    }
}
