package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.render.Frame;
import io.github.freestep.render.display.MotionMeter;

/**
 * Records the frames of a reader in all of its visits, which last from when it joins to when it leaves. The thread of
 * the reader adds frames, which allocates nothing. Other threads read the figures once that thread has ended.
 */
final class FrameLog {
    final MotionMeter motion = new MotionMeter();
    final Quarters quarters;

    private final RunClock clock;
    private final NewestState newestState;
    private boolean begun;
    private boolean wasPaused;
    private long shownNanos;
    private long rawNanos;

    /** Creates a log with room for a run of {@code seconds}. */
    FrameLog(RunClock clock, int seconds, NewestState newestState) {
        this.clock = clock;
        this.newestState = newestState;
        quarters = new Quarters(seconds);
    }

    /** Begins a visit, before its thread starts. It may begin at an earlier simulation time than the last one ended. */
    void joins() {
        begun = false;
    }

    void add(Frame frame) {
        // Not the frame itself, because a meter begins again with the frame of another sampler.
        motion.add(frame.frameNanos(), frame.simulationNanos(), frame.currentSimulationNanos(), frame.isPaused());
        boolean moves = begun && !wasPaused && !frame.isPaused();
        long span = moves ? frame.currentSimulationNanos() - rawNanos : 0;
        double newestStateOff = newestState.add(span);
        if (span > 0) {
            double off = (double) (frame.simulationNanos() - shownNanos) / span - 1;
            quarters.add(
                    clock.since(frame.frameNanos()),
                    off,
                    newestStateOff,
                    newestState.isStalled(frame.currentSimulationNanos()));
        }
        begun = true;
        wasPaused = frame.isPaused();
        shownNanos = frame.simulationNanos();
        rawNanos = frame.currentSimulationNanos();
    }
}
