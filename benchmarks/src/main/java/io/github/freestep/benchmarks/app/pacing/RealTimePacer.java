package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.physics.PhysicsBuilder;
import java.io.IOException;

/** The service with a real-time priority and without spinning. Skipped if the system refuses. */
final class RealTimePacer extends ServicePacer {
    /** The same for {@code cyclictest fifo}. */
    static final int PRIORITY = 80;

    private static final double CPU_LIMIT_PERCENT = 0.3;

    RealTimePacer() {
        super(0);
    }

    @Override
    public String obstacle() throws IOException, InterruptedException {
        try {
            run(1_000, 1);
            return null;
        } catch (IllegalStateException refused) {
            return refused.getMessage();
        }
    }

    @Override
    PhysicsBuilder options(PhysicsBuilder builder) {
        return builder.realTime(PRIORITY);
    }

    @Override
    public double cpuLimitPercent() {
        return CPU_LIMIT_PERCENT;
    }
}
