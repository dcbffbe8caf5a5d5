package io.github.freestep.render.trace;

import io.github.freestep.render.FrameMode;
import io.github.freestep.render.trace.MotionReport.Cause;
import io.github.freestep.render.trace.MotionReport.Finding;
import io.github.freestep.state.State;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Looks for the cause of a stretch of uneven motion among the states and pauses around it. Not thread-safe. */
final class MotionCauses {
    private static final double MILLI = 1e6;

    /** How much later the states of the stretch may be published: the frame that acquired them is the last one. */
    private static final long AFTER_NANOS = 5_000_000;

    /** Pauses of the garbage collector count if they cover at least this share of the lateness. */
    private static final double SHARE = 0.4;

    /** Pauses are reported in whole milliseconds. */
    private static final long REPORTED_NANOS = 1_000_000;

    /** Lateness and drops below this are not reported. */
    private static final long LATE_NANOS = 1_000_000;

    /** States that are further apart than this many gaps have others missing between them. */
    private static final double HOLE = 2.5;

    private final RecordedOptions options;
    private final ArrayDeque<StateTimes> states;
    private final ArrayDeque<long[]> pauses;

    MotionCauses(RecordedOptions options, ArrayDeque<StateTimes> states, ArrayDeque<long[]> pauses) {
        this.options = options;
        this.states = states;
        this.pauses = pauses;
    }

    Finding find(MotionFindings.Stretch stretch, long firstNanos, long framePeriodNanos) {
        String at = "at " + seconds(stretch.startNanos - firstNanos) + " s ";
        int uneven = stretch.frozen + stretch.jumping;
        Found found = changed(stretch);
        if (found == null) {
            long frameLateNanos = stretch.late > 0 ? stretch.longestFrameNanos - framePeriodNanos : 0;
            Found state = stretch.late > 0 && uneven == 0 ? null : lateState(stretch, frameLateNanos);
            found = state == null && stretch.late > 0 ? lateFrame(stretch, framePeriodNanos) : state;
        }
        if (found == null) {
            found = new Found(Cause.UNKNOWN, -1, "motion was uneven, and no state or frame was late");
        }
        return new Finding(
                found.cause(),
                stretch.startNanos,
                stretch.endNanos - stretch.startNanos,
                found.tick(),
                Math.max(uneven, stretch.late),
                at + found.text() + seen(stretch));
    }

    private record Found(Cause cause, long tick, String text) {}

    private static String seen(MotionFindings.Stretch stretch) {
        StringBuilder text = new StringBuilder();
        if (stretch.frozen > 0) {
            text.append("; ").append(frames(stretch.frozen)).append(" froze");
        }
        if (stretch.jumping > 0) {
            text.append("; ").append(frames(stretch.jumping)).append(" jumped");
        }
        return text.toString();
    }

    private static String frames(int count) {
        return count == 1 ? "1 frame" : count + " frames";
    }

    /** A change of time: a pause, another scale, or dropped time. */
    private @Nullable Found changed(MotionFindings.Stretch stretch) {
        Found found = null;
        for (MotionFindings.Change each : stretch.changes) {
            Found change = change(each.before(), each.after(), stretch);
            found = found == null || change.cause() == Cause.PAUSE ? change : found;
        }
        return found;
    }

    /** Whether time changed between two states: a pause, another scale, or dropped time. */
    boolean changes(StateTimes one, StateTimes other) {
        // A receiver moves its anchors all the time, as it learns of the sender's clock.
        return one.scaleNumerator() != other.scaleNumerator()
                || one.scaleDenominator() != other.scaleDenominator()
                || !options.remote() && dropped(one, other) > LATE_NANOS;
    }

    private static double dropped(StateTimes one, StateTimes other) {
        return (other.anchorNanos() - one.anchorNanos()) * ((double) one.scaleNumerator() / one.scaleDenominator())
                - (other.anchorSimulationNanos() - one.anchorSimulationNanos());
    }

