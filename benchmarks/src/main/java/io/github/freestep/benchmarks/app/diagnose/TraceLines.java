package io.github.freestep.benchmarks.app.diagnose;

import io.github.freestep.render.Frame;
import io.github.freestep.render.MotionReplay;
import io.github.freestep.render.StateTimes;

/** Collects from a replay what a chart shows, of the whole run or of a stretch of it. Not thread-safe. */
final class TraceLines implements MotionReplay.Handler {
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;

    /** How far the picture is behind simulation time, in milliseconds; level if motion is even. */
    final PeakLine behind;

    /** How late states were published, in milliseconds. */
    final PeakLine late;

    private final double fromSeconds;
    private final double toSeconds;
    private boolean begun;
    private long firstNanos;

    TraceLines(int most, double fromSeconds, double toSeconds) {
        behind = new PeakLine(most);
        late = new PeakLine(most);
        this.fromSeconds = fromSeconds;
        this.toSeconds = toSeconds;
    }

    @Override
    public void frame(Frame frame, long hostNanos, boolean held) {
        if (frame.hasState()) {
            firstNanos = begun ? firstNanos : hostNanos;
            begun = true;
            add(behind, hostNanos, frame.currentSimulationNanos() - frame.simulationNanos());
        }
    }

    @Override
    public void state(StateTimes state) {
        if (begun && !state.again() && !state.isPaused()) {
            add(late, state.publishedNanos(), state.lateNanos());
        }
    }

    private void add(PeakLine line, long nanos, long value) {
        double seconds = (nanos - firstNanos) / SECOND;
        if (seconds >= fromSeconds && seconds <= toSeconds) {
            line.add(seconds, value / MILLI);
        }
    }

    /** The time of the first frame that showed something. */
    long firstNanos() {
        return firstNanos;
    }
}
