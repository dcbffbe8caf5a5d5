package io.github.freestep.benchmarks.app.diagnose;

import io.github.freestep.benchmarks.report.PeakSeries;
import io.github.freestep.render.trace.log.MotionHandler;
import io.github.freestep.render.trace.log.ShownFrame;
import io.github.freestep.render.trace.log.StateTimes;

/** Collects from a log what a chart shows. A spike of a single frame stays visible. Not thread-safe. */
final class TraceLines implements MotionHandler {
    private static final double MILLI = 1e6;

    /** How far the picture is behind simulation time, in milliseconds; level if motion is even. */
    final PeakSeries behind = new PeakSeries();

    /** How late states were published, in milliseconds. */
    final PeakSeries late = new PeakSeries();

    private boolean begun;
    private long firstNanos;

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

    private void add(PeakSeries line, long nanos, long value) {
        line.add(nanos - firstNanos, value / MILLI);
    }

    /** The time of the first frame that showed something. */
    long firstNanos() {
        return firstNanos;
    }
}