    private Found change(StateTimes before, StateTimes after, MotionFindings.Stretch stretch) {
        if (before.isPaused() || after.isPaused()) {
            return new Found(
                    Cause.PAUSE, after.tick(), "time was " + (after.isPaused() ? "paused" : "resumed after a pause"));
        }
        double from = (double) before.scaleNumerator() / before.scaleDenominator();
        double to = (double) after.scaleNumerator() / after.scaleDenominator();
        if (from != to) {
            return new Found(
                    Cause.SCALE_CHANGE,
                    after.tick(),
                    String.format(Locale.ROOT, "the time scale changed from %.3g to %.3g", from, to));
        }
        long lost = (long) dropped(before, after);
        String paused = paused(stretch.startNanos, stretch.endNanos, lost);
        return paused != null
                ? new Found(
                        Cause.GC_PAUSE, after.tick(), paused + ", and the simulation dropped " + millis(lost) + " ms")
                : new Found(
                        Cause.DROPPED_TIME,
                        after.tick(),
                        "the simulation could not keep up, and dropped " + millis(lost) + " ms");
    }

    private @Nullable Found lateFrame(MotionFindings.Stretch stretch, long framePeriodNanos) {
        long took = stretch.longestFrameNanos;
        long begins = stretch.longestFrameAtNanos - took;
        String paused = paused(begins, stretch.longestFrameAtNanos, took - framePeriodNanos);
        String text = "the host made a frame " + millis(took - framePeriodNanos) + " ms late";
        if (paused != null) {
            return new Found(Cause.GC_PAUSE, -1, text + ", because " + paused);
        }
        long missing = Math.round((double) took / framePeriodNanos) - 1;
        return new Found(
                Cause.LATE_FRAME,
                -1,
                text
                        + (missing > 0
                                ? ": " + frames((int) missing) + (missing == 1 ? " is" : " are") + " missing"
                                : ""));
    }

    /** The latest state of the stretch, and what made it late; null if no state was as late as the latest frame. */
    private @Nullable Found lateState(MotionFindings.Stretch stretch, long frameLateNanos) {
        List<StateTimes> all = states.stream()
                .filter(state -> !state.isAgain() && !state.isPaused())
                .toList();
        int worst = -1;
        long usual = Long.MAX_VALUE;
        for (int i = 0; i < all.size(); i++) {
            StateTimes each = all.get(i);
            usual = Math.min(usual, each.lateNanos());
            boolean isIn = each.publishedNanos() - (stretch.startNanos - AFTER_NANOS) >= 0
                    && each.publishedNanos() - (stretch.endNanos + AFTER_NANOS) <= 0;
            if (isIn && (worst < 0 || each.lateNanos() > all.get(worst).lateNanos())) {
                worst = i;
            }
        }
        Found hole = hole(all, stretch);
        boolean isLate = worst >= 0 && all.get(worst).lateNanos() - usual > LATE_NANOS;
        if (!isLate || hole != null && options.remote()) {
            return hole;
        }
        // After a pause of all threads, the sampler misses most of the states that were late.
        return all.get(worst).lateNanos() < frameLateNanos ? null : cause(all, worst);
    }

    /** States that are missing between two others. */
    private @Nullable Found hole(List<StateTimes> all, MotionFindings.Stretch stretch) {
        long gap = gapNanos(all);
        for (int i = 1; i < all.size(); i++) {
            StateTimes each = all.get(i);
            StateTimes before = all.get(i - 1);
            boolean isIn = each.publishedNanos() - (stretch.startNanos - AFTER_NANOS) >= 0
                    && each.publishedNanos() - (stretch.endNanos + AFTER_NANOS) <= 0;
            if (isIn && each.simulationNanos() - before.simulationNanos() > HOLE * gap) {
                return options.remote()
                        ? new Found(Cause.NETWORK_HOLE, each.tick(), hole(before, each))
                        : new Found(
                                Cause.UNKNOWN,
                                each.tick(),
                                "the ticks from " + tick(before.tick() + 1) + " to " + tick(each.tick() - 1)
                                        + " have no state in the trace");
            }
        }
        return null;
    }

    /** The least time between two states, in simulation time. */
    private static long gapNanos(List<StateTimes> all) {
        long gap = Long.MAX_VALUE;
        for (int i = 1; i < all.size(); i++) {
            long each = all.get(i).simulationNanos() - all.get(i - 1).simulationNanos();
            gap = each > 0 ? Math.min(gap, each) : gap;
        }
        return gap;
    }

