package io.github.freestep.render.trace.log;

import io.github.freestep.render.Frame;
import io.github.freestep.time.TimeAnchor;

/**
 * Finds frames that moved at less than half, or at more than one and a half times, the speed of simulation time. Frames
 * of the first two seconds do not count, nor those after a pause or a change of the time scale, because those are
 * uneven anyway. Not thread-safe; allocates nothing.
 */
final class StutterWatch {
    private static final long START_NANOS = 2_000_000_000L;
    private static final long CHANGE_NANOS = 1_000_000_000L;
    private static final double HALF = 0.5;

    private boolean begun;
    private long quietUntilNanos;
    private long lastNanos;
    private long shownNanos;
    private long currentNanos;
    private long scaleNumerator = -1;
    private long scaleDenominator;

    /** By how much the newest frame moved. */
    long moved;

    /** By how much simulation time moved. */
    long expected;

    void scale(TimeAnchor anchor) {
        if (anchor.scaleNumerator() != scaleNumerator || anchor.scaleDenominator() != scaleDenominator) {
            scaleNumerator = anchor.scaleNumerator();
            scaleDenominator = anchor.scaleDenominator();
            quietUntilNanos = Math.max(quietUntilNanos, lastNanos + CHANGE_NANOS);
        }
    }

    /** Returns whether a frame stutters. */
    boolean stutters(long hostNanos, Frame frame) {
        if (!frame.hasState()) {
            return false;
        }
        if (!begun) {
            quietUntilNanos = hostNanos + START_NANOS;
        }
        moved = frame.simulationNanos() - shownNanos;
        expected = frame.currentSimulationNanos() - currentNanos;
        boolean counts = begun && expected > 0 && hostNanos - quietUntilNanos > 0 && !frame.isPaused();
        begun = true;
        lastNanos = hostNanos;
        shownNanos = frame.simulationNanos();
        currentNanos = frame.currentSimulationNanos();
        return counts && Math.abs((double) moved / expected - 1) > HALF;
    }
}
