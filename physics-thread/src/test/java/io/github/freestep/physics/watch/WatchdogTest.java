package io.github.freestep.physics.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(240)
class WatchdogTest {
    private final Watchdog watchdog = new Watchdog();
    private final List<Counting> released = new ArrayList<>();

    @AfterEach
    void releaseAll() {
        released.forEach(watchdog::release);
        assertNull(watchdog.thread());
    }

    @Test
    void aNamedDaemonThreadRunsFromTheFirstWatchedToTheLast() {
        assertNull(watchdog.thread());
        Counting first = watch(1);
        Thread thread = watchdog.thread();
        assertEquals("freestep-watchdog", thread.getName());
        assertTrue(thread.isDaemon());
        Counting second = watch(1);
        watchdog.release(first);
        assertSame(thread, watchdog.thread());
        assertTrue(thread.isAlive());
        watchdog.release(second);
        assertNull(watchdog.thread());
        assertFalse(thread.isAlive());
    }

    @Test
    void aFailedCheckDoesNotEndTheChecks() throws InterruptedException {
        Counting watched = watch(1);
        watched.failure = new OutOfMemoryError("in the test");
        watched.await();
    }

    private Counting watch(long everyNanos) {
        Counting watched = new Counting(everyNanos);
        released.add(watched);
        watchdog.watch(watched);
        return watched;
    }

    private static final class Counting implements Watchdog.Watched {
        private final CountDownLatch checks = new CountDownLatch(5);
        private final long everyNanos;
        private volatile Error failure;

        Counting(long everyNanos) {
            this.everyNanos = everyNanos;
        }

        @Override
        public long everyNanos() {
            return everyNanos;
        }

        @Override
        public void check(long now) {
            checks.countDown();
            if (failure != null) {
                throw failure;
            }
        }

        void await() throws InterruptedException {
            assertTrue(checks.await(30, TimeUnit.SECONDS));
        }
    }
}
