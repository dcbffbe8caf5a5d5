package io.github.freestep.render.display;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameListener;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the newest frames of a sampler until it is known when the display showed them, and passes them to a meter in
 * their order. For the sampler's thread; allocates nothing once made.
 */
final class Displays implements FrameListener {
    /** A frame that is this many frames old does not get a report any more. */
    private static final int KEPT = 256;

    /** Once a frame that is this many frames newer was reported, no report for the older one comes any more. */
    static final int PATIENCE = 16;

    private final DisplayMeter meter;
    private final TimeAnchor anchor = new TimeAnchor();
    private final long[] frameNanos = new long[KEPT];
    private final long[] shownNanos = new long[KEPT];
    private final long[] currentNanos = new long[KEPT];

    /** Wall time divided by simulation time, or 0 if time is paused or the frame shows nothing. */
    private final double[] wallPerSimulation = new double[KEPT];

    private final long[] displayNanos = new long[KEPT];
    private final boolean[] isKnown = new boolean[KEPT];

    private boolean hasSampler;
    private long newest;
    private long newestKnown;

    /** The first frame that the meter does not have yet. */
    private long next = 1;

    Displays(DisplayMeter meter) {
        this.meter = meter;
    }

    @Override
    public void opened(StateBuffer states, SamplerOptions options) {
        if (hasSampler) {
            throw new IllegalStateException("this listener already has a sampler; create one for each sampler");
        }
        hasSampler = true;
        meter.begin();
    }

    @Override
    public void sampled(long hostNanos, long clockNanos, Frame frame, @Nullable StateReader news) {
        if (news != null) {
            news.state(0).anchor(anchor);
        }
        newest = frame.number();
        int at = (int) (newest % KEPT);
        boolean isMoving = frame.hasState() && !frame.isPaused();
        frameNanos[at] = frame.frameNanos();
        shownNanos[at] = frame.simulationNanos();
        currentNanos[at] = frame.currentSimulationNanos();
        wallPerSimulation[at] = isMoving ? (double) anchor.scaleDenominator() / anchor.scaleNumerator() : 0;
        isKnown[at] = false;
        measure();
    }

    @Override
    public void displayed(long number, long nanos) {
        int at = (int) (number % KEPT);
        isKnown[at] = true;
        displayNanos[at] = nanos;
        newestKnown = Math.max(newestKnown, number);
        measure();
    }

    /** Passes each frame to the meter, up to the first whose report may still come. */
    private void measure() {
        long first = Math.max(next, newest - KEPT + 1);
        meter.giveUp(first - next);
        for (next = first; next <= newestKnown; next++) {
            int at = (int) (next % KEPT);
            if (isKnown[at]) {
                meter.add(shownNanos[at], currentNanos[at], wallPerSimulation[at], frameNanos[at], displayNanos[at]);
            } else if (newestKnown - next >= PATIENCE) {
                meter.addNotDisplayed();
            } else {
                break;
            }
        }
    }
}
