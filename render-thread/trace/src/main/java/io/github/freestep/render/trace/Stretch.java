package io.github.freestep.render.trace;

import io.github.freestep.render.trace.log.StateTimes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stretch of uneven motion. Not thread-safe. */
final class Stretch {
    /** Two states between which time changed. Kept, because they can be hours apart. */
    record Change(StateTimes before, StateTimes after, double requestedScale) {}

    final List<Change> changes = new ArrayList<>();
    final long startNanos;
    long endNanos;

    /** The delay of the frame before it. */
    final long delayNanos;

    int frozen;
    int jumping;

    /** How many frames the host made late, and the longest of them. */
    int late;

    long longestFrameNanos;
    long longestFrameAtNanos;

    /** How far the time of a frame went back, and which frame that was. */
    long backNanos;

    long backFrame;

    /** Steps that were longer than a tick during this stretch or just before. */
    @Nullable Overruns overruns;

    /** Whether one of the changes is to or from a pause. */
    boolean hasPause;

    /** Whether single frames were off by less than half, but a whole second was uneven. */
    boolean subtle;

    Stretch(long startNanos, long delayNanos) {
        this.startNanos = startNanos;
        this.delayNanos = delayNanos;
        endNanos = startNanos;
    }

    int uneven() {
        return frozen + jumping;
    }

    /** The time for which motion was wrong. */
    long lostNanos(long framePeriodNanos) {
        return Math.max(late == 0 ? 0 : longestFrameNanos - framePeriodNanos, uneven() * framePeriodNanos);
    }

    /** Adds a later stretch of the same overload. */
    void add(Stretch later) {
        changes.addAll(later.changes);
        endNanos = later.endNanos;
        frozen += later.frozen;
        jumping += later.jumping;
        late += later.late;
    }
}
