package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.thread.WorkerClock;
import io.github.freestep.testing.Await;
import io.github.freestep.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each request wakes a physics thread that sleeps because no tick is to come. */
@Timeout(240)
class WorkerSleepTest {
    final WorkerClock clock = new WorkerClock();

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

    void requests(PhysicsService physics) throws Exception {
        physics.pause().get(30, TimeUnit.SECONDS);
        Thread thread = physics.call(context -> Thread.currentThread()).get(30, TimeUnit.SECONDS);
        for (int i = 1; i <= 5; i++) {
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
                .watchdog(Duration.ZERO)
                .setup());
        run.begin();
        Await.until(() -> LockSupport.getBlocker(run.thread.thread()) instanceof SoundSleep);
        run.requestStop();
        assertTrue(run.thread.awaitEnd(TimeUnit.SECONDS.toNanos(30)));
    }

    /** Nothing signals that the callbacks have caught up, and while the clock stands, no pass becomes due. */
    @Test
    void commandsThatHadNoRoomRunEvenIfTheClockStands() throws Exception {
        AtomicLong parks = new AtomicLong();
        NanoClock still = new NanoClock() {
            @Override
            public long nanoTime() {
                return 0;
            }

            @Override
            public void park(long nanos) {
                parks.incrementAndGet();
                Thread.yield();
            }
        };
        Gate gate = new Gate();
        try (PhysicsService physics = PhysicsService.builder(new Falling())
                .clock(still)
                .commandCapacity(2)
                .start()) {
            // A callback of a future that is complete already would run on this thread, and hang it.
            Gate attached = new Gate();
            physics.submit(context -> attached.hang()).thenRun(gate::hang);
            attached.open();
            gate.awaitEntered();
            CompletableFuture<Integer> last = null;
            for (int i = 1; i <= 5; i++) {
                long ran = i;
                Await.until(() -> physics.metrics().commandsRun() == ran);
                last = physics.call(new Counter(i));
            }
            long before = parks.get();
            Await.until(() -> parks.get() > before + 3);
            assertEquals(5, physics.metrics().commandsRun(), "results of four commands wait");
            gate.open();
            assertEquals(5, last.get(30, TimeUnit.SECONDS));
        }
    }
}
