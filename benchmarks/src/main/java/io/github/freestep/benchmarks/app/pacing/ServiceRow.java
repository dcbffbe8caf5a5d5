package io.github.freestep.benchmarks.app.pacing;

import com.sun.management.ThreadMXBean;
import io.github.freestep.benchmarks.app.Failures;
import io.github.freestep.benchmarks.scenes.Walkers;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A service with one body. Logs how late its ticks begin. */
final class ServiceRow implements PacingCommand.Row {
    private final boolean untilTheStep;
    private final UnaryOperator<PhysicsBuilder> options;

    /** Measures until the call of {@code step} or, if not {@code untilTheStep}, until the thread wakes up. */
    ServiceRow(boolean untilTheStep, UnaryOperator<PhysicsBuilder> options) {
        this.untilTheStep = untilTheStep;
        this.options = options;
    }

    @Override
    public Lateness run(int rate, int ticks) throws InterruptedException {
        OneBody world = new OneBody(rate / 4 + 1, ticks);
        PhysicsService physics =
                options.apply(PhysicsService.builder(world).rate(rate)).build();
        world.metrics = physics.metrics();
        try (physics) {
            physics.start();
            long limitSeconds = 30 + 2L * ticks / rate;
            if (!world.full.await(limitSeconds, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the ticks did not come within " + limitSeconds + " s");
            }
        }
        Failures.requireNone(physics);
        return Lateness.of(world.nanos, 100.0 * world.cpuNanos / world.spanNanos);
    }

    private final class OneBody extends Walkers {
        private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        private final CountDownLatch full = new CountDownLatch(1);
        private final int leadIn;
        private final long[] nanos;
        private PhysicsMetrics metrics;
        private int next;
        private long cpuNanos;
        private long spanNanos;

        /** The wait learns its margin in the lead-in, which is not measured. */
        OneBody(int leadIn, int ticks) {
            super(1);
            this.leadIn = leadIn;
            nanos = new long[ticks];
        }

        @Override
        public void step(Tick tick) {
            int at = next++ - leadIn;
            if (at == -1) {
                spanNanos = System.nanoTime();
                cpuNanos = THREADS.getCurrentThreadCpuTime();
            } else if (at >= 0 && at < nanos.length) {
                // Until this tick ends, the metrics are those of the previous tick.
                nanos[at] = untilTheStep ? System.nanoTime() - tick.dueNanos() : metrics.latenessNanos();
                if (at == nanos.length - 1) {
                    cpuNanos = THREADS.getCurrentThreadCpuTime() - cpuNanos;
                    spanNanos = System.nanoTime() - spanNanos;
                    full.countDown();
                }
            }
            x += 0.01;
        }
    }
}
