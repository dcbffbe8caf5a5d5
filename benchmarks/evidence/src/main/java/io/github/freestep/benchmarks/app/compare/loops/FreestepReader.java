package io.github.freestep.benchmarks.app.compare.loops;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import java.util.function.LongSupplier;

/**
 * Shows what Freestep's {@link FrameSampler} makes of a {@code PhysicsService}. The window of states hides late
 * ticks, the sampler learns its delay, and a lasting overload shows as slow motion.
 */
final class FreestepReader implements Loop {
    private final FrameSampler frames;
    private final LongSupplier debtNanos;
    private boolean begun;
    private long beganNanos;

    FreestepReader(FrameSampler frames, LongSupplier debtNanos) {
        this.frames = frames;
        this.debtNanos = debtNanos;
    }

    @Override
    public ShownFrame frame(long nowNanos) {
        Frame frame = frames.sample(nowNanos);
        if (frame.slots() == 0) {
            return null;
        }
        if (!begun) {
            begun = true;
            // Simulation time begins when the world is set up, which may be after the start.
            beganNanos = nowNanos - frame.currentSimulationNanos();
        }
        return new ShownFrame(frame.simulationNanos(), frame.x()[0], beganNanos);
    }

    @Override
    public long backlogNanos(long nowNanos) {
        return debtNanos.getAsLong();
    }
}
