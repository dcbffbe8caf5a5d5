package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.workers.ThreadRequests;
import io.github.freestep.physics.workers.Worker;
import io.github.freestep.physics.workers.WorkerClock;
import io.github.freestep.physics.workers.WorkerSettings;
import io.github.freestep.testing.Await;
import io.github.freestep.time.NanoClock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each request wakes a worker that sleeps because no tick is to come. */
@Timeout(60)
class WorkerSleepTest {
    private final WorkerClock clock = new WorkerClock();

    private static void awaitSleep(Thread thread) {
        Await.until(() -> WorkerClock.isAsleep(thread));
    }

    @Test
    void requestsToAPausedService() throws Exception {
        try (PhysicsService physics =
                PhysicsService.builder(new Falling()).clock(clock).start()) {
            requests(physics);
        }
    }

    @Test
    void requestsToAPausedServiceOfAGroup() throws Exception {
        try (PhysicsGroup group =
                        PhysicsGroup.builder().clock(clock).withoutWatchdog().open();
                PhysicsService physics =
                        PhysicsService.builder(new Falling()).group(group).start()) {
            requests(physics);
        }
    }

    private void requests(PhysicsService physics) throws Exception {
        physics.pause().get(30, TimeUnit.SECONDS);
        Thread thread = physics.call(context -> Thread.currentThread()).get(30, TimeUnit.SECONDS);
        for (int i = 1; i <= 3; i++) {
            awaitSleep(thread);
            assertEquals(i, physics.call(new Counter(i)).get(30, TimeUnit.SECONDS));
        }
        awaitSleep(thread);
        physics.pauseAndStep(2).get(30, TimeUnit.SECONDS);
        awaitSleep(thread);
        physics.resume().get(30, TimeUnit.SECONDS);
        long tick = physics.metrics().tick();
        Await.until(() -> physics.metrics().tick() > tick + 5);
        physics.pause().get(30, TimeUnit.SECONDS);
        awaitSleep(thread);
    }

    private record Counter(int value) implements ValueCommand<Integer> {
        @Override
        public Integer run(PhysicsContext context) {
            return value;
        }
    }

    /** A clock in which a thread sleeps until it is woken, though a tick is to come. */
    private static final class SoundSleep implements NanoClock {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void park(long nanos) {
            LockSupport.park(this);
        }
    }

    @Test
    void theEndOfAService() {
        ServiceRun run = new ServiceRun(PhysicsService.builder(new Falling())
                .clock(new SoundSleep())
                .withoutWatchdog()
                .setup());
        run.begin();
        Await.until(() -> LockSupport.getBlocker(run.thread()) instanceof SoundSleep);
        run.requestStop();
        assertTrue(run.awaitSetUpAndEnd(TimeUnit.SECONDS.toNanos(30)));
    }

    /** A service that was placed and has not joined is none: its worker sleeps without the clock. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theEndOfAWorkerWithoutServices(boolean placed) throws Exception {
        WorkerSettings settings =
                new WorkerSettings("freestep-sleep", clock, 5, FineTimer.system(), ThreadRequests.NONE);
        // Its thread is no daemon, as that of a test may be.
        ExecutorService user = Executors.newSingleThreadExecutor();
        Worker worker = user.submit(() -> new Worker(null, settings)).get();
        user.shutdown();
        if (placed) {
            worker.place();
        }
        worker.startOnce();
        assertTrue(worker.thread().isDaemon());
        awaitTimedWait(worker);
        // While a thread is interrupted, its parks return at once.
        worker.thread().interrupt();
        Await.until(() -> !worker.thread().isInterrupted());
        worker.end();
        if (placed) {
            assertFalse(worker.awaitEnd(TimeUnit.MILLISECONDS.toNanos(10)));
            awaitTimedWait(worker);
            worker.withdraw();
        }
        assertTrue(worker.awaitEnd(TimeUnit.SECONDS.toNanos(30)));
    }

    private static void awaitTimedWait(Worker worker) {
        Await.until(() -> worker.thread().getState() == Thread.State.TIMED_WAITING);
    }
}
