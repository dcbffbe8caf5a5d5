package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.time.NanoClock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a prompt command wakes the thread. */
@Timeout(60)
class PromptCommandsTest {
    private static final int[] RATES = {1, 100, 200};

    /** Time passes only in parks, by at most 1 ms each, and a longer park ends only if the thread is woken. */
    static final class WakeUps implements NanoClock {
        private static final long STEP_NANOS = 1_000_000;

        private final AtomicLong now = new AtomicLong();
        volatile boolean ended;

        @Override
        public long nanoTime() {
            return now.get();
        }

        @Override
        public void park(long nanos) {
            if (!ended && nanos > STEP_NANOS) {
                LockSupport.park(this);
            }
            now.addAndGet(Math.min(nanos, STEP_NANOS));
        }

        @Override
        public void spin() {
            now.addAndGet(STEP_NANOS / 100);
        }
    }

    final WakeUps clock = new WakeUps();

    @Test
    void aCommandWakesTheThreadOfItsService() throws Exception {
        for (int rate : RATES) {
            try (PhysicsService physics = PhysicsService.builder(new Falling())
                    .clock(clock)
                    .rate(rate)
                    .promptCommands()
                    .start()) {
                assertPrompt(physics);
                clock.ended = true;
            }
            clock.ended = false;
        }
    }

    /** Asks more often than the thread wakes up for ticks. */
    void assertPrompt(PhysicsService physics) throws Exception {
        long before = clock.nanoTime();
        for (int i = 0; i < 20; i++) {
            physics.call(PhysicsContext::tick).get(30, TimeUnit.SECONDS);
        }
        long parks = (clock.nanoTime() - before) / WakeUps.STEP_NANOS;
        assertTrue(parks <= 60, () -> parks + " ms for 20 commands");
    }

    @Test
    void commandsOfACommandRunBeforeTheNextTick() throws Exception {
        try (PhysicsService physics = PhysicsService.builder(new Falling())
                .clock(clock)
                .rate(1)
                .promptCommands()
                .start()) {
            long tick = physics.call(PhysicsContext::tick).get(30, TimeUnit.SECONDS);
            long inner = physics.call(c -> physics.call(PhysicsContext::tick))
                    .get(30, TimeUnit.SECONDS)
                    .get(30, TimeUnit.SECONDS);
            assertEquals(tick, inner);
            clock.ended = true;
        }
    }
}
