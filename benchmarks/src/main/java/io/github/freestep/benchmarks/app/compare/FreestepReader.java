package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import java.util.function.LongSupplier;

/**
 * Freestep itself: a {@code PhysicsService}, read by a {@link FrameSampler} with a clock of its own. The window of four states
 * covers how late they are, the look-behind is learned, and overload that lasts is slow motion.
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
    public void frame(long nowNanos, ShownFrame picture) {
        Frame frame = frames.sample(nowNanos);
        if (frame.slots() == 0) {
            return;
        }
        if (!begun) {
            begun = true;
            // Its time begins when the service has set its world up, on the real clock a moment after everything else.
            beganNanos = nowNanos - frame.currentSimulationNanos();
        }
        picture.set(frame.simulationNanos(), frame.x()[0]);
        picture.began(beganNanos);
    }

    @Override
    public long owedNanos(long nowNanos) {
        return debtNanos.getAsLong();
    }
}
