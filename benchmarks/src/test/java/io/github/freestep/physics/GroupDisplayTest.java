package io.github.freestep.physics;

import io.github.freestep.benchmarks.motion.EvenDisplay;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.internal.FineTimer;
import io.github.freestep.physics.workers.ThreadRequests;
import io.github.freestep.physics.workers.Worker;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.NanoClock;
import org.junit.jupiter.api.Test;

/** Display times of a service in a group. In this package, because only here a worker runs on the test's thread. */
class GroupDisplayTest {
    private static final long SPIN_NANOS = 50;

    private final Clock clock = new Clock();
    private EvenDisplay display;
    private ServiceRun run;

    /** Draws each frame at its time, even if the worker parks for longer. */
    private final class Clock implements NanoClock {
        private long now;
        private int drawn;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void park(long nanos) {
            long end = now + nanos;
            for (long at = next(); at <= end && drawn < EvenDisplay.FRAMES; at = next()) {
                now = at;
                display.draw();
                if (++drawn == EvenDisplay.FRAMES) {
                    run.requestStop();
                    return;
                }
            }
            now = end;
        }

        private long next() {
            return (drawn + 1) * EvenDisplay.REFRESH;
        }

        @Override
        public void spin() {
            park(SPIN_NANOS);
        }
    }

    @Test
    void displayTimesOfAServiceOfAGroupAreMeasured() {
        try (PhysicsGroup group = PhysicsGroup.builder().clock(clock).open()) {
            Worker worker = new Worker(null, "test", clock, 5, FineTimer.system(), ThreadRequests.NONE);
            run = new ServiceRun(PhysicsService.builder(Scenes.of("springs", 1, Seeds.of(1), StepCost.NONE))
                    .rate(100)
                    .group(group)
                    .withoutWatchdog()
                    .setup());
            display = new EvenDisplay(run.core.publisher().states(), clock);
            run.joinAt(worker);
            run.start();
            worker.end();
            worker.run();
            display.assertMeasured();
        }
    }
}
