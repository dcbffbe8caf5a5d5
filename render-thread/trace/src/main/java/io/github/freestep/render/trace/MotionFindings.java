package io.github.freestep.render.trace;

import io.github.freestep.render.trace.MotionReport.Cause;
import io.github.freestep.render.trace.MotionReport.Finding;
import io.github.freestep.render.trace.log.MotionHandler;
import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.render.trace.log.ShownFrame;
import io.github.freestep.render.trace.log.StateTimes;
import io.github.freestep.render.trace.log.TickWork;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the stretches of uneven motion in a log. It keeps the states and ticks of the last seconds, and looks for
 * the cause a second after a stretch has ended, because what explains it may be recorded late. Not thread-safe.
 */
final class MotionFindings implements MotionHandler {

    /** Uneven frames that are closer than this belong together. */
    private static final long TOGETHER_NANOS = 150_000_000;

    private static final long SETTLED_NANOS = 1_000_000_000;
    private static final double HALF = 0.5;

    /** A frame of a loop without states that takes this many times as long as usual has a finding of its own. */
    private static final double HITCH = 4;

    /**
     * Judder from which on a span or a whole log is uneven. The sampler itself runs at most 2 % faster or slower,
     * while it follows the lateness of states.
     */
    private static final double UNEVEN = 0.02;

    /** One frame that is off by a third does not make so long a span uneven. */
    private static final long SPAN_NANOS = 4_000_000_000L;

    /** Frames are uneven after a change of time until the picture's delay has passed, and for a little longer. */
    private static final long AFTER_CHANGE_NANOS = 50_000_000;

    private final long framePeriodNanos;

    /** When the last frame of the log was made. */
    private final long lastNanos;

    private final boolean remote;
    private final MotionCauses causes;
    private final PhysicsWork work = new PhysicsWork();
    final List<Finding> findings = new ArrayList<>();

    /** The newest frame that showed something. */
    private @Nullable ShownFrame before;

    /** The number of the newest frame. */
    private long newest;

    /** The time of the first frame that showed something. */
    long firstNanos;

    private @Nullable Stretch stretch;

    /** Until when the newest pause or change of scale by the game explains uneven frames. */
    private long changeEndsNanos;

    private boolean changed;

    /** The newest overload, and the number of its finding. */
    private @Nullable Stretch overload;

    private int overloadFinding;

    /** When the span that is being judged began. */
    private long spanNanos;

    private double squares;
    private int moving;

    /** When the first frame of that span was off by more than is even, if one was. */
    private long unevenNanos;

    private boolean hasUneven;

    MotionFindings(MotionLog log, MotionScore score) {
        framePeriodNanos = score.framePeriodNanos();
        lastNanos = score.lastNanos;
        remote = log.setup.isRemote();
        causes = new MotionCauses(log, score, work);
    }

    @Override
    public void state(StateTimes state) {
        if (!explainsFrames(state.publishedNanos())) {
            return;
        }
        StateTimes older = work.newest;
        if (older != null && before != null && changes(older, state)) {
            extend(before.hostNanos(), before.hostNanos());
            stretch.endNanos = Math.max(stretch.endNanos, Math.min(state.anchorNanos(), state.publishedNanos()));
            stretch.changes.add(new Stretch.Change(older, state, work.requestedScale));
            stretch.hasPause |= older.isPaused() || state.isPaused();
            boolean byGame = !state.isOverloaded() && !older.isOverloaded();
            if (byGame && !state.isPaused() && older.scale() != state.scale()) {
                changed = true;
                changeEndsNanos = state.publishedNanos() + delayNanos() + AFTER_CHANGE_NANOS;
            }
        }
        work.state(state);
    }

    @Override
    public void tick(TickWork ended) {
        if (explainsFrames(ended.endedNanos())) {
            work.tick(ended);
        }
    }

    /**
     * Returns whether what happened at a time can explain a frame. If no frame has come for long, first looks for the
     * cause of the stretch before, because the work that explains it is not kept for long.
     */
    private boolean explainsFrames(long nanos) {
        if (before != null && nanos - before.clockNanos() > SETTLED_NANOS) {
            closeSettled(nanos);
        }
        return nanos - lastNanos <= SETTLED_NANOS;
    }

    private void closeSettled(long nowNanos) {
        long waits = stretch != null && stretch.subtle ? SPAN_NANOS + SETTLED_NANOS : SETTLED_NANOS;
        if (stretch != null && nowNanos - stretch.endNanos > waits) {
            close();
        }
    }

    /** Whether time changed between two states: a pause, another scale, or dropped time. */
    private boolean changes(StateTimes one, StateTimes other) {
        // A receiver moves its anchors all the time, as it learns of the sender's clock.
        return one.scale() != other.scale() || !remote && MotionCauses.dropped(one, other) > MotionCauses.LATE_NANOS;
    }

