package io.github.freestep.benchmarks.app.view;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.MotionMeter;
import io.github.freestep.state.StateBuffer;

/**
 * A sampler, the boxes that it shows, and a measure of how evenly its picture moves. For the main thread; frames
 * allocate nothing.
 *
 * <p>The viewer does not use a {@code FrameLoop}, because that loop runs on its own thread, and window systems require
 * the main thread.
 */
final class Eye implements AutoCloseable {
    private static final long JUDDER_WINDOW_NANOS = 1_000_000_000;

    final FrameMode mode;
    final Boxes boxes;

    /** Speed of the picture in each frame, relative to simulation time; NaN while that is paused. */
    final RecentValues speed = new RecentValues();

    private final FrameSampler frames;
    private final MotionMeter meter = new MotionMeter();

    private Frame frame;
    private boolean begun;
    private long windowStart;
    private long shownNanos;
    private long rawNanos;
    private double judder;

    Eye(StateBuffer states, FrameMode mode) {
        this.mode = mode;
        boxes = new Boxes(states.layout().capacity());
        frames = FrameSampler.builder(states).mode(mode).open();
    }

    /** Samples a frame for that time. */
    void look(long nanos) {
        frame = frames.sample(nanos);
        boxes.upload(frame);
        if (frame.hasState()) {
            meter.add(frame);
            measure();
        }
    }

    private void measure() {
        long shown = frame.simulationNanos() - shownNanos;
        long raw = frame.currentSimulationNanos() - rawNanos;
        if (begun) {
            speed.add(raw > 0 ? (float) shown / raw : Float.NaN);
        } else {
            windowStart = frame.frameNanos();
        }
        begun = true;
        shownNanos = frame.simulationNanos();
        rawNanos = frame.currentSimulationNanos();
        if (frame.frameNanos() - windowStart >= JUDDER_WINDOW_NANOS) {
            windowStart = frame.frameNanos();
            judder = meter.judder();
            meter.reset();
        }
    }

    Frame frame() {
        return frame;
    }

    /** Returns the judder in the last full second. */
    double judder() {
        return judder;
    }

    @Override
    public void close() {
        frames.close();
        boxes.free();
    }
}
