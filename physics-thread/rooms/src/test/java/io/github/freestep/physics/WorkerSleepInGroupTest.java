package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.rooms.PhysicsGroup;
import io.github.freestep.physics.rooms.workers.Worker;
import io.github.freestep.physics.thread.SystemRequests;
import io.github.freestep.physics.thread.WorkerSettings;
import io.github.freestep.testing.Await;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each request wakes a worker that sleeps because no tick is to come. */
@Timeout(240)
class WorkerSleepInGroupTest extends WorkerSleepTest {
    @Test
    void requestsToAPausedServiceOfAGroup() throws Exception {
        try (PhysicsGroup group =
                        PhysicsGroup.builder().clock(clock).withoutWatchdog().open();
                PhysicsService physics =
                        PhysicsService.builder(new Falling()).group(group).start()) {
            requests(physics);
        }
    }

    /** A service that was placed and has not joined is none: its worker sleeps without the clock. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theEndOfAWorkerWithoutServices(boolean placed) throws Exception {
        WorkerSettings settings =
                new WorkerSettings("freestep-sleep", clock, 5, FineTimer.system(), SystemRequests.NONE);
        // Its thread is no daemon, as that of a test may be.
        ExecutorService user = Executors.newSingleThreadExecutor();
        Worker worker = user.submit(() -> new Worker(settings)).get();
        user.shutdown();
        if (placed) {
            worker.place();
        }
        worker.startOnce();
        assertTrue(worker.thread.isDaemon());
        awaitTimedWait(worker);
        // While a thread is interrupted, its parks return at once.
        worker.thread.interrupt();
        Await.until(() -> !worker.thread.isInterrupted());
        worker.end();
        if (placed) {
            assertFalse(worker.awaitEnd(TimeUnit.MILLISECONDS.toNanos(10)));
            awaitTimedWait(worker);
            worker.withdraw();
        }
        assertTrue(worker.awaitEnd(TimeUnit.SECONDS.toNanos(30)));
    }

    private static void awaitTimedWait(Worker worker) {
        Await.until(() -> worker.thread.getState() == Thread.State.TIMED_WAITING);
    }
}
