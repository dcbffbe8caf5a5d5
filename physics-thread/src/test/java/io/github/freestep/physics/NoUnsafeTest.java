package io.github.freestep.physics;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.state.StateReader;
import io.github.freestep.testing.OtherProcess;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** Runs a whole service, whose states are read, with its libraries in a separate JVM that logs every class it loads. */
class NoUnsafeTest {
    @Test
    void nothingLoadsUnsafeOrWritesToStderr() throws Exception {
        String out = OtherProcess.with("-Xlog:class+load").start(Everything.class);
        assertTrue(out.contains("com.lmax.disruptor.RingBuffer"), "the log must list the loaded classes");
        assertTrue(out.contains("org.jctools.queues.atomic"), "the log must list the loaded classes");
        assertFalse(out.contains("sun.misc.Unsafe"), "a class loads sun.misc.Unsafe");
    }

    static final class Everything {
        private Everything() {}

        public static void main(String[] args) throws ExecutionException, InterruptedException {
            PhysicsService physics = PhysicsService.builder(new Falling())
                    .input(sample -> sample.axis(0, 1))
                    .build();
            EventReader events = physics.events().with().open();
            StateReader states = physics.states().reader();
            try (physics;
                    EventSubscription subscription = physics.events().with().subscribe("all", event -> {})) {
                physics.start();
                physics.input().action(1, 1, physics.clock().nanoTime());
                while (physics.metrics().tick() < 5) {
                    Thread.onSpinWait();
                }
                physics.call(c -> 1).get();
                physics.pauseAndStep(2).get();
                if (!states.acquire() || events.poll(event -> {}) == 0 || subscription.missed() > 0) {
                    throw new AssertionError("no state or no events");
                }
            }
        }
    }
}
