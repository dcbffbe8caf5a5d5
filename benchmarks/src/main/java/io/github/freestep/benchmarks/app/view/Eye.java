package io.github.freestep.benchmarks.app.view;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.MotionMeter;
import io.github.freestep.state.StateBuffer;

/**
 * A sampler of the states, and how its picture moves. For the window's thread; allocates nothing for a frame.
 *
 * <p>Not a {@code FrameLoop}: window systems want the thread of the process's start for their windows, and that loop has one of
 * its own.
 */
final class Eye implements AutoCloseable {
    private static final long JUDGED_NANOS = 1_000_000_000;

    final FrameMode mode;

    /** How fast the picture moved in each frame, beside simulation time; not a number while that stands. */
    final RecentValues speed = new RecentValues();

    private final FrameSampler frames;
    private final MotionMeter meter = new MotionMeter();
    private Frame frame;
    private boolean begun;
    private long judgedNanos;
    private long shownNanos;
    private long rawNanos;
    private double judder;

    /** Even is the display, if frames are shown at its refreshes. */
    Eye(StateBuffer states, FrameMode mode, boolean even) {
        this.mode = mode;
        frames = FrameSampler.builder(states).mode(mode).snapToRefresh(even).open();
    }

    /** What to show at that time; the same frame each time. */
    Frame look(long nanos) {
        frame = frames.sample(nanos);
        if (frame.hasState()) {
            meter.add(frame);
            follow();
        }
        return frame;
    }

    private void follow() {
        long shown = frame.simulationNanos() - shownNanos;
        long raw = frame.currentSimulationNanos() - rawNanos;
        if (begun) {
            speed.add(raw > 0 ? (float) shown / raw : Float.NaN);
        } else {
            judgedNanos = frame.frameNanos();
        }
        begun = true;
        shownNanos = frame.simulationNanos();
        rawNanos = frame.currentSimulationNanos();
        if (frame.frameNanos() - judgedNanos >= JUDGED_NANOS) {
            judgedNanos = frame.frameNanos();
            judder = meter.judder();
            meter.reset();
        }
    }

    Frame frame() {
        return frame;
    }

    /** Of the last full second. */
    double judder() {
        return judder;
    }

    @Override
    public void close() {
        frames.close();
    }
}
