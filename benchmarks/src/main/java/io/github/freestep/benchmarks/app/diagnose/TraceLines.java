package io.github.freestep.benchmarks.app.diagnose;

import io.github.freestep.render.trace.log.MotionHandler;
import io.github.freestep.render.trace.log.ShownFrame;
import io.github.freestep.render.trace.log.StateTimes;
import java.util.function.DoublePredicate;

/** Collects from a log what a chart shows, of the whole run or of a stretch of it. Not thread-safe. */
final class TraceLines implements MotionHandler {
    private static final double MILLI = 1e6;
    private static final double SECOND = 1e9;

    /** How far the picture is behind simulation time, in milliseconds; level if motion is even. */
    final PeakLine behind;

    /** How late states were published, in milliseconds. */
    final PeakLine late;

    private final DoublePredicate includes;
    private boolean begun;
    private long firstNanos;

    /**
     * Creates lines.
     *
     * @param most the greatest number of stretches of each line
     * @param includes which times to include, in seconds after the first frame
     */
    TraceLines(int most, DoublePredicate includes) {
        behind = new PeakLine(most);
        late = new PeakLine(most);
        this.includes = includes;
    }

    @Override
    public void frame(ShownFrame frame) {
        if (frame.hasState()) {
            long hostNanos = frame.hostNanos();
            firstNanos = begun ? firstNanos : hostNanos;
            begun = true;
            add(behind, hostNanos, frame.currentSimulationNanos() - frame.simulationNanos());
        }
    }

    @Override
    public void state(StateTimes state) {
        if (begun && !state.isAgain() && !state.isPaused()) {
            add(late, state.publishedNanos(), state.lateNanos());
        }
    }

    private void add(PeakLine line, long nanos, long value) {
        double seconds = (nanos - firstNanos) / SECOND;
        if (includes.test(seconds)) {
            line.add(seconds, value / MILLI);
        }
    }

    /** The time of the first frame that showed something. */
    long firstNanos() {
        return firstNanos;
    }
}
