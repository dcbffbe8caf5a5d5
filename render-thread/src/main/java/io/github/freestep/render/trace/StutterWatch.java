package io.github.freestep.render.trace;

import io.github.freestep.render.trace.codec.ShownWords;
import io.github.freestep.render.trace.codec.TraceEntry;

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

    /** Looks at a frame or a state. Returns whether this frame stutters. */
    boolean stutters(TraceEntry entry) {
        switch (entry.kind) {
            case STATE, REPLACED -> scale(entry);
            case LOST -> begun = false;
            case FRAME -> {
                return frame(entry);
            }
            default -> {}
        }
        return false;
    }

    private void scale(TraceEntry entry) {
        if (entry.anchor.scaleNumerator() != scaleNumerator || entry.anchor.scaleDenominator() != scaleDenominator) {
            scaleNumerator = entry.anchor.scaleNumerator();
            scaleDenominator = entry.anchor.scaleDenominator();
            quietUntilNanos = Math.max(quietUntilNanos, lastNanos + CHANGE_NANOS);
        }
    }

    private boolean frame(TraceEntry entry) {
        long flags = entry.shown[ShownWords.FLAGS];
        if ((flags & ShownWords.HAS_STATE) == 0) {
            return false;
        }
        if (!begun) {
            quietUntilNanos = entry.nanos + START_NANOS;
        }
        moved = entry.shown[ShownWords.SHOWN] - shownNanos;
        expected = entry.shown[ShownWords.CURRENT] - currentNanos;
        boolean counts = begun && expected > 0 && entry.nanos - quietUntilNanos > 0 && (flags & ShownWords.PAUSED) == 0;
        begun = true;
        lastNanos = entry.nanos;
        shownNanos = entry.shown[ShownWords.SHOWN];
        currentNanos = entry.shown[ShownWords.CURRENT];
        return counts && Math.abs((double) moved / expected - 1) > HALF;
    }
}