    private Found cause(List<StateTimes> all, int worst) {
        StateTimes late = all.get(worst);
        String text = "tick " + tick(late.tick()) + " was published " + millis(late.lateNanos()) + " ms late, because ";
        String covers = covers(all);
        int root = root(all, worst);
        StateTimes first = all.get(root);
        String paused =
                paused(Math.min(first.dueNanos(), first.startedNanos()), late.publishedNanos(), late.lateNanos());
        if (paused != null) {
            return new Found(Cause.GC_PAUSE, late.tick(), text + paused + covers);
        }
        if (options.remote()) {
            return new Found(
                    Cause.NETWORK_HOLE,
                    late.tick(),
                    text + (worst == 0 ? "the network was late" : hole(all.get(worst - 1), late)) + covers);
        }
        String which = root == worst ? "its step" : "the step of tick " + tick(first.tick());
        long free = root == 0
                ? first.dueNanos()
                : Math.max(first.dueNanos(), all.get(root - 1).publishedNanos());
        long waking = first.startedNanos() - free;
        if (waking > first.stepNanos()) {
            return new Found(
                    Cause.LATE_WAKE_UP,
                    late.tick(),
                    text + "the physics thread began " + (root == worst ? "it" : "tick " + tick(first.tick())) + " "
                            + millis(waking) + " ms late, although it was free" + covers);
        }
        return new Found(
                Cause.LONG_STEP, late.tick(), text + which + " took " + millis(first.stepNanos()) + " ms" + covers);
    }

    /** Goes back to the tick with which the lateness began: while the thread was busy, each tick waited for the last. */
    private int root(List<StateTimes> all, int worst) {
        int root = worst;
        int longest = worst;
        while (root > 0 && all.get(root).dueNanos() - all.get(root - 1).publishedNanos() < 0 && !options.remote()) {
            root--;
            longest = trouble(all, root) > trouble(all, longest) ? root : longest;
        }
        return longest;
    }

    /** How much a tick alone contributed to lateness. */
    private static long trouble(List<StateTimes> all, int index) {
        StateTimes state = all.get(index);
        long free = index == 0
                ? state.dueNanos()
                : Math.max(state.dueNanos(), all.get(index - 1).publishedNanos());
        return Math.max(state.stepNanos(), state.startedNanos() - free);
    }

    private static String hole(StateTimes before, StateTimes late) {
        String hole =
                "no state came over the network for " + millis(late.publishedNanos() - before.publishedNanos()) + " ms";
        long lost = late.predecessorTick() == State.NO_TICK ? 0 : late.tick() - before.tick() - 1;
        return lost > 0 ? hole + ", and " + lost + (lost == 1 ? " tick has no state" : " ticks have no state") : hole;
    }

    /** What lateness the window can hide when interpolating: n - 2 gaps. */
    private String covers(List<StateTimes> all) {
        long gap = gapNanos(all);
        return gap == Long.MAX_VALUE || options.mode() != FrameMode.INTERPOLATE
                ? ""
                : "; the window covers " + millis(Math.max(0, options.window() - 2) * gap) + " ms";
    }

    /**
     * Returns how long collectors paused all threads, in words; null if that does not explain a lateness between two
     * times.
     */
    private @Nullable String paused(long fromNanos, long toNanos, long lateNanos) {
        long common = 0;
        long length = 0;
        int count = 0;
        for (long[] each : pauses) {
            long inside = Math.min(each[0] + each[1], toNanos) - Math.max(each[0], fromNanos);
            if (inside > 0) {
                common += inside;
                length += each[1];
                count++;
            }
        }
        if (count == 0 || common + REPORTED_NANOS < SHARE * lateNanos) {
            return null;
        }
        return "the garbage collector paused all threads for " + millis(length) + " ms"
                + (count == 1 ? "" : " in " + count + " pauses");
    }

    private static String tick(long tick) {
        return String.format(Locale.ROOT, "%,d", tick);
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.2f", nanos / 1e9);
    }

    private static String millis(long nanos) {
        double millis = nanos / MILLI;
        return String.format(Locale.ROOT, Math.abs(millis) < 9.95 ? "%.1f" : "%.0f", millis);
    }
}