    @Override
    public void frame(ShownFrame frame) {
        if (newest > 0 && frame.number() > newest + 1) {
            // Frames are missing here.
            close();
            before = null;
            work.clear();
        }
        newest = frame.number();
        if (!frame.hasState()) {
            return;
        }
        long atNanos = frame.hostNanos();
        if (before == null) {
            firstNanos = firstNanos == 0 ? atNanos : firstNanos;
            beginSpan(atNanos + SETTLED_NANOS);
        } else if (frame.frameNanos() != before.frameNanos()) {
            look(frame, before);
        }
        before = frame;
        closeSettled(atNanos);
    }

    private void look(ShownFrame frame, ShownFrame last) {
        double off = frame.offAfter(last);
        long atNanos = frame.hostNanos();
        long took = atNanos - last.hostNanos();
        boolean late = ShownFrame.isLate(took, frame.clockNanos() - last.clockNanos(), framePeriodNanos);
        boolean uneven = Math.abs(off) > HALF;
        judge(off, uneven || late, last.hostNanos(), atNanos);
        if (!uneven && !late && took >= 0) {
            return;
        }
        if (stretch != null && changed && atNanos - changeEndsNanos > 0) {
            // What comes later has another cause than the change.
            close();
        }
        changed &= atNanos - changeEndsNanos <= 0;
        if (stretch != null && work.newest == null && isHitch(took) && isHitch(stretch.longestFrameNanos)) {
            // Without a sampler, no frame shows what the one before has caused, so each has a cause of its own.
            close();
        }
        extend(last.hostNanos(), atNanos);
        stretch.frozen += off < -HALF ? 1 : 0;
        stretch.jumping += off > HALF ? 1 : 0;
        stretch.late += late ? 1 : 0;
        if (took > stretch.longestFrameNanos) {
            stretch.longestFrameNanos = took;
            stretch.longestFrameAtNanos = atNanos;
        }
        if (-took > stretch.backNanos) {
            stretch.backNanos = -took;
            stretch.backFrame = last.number();
        }
    }

    private boolean isHitch(long tookNanos) {
        return tookNanos > HITCH * framePeriodNanos;
    }

    /** Judges each span in which no single frame was off by half: many frames may be off by less. */
    private void judge(double off, boolean disturbs, long fromNanos, long atNanos) {
        if (disturbs || stretch != null && !stretch.subtle || atNanos - spanNanos < 0) {
            beginSpan(Math.max(spanNanos, atNanos));
            return;
        }
        if (!Double.isNaN(off)) {
            squares += off * off;
            moving++;
        }
        if (!hasUneven && Math.abs(off) > UNEVEN) {
            hasUneven = true;
            unevenNanos = fromNanos;
        }
        if (atNanos - spanNanos < SPAN_NANOS) {
            return;
        }
        if (moving > 0 && Math.sqrt(squares / moving) > UNEVEN) {
            // Motion was even until the first uneven frame, unless the span before was uneven, too.
            extend(stretch == null ? unevenNanos : spanNanos, atNanos);
            stretch.subtle = true;
        }
        beginSpan(atNanos);
    }

    private void beginSpan(long nanos) {
        spanNanos = nanos;
        squares = 0;
        moving = 0;
        hasUneven = false;
    }

    /** Extends the stretch, or begins another one with the newest frame. */
    private void extend(long fromNanos, long toNanos) {
        if (stretch != null && fromNanos - stretch.endNanos > TOGETHER_NANOS) {
            close();
        }
        if (stretch == null) {
            stretch = new Stretch(fromNanos, delayNanos());
        }
        stretch.subtle = false;
        stretch.endNanos = Math.max(stretch.endNanos, toNanos);
    }

    private void close() {
        if (stretch == null) {
            return;
        }
        Stretch closed = stretch;
        stretch = null;
        closed.overruns = work.overruns;
        if (overload != null && causes.continues(closed, overload)) {
            overload.add(closed);
            findings.set(overloadFinding, causes.find(overload, firstNanos));
            return;
        }
        Finding finding = causes.find(closed, firstNanos);
        boolean begins = closed.startNanos - firstNanos < SETTLED_NANOS;
        // What lasts is found again later, and the picture stands still until there is something to show.
        boolean lasts = finding.cause() == Cause.FRAME_TIMES && closed.backNanos == 0
                || finding.cause() == Cause.ALLOWED_LATENESS
                || finding.cause() == Cause.UNKNOWN;
        if (!begins || !lasts) {
            if (causes.isOverload(closed)) {
                overload = closed;
                overloadFinding = findings.size();
            }
            findings.add(finding);
        }
    }

    /** Ends with the last frame. A log that is uneven has at least one finding. */
    void end(double judder) {
        close();
        Stretch all = new Stretch(firstNanos, delayNanos());
        all.endNanos += lengthNanos();
        all.overruns = work.overruns;
        Finding coarse = causes.coarse(all, firstNanos);
        if (coarse != null && findings.stream().noneMatch(each -> each.cause() == Cause.FRAME_TIMES)) {
            findings.add(coarse);
        } else if (findings.isEmpty() && judder > UNEVEN) {
            findings.add(causes.find(all, firstNanos));
        }
    }

    /** How far the picture is behind the clock. */
    private long delayNanos() {
        return before == null ? 0 : before.delayNanos() - before.leadNanos();
    }

    long lengthNanos() {
        return before == null ? 0 : before.hostNanos() - firstNanos;
    }
}
