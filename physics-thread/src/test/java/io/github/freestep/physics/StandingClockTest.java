package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.freestep.testing.Await;
import io.github.freestep.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A service whose clock stands still, as that of a lockstep match does in a pause. */
@Timeout(60)
class StandingClockTest {
    private static final long TICK = 10_000_000;

    /** Stands until it is set, and lets real time pass in a park. */
    private static final class StandingClock implements NanoClock {
        final AtomicLong nanos = new AtomicLong();

        @Override
        public long nanoTime() {
            return nanos.get();
        }

        @Override
        public void park(long parkNanos) {
            LockSupport.parkNanos(Math.min(parkNanos, 100_000));
        }
    }

    private final StandingClock clock = new StandingClock();

    @Test
    void commandsRunAndTheServiceEnds() throws Exception {
        PhysicsService physics = PhysicsService.builder(new Falling())
                .clock(clock)
                .closeTimeout(Duration.ofMinutes(10))
                .start();
        assertEquals(1, physics.call(world -> 1).get(30, TimeUnit.SECONDS));
        clock.nanos.set(TICK + TICK / 2);
        Await.until(() -> physics.metrics().tick() >= 1, () -> "tick 1 is not stepped");
        for (int i = 0; i < 3; i++) {
            assertEquals(2, physics.call(world -> 2).get(30, TimeUnit.SECONDS));
        }
        assertTimeoutPreemptively(Duration.ofSeconds(30), physics::close);
        assertEquals(1, physics.metrics().tick());
    }

    @Test
    void theMetricsShowTheWaitThatTheFeedMeasures() throws Exception {
        AtomicLong waited = new AtomicLong();
        InputFeed feed = new InputFeed() {
            @Override
            public boolean ready(long tick) {
                return false;
            }

            @Override
            public long inputWaitNanos(long tick) {
                return waited.get();
            }

            @Override
            public void feed(long tick, FedInput into) {}
        };
        try (PhysicsService physics =
                PhysicsService.builder(new Falling()).clock(clock).feed(feed).start()) {
            // Time has begun once a command has run.
            physics.call(world -> 1).get(30, TimeUnit.SECONDS);
            clock.nanos.set(TICK);
            Await.until(() -> physics.metrics().awaitedTick() == 1, () -> "tick 1 does not wait for its input");
            waited.set(77);
            Await.until(
                    () -> physics.metrics().inputWaitNanos() == 77,
                    () -> "the wait is " + physics.metrics().inputWaitNanos() + " ns");
            assertEquals(TICK, clock.nanoTime());
        }
    }
}
