package io.github.freestep.render.trace;

import io.github.freestep.render.Frame;
import io.github.freestep.render.trace.MotionReport.Finding;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the stretches of uneven motion in a replay. It keeps the states and pauses of the last seconds, and looks for
 * the cause a second after a stretch has ended, because a pause is reported late. Not thread-safe.
 */
final class MotionFindings implements MotionReplay.Handler {
    private static final int MOST = 1_000;
    private static final long KEPT_NANOS = 4_000_000_000L;

    /** Uneven frames that are closer than this belong together. */
    private static final long TOGETHER_NANOS = 150_000_000;

    private static final long SETTLED_NANOS = 1_000_000_000;
    private static final double HALF = 0.5;
    private static final long LATE_FRAME_NANOS = 4_000_000;
    private static final double LATE_FRAME = 1.7;

    private final long framePeriodNanos;
    private final MotionCauses causes;
    private final ArrayDeque<StateTimes> states = new ArrayDeque<>();
    private final ArrayDeque<long[]> pauses = new ArrayDeque<>();
    private final List<Finding> findings = new ArrayList<>();
    private int more;

    private boolean begun;
    private boolean wasPaused;
    private long firstNanos;
    private long hostNanos;
    private long frameNanos;
    private long shownNanos;
    private long currentNanos;
    private Stretch stretch;

    /** Two states between which time changed. Kept, because they can be hours apart. */
    record Change(StateTimes before, StateTimes after) {}

    /** A stretch of uneven motion. */
    static final class Stretch {
        final List<Change> changes = new ArrayList<>();
        long startNanos;
        long endNanos;
        int frozen;
        int jumping;
        int held;
        int late;
        long longestFrameNanos;
        long longestFrameAtNanos;
    }

    MotionFindings(RecordedOptions options, long framePeriodNanos) {
        this.framePeriodNanos = framePeriodNanos;
        causes = new MotionCauses(options, states, pauses);
    }

    @Override
    public void state(StateTimes state) {
        StateTimes before = states.peekLast();
        states.add(state);
        if (before != null && begun && causes.changes(before, state)) {
            extend(hostNanos);
            stretch.endNanos = Math.max(stretch.endNanos, state.anchorNanos());
            stretch.changes.add(new Change(before, state));
        }
        while (state.publishedNanos() - states.element().publishedNanos() > KEPT_NANOS) {
            states.remove();
        }
    }

    @Override
    public void pause(long nanos, long length) {
        pauses.add(new long[] {nanos, length});
        while (nanos - pauses.element()[0] > KEPT_NANOS) {
            pauses.remove();
        }
    }

    @Override
    public void lost(long frames) {
        close();
        begun = false;
    }

    @Override
    public void frame(Frame frame, long atNanos, boolean held) {
        if (!frame.hasState()) {
            return;
        }
        if (!begun) {
            firstNanos = firstNanos == 0 ? atNanos : firstNanos;
        } else if (frame.frameNanos() != frameNanos) {
            look(frame, atNanos, held);
        }
        begun = true;
        wasPaused = frame.isPaused();
        hostNanos = atNanos;
        frameNanos = frame.frameNanos();
        shownNanos = frame.simulationNanos();
        currentNanos = frame.currentSimulationNanos();
        if (stretch != null && atNanos - stretch.endNanos > SETTLED_NANOS) {
            close();
        }
    }

    private void look(Frame frame, long atNanos, boolean held) {
        long expected = frame.currentSimulationNanos() - currentNanos;
        boolean moves = !wasPaused && !frame.isPaused() && expected > 0;
        double off = moves ? (double) (frame.simulationNanos() - shownNanos) / expected - 1 : 0;
        long took = atNanos - hostNanos;
        boolean late = took > LATE_FRAME * framePeriodNanos && took - framePeriodNanos > LATE_FRAME_NANOS;
        if (Math.abs(off) <= HALF && !late) {
            return;
        }
        extend(atNanos);
        stretch.frozen += off < -HALF ? 1 : 0;
        stretch.jumping += off > HALF ? 1 : 0;
        stretch.held += held ? 1 : 0;
        stretch.late += late ? 1 : 0;
        if (took > stretch.longestFrameNanos) {
            stretch.longestFrameNanos = took;
            stretch.longestFrameAtNanos = atNanos;
        }
    }

    /** Extends the stretch, or begins another one with the newest frame. */
    private void extend(long toNanos) {
        if (stretch != null && toNanos - stretch.endNanos > TOGETHER_NANOS) {
            close();
        }
        if (stretch == null) {
            stretch = new Stretch();
            stretch.startNanos = hostNanos;
        }
        stretch.endNanos = toNanos;
    }

    private void close() {
        if (stretch == null) {
            return;
        }
        if (findings.size() < MOST) {
            Finding finding = causes.find(stretch, firstNanos, framePeriodNanos);
            boolean begins = stretch.startNanos - firstNanos < SETTLED_NANOS;
            if (!begins || finding.cause() != MotionReport.Cause.UNKNOWN) {
                findings.add(finding);
            }
        } else {
            more++;
        }
        stretch = null;
    }

    /** Ends with the last frame. */
    void end() {
        close();
    }

    List<Finding> findings() {
        return findings;
    }

    int more() {
        return more;
    }

    long lengthNanos() {
        return begun ? hostNanos - firstNanos : 0;
    }
}
