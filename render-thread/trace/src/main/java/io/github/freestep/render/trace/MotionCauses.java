package io.github.freestep.render.trace;

import io.github.freestep.render.FrameMode;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.render.trace.MotionReport.Cause;
import io.github.freestep.render.trace.MotionReport.Finding;
import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.render.trace.log.Neighbour;
import io.github.freestep.render.trace.log.Neighbour.Kind;
import io.github.freestep.render.trace.log.SamplerSetup;
import io.github.freestep.render.trace.log.StateTimes;
import io.github.freestep.render.trace.log.TickWork;
import io.github.freestep.render.trace.log.VmPause;
import io.github.freestep.state.State;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks for the cause of a stretch of uneven motion among the states and pauses around it. Not thread-safe. */
final class MotionCauses {
    /** By how much the states of a stretch may be published outside of it. */
    private static final long AFTER_NANOS = 5_000_000;

    /** Times of different sources differ by less than this. */
    private static final long REPORTED_NANOS = 1_000_000;

    /** Lateness and drops below this are not reported. */
    static final long LATE_NANOS = 1_000_000;

    /** States that are further apart than this many gaps have others missing between them. */
    private static final double HOLE = 2.5;

    /** Two threads that stand still for nearly the same time were stopped together. */
    private static final double STOPPED = 0.75;

    /** A shorter stop means that the system ran other programs. A longer one means that the process was stopped. */
    private static final long STOPPED_NANOS = 400_000_000;

    /** A lead of frame times that varies by more than this is worth a word. */
    private static final long UNSTEADY_NANOS = 10_000_000;

    /** The share of leads that is left out at either end. */
    private static final double RARE = 0.05;

    /** A motion by whole ticks lasts, and the picture jumps at least at this share of the states. */
    private static final long LASTING_NANOS = 1_000_000_000;

    private static final double JUMPS = 0.5;

    /** What else happened does not matter to these. */
    private static final Set<Cause> EXPLAINED =
            Set.of(Cause.TIME_CHANGE, Cause.FRAME_TIMES, Cause.NEWEST_STATES, Cause.ALLOWED_LATENESS);

    private static final int NEIGHBOURS = 3;

    private static final String CHEAPER = "make that step cheaper, or spread its work over several ticks";

    private static final Found NOTHING = new Found(Cause.UNKNOWN, "", "");

    private static final String ELSEWHERE = "let another thread wait or read there, and pass on what it has";

    /** A collection is due to what was allocated in this time before it. */
    private static final long ALLOCATED_NANOS = 1_000_000_000;

    private static final String FEWER_SERVICES =
            "give the steps more time: fewer services on a thread, cheaper steps, or a lower rate";

    private static final String NO_REQUEST = "leave out that call, or let it do nothing: -XX:+DisableExplicitGC";

    private static final String FEWER_PAUSES =
            "allocate less, or choose a garbage collector with short pauses: -XX:+UseZGC";

    private static final String OTHER_PAUSES = "find what asks for it: a heap or thread dump, a debugger, an agent";

    private final MotionLog log;
    private final SamplerSetup setup;
    private final SamplerOptions options;
    private final long framePeriodNanos;
    private final PhysicsWork work;
    private final MotionScore score;
    private final Culprits culprits;

    MotionCauses(MotionLog log, MotionScore score, PhysicsWork work) {
        this.log = log;
        setup = log.setup;
        options = setup.options();
        this.score = score;
        framePeriodNanos = score.framePeriodNanos();
        this.work = work;
        culprits = new Culprits(log);
    }

    /** What was found: the cause, what happened, and what to change. */
    private record Found(Cause cause, String text, String advice) {}

    Finding find(Stretch stretch, long firstNanos) {
        return finding(found(stretch, firstNanos), stretch, firstNanos);
    }

    private Finding finding(Found found, Stretch stretch, long firstNanos) {
        String text = "at " + Wording.seconds(stretch.startNanos - firstNanos) + " s " + found.text()
                + seen(stretch.frozen, "froze") + seen(stretch.jumping, "jumped")
                + (EXPLAINED.contains(found.cause()) ? "" : neighbours(stretch, found.text()));
        long lost = found.cause() == Cause.TIME_CHANGE ? 0 : stretch.lostNanos(framePeriodNanos);
        return new Finding(found.cause(), stretch.startNanos, lost, text, found.advice());
    }

    private static String seen(int frames, String did) {
        return frames == 0 ? "" : "; " + Wording.count(frames, "frame") + " " + did;
    }

    /** The first that applies. What explains most comes first: a stopped process also makes states late. */
    private Found found(Stretch stretch, long firstNanos) {
        Found found = backward(stretch);
        found = found != null ? found : movesByTicks(stretch) ? newestStates() : null;
        found = found != null ? found : stopped(stretch, firstNanos);
        found = found != null ? found : isOverload(stretch) ? overload(stretch) : null;
        found = found != null ? found : timeChange(stretch);
        found = found != null ? found : late(stretch);
        String lost = lost(stretch);
        found = found != null || lost.isEmpty() ? found : slowed(lost);
        found = found != null ? found : newestStates();
        found = found != null ? found : coarseTimes();
        found = found != null ? found : unsteadyLead();
        return found != null
                ? found
                : new Found(
                        Cause.UNKNOWN,
                        "motion was uneven, and no state or frame was late",
                        "look at what else the host did then: the recording has only what is named here");
    }

    private static @Nullable Found backward(Stretch stretch) {
        return stretch.backNanos <= 0
                ? null
                : new Found(
                        Cause.FRAME_TIMES,
                        "the frame after frame " + Wording.tick(stretch.backFrame) + " had a time "
                                + Wording.span(stretch.backNanos) + " before it",
                        "pass times to sample(frameNanos) that never go back, or call sample()");
    }

    /** Whether the picture jumped from state to state. If it stood still, and jumped once, the states were late. */
    private boolean movesByTicks(Stretch stretch) {
        long took = stretch.endNanos - stretch.startNanos;
        return took >= LASTING_NANOS
                && (double) stretch.jumping * work.gapNanos() >= JUMPS * took * work.requestedScale;
    }

    /** The sampler does not smooth the steps from state to state. */
    private @Nullable Found newestStates() {
        return options.mode() != FrameMode.LATEST
                ? null
                : new Found(
                        Cause.NEWEST_STATES,
                        "the sampler showed the newest states as they are, so the picture moved by whole ticks",
                        "leave out mode(FrameMode.LATEST), or use FrameMode.EXTRAPOLATE for as little delay");
    }

    /** Neither thread ran for a while. */
    private @Nullable Found stopped(Stretch stretch, long firstNanos) {
        long toNanos = stretch.longestFrameAtNanos;
        long fromNanos = toNanos - stretch.longestFrameNanos;
        if (stretch.late == 0 || setup.isRemote() || setup.isInline() || !stoodStill(stretch, fromNanos, toNanos)) {
            return null;
        }
        long lateNanos = stretch.longestFrameNanos - framePeriodNanos;
        if (paused("", fromNanos, toNanos, lateNanos, "") != null) {
            return lateFrame(stretch);
        }
        if (!because(NOTHING, log.tickThreads, fromNanos, toNanos).equals(NOTHING)) {
            // Code of the physics thread ran or waited, so only the frames stood still.
            return null;
        }
        boolean isLong = lateNanos >= STOPPED_NANOS;
        return new Found(
                Cause.STOPPED,
                "neither the physics thread nor the frame loop ran for " + Wording.span(lateNanos) + " between "
                        + Wording.seconds(fromNanos - firstNanos) + " s and "
                        + Wording.seconds(toNanos - firstNanos) + " s: "
                        + (isLong ? "the process or the machine was stopped" : "the system gave them no core")
                        + lost(stretch),
                isLong
                        ? "nothing, if it was a debugger, a suspended machine or a SIGSTOP; otherwise find what stops"
                                + " the process"
                        : "leave a core free: other programs or threads took them all; and let the frame loop never"
                                + " wait for the physics thread");
    }

    /** Whether the physics thread began no tick and ended none while the host made no frame. */
    private boolean stoodStill(Stretch stretch, long fromNanos, long toNanos) {
        long took = toNanos - fromNanos;
        long dropped = droppedNanos(stretch);
        long before = Long.MIN_VALUE;
        for (TickWork each : work.all()) {
            long free = each.startedNanos() - Math.max(0, each.startedNanos() - each.dueNanos()) - dropped;
            long idleFrom = before == Long.MIN_VALUE ? free : Math.max(free, before);
            if (same(idleFrom, each.startedNanos(), fromNanos, toNanos, took)
                    || same(each.startedNanos(), each.endedNanos(), fromNanos, toNanos, took)) {
                return true;
            }
            before = each.endedNanos();
        }
        return false;
    }

    private static boolean same(long from, long to, long otherFrom, long otherTo, long took) {
        long common = Math.min(to, otherTo) - Math.max(from, otherFrom);
        return common > STOPPED * took && STOPPED * (to - from) < took;
    }

    /** Whether a stretch is due to steps that took longer than a tick, one after the other. */
    boolean isOverload(Stretch stretch) {
        Overruns overruns = stretch.overruns;
        return !setup.isRemote()
                && !stretch.hasPause
                && overruns != null
                && overruns.isOverload()
                && (stretch.late == 0 || stretch.uneven() > 0)
                && overruns.firstNanos - stretch.endNanos <= 0
                && overruns.lastNanos + 2 * overruns.periodNanos - stretch.startNanos >= 0;
    }

    /** Whether a stretch belongs to an earlier overload, or is the return from it. */
    boolean continues(Stretch stretch, Stretch overload) {
        return stretch.overruns == overload.overruns && isOverload(stretch)
                || !stretch.hasPause
                        && stretch.changes.stream()
                                .anyMatch(each -> each.before().isOverloaded() && isOwn(each));
    }

    /** Whether the service has changed the scale, or taken a change back. A pause has another reason than overload. */
    private static boolean isOwn(Stretch.Change change) {
        boolean takenBack = change.after().scale() == change.requestedScale();
        return !change.before().isPaused()
                && !change.after().isPaused()
                && (change.after().isOverloaded() || change.before().isOverloaded() && takenBack);
    }

    private Found overload(Stretch stretch) {
        Overruns overruns = stretch.overruns;
        return new Found(
                Cause.LONG_STEP,
                "steps took " + Wording.span(overruns.meanNanos) + " on average, and a tick is "
                        + Wording.span(overruns.periodNanos) + ", for "
                        + Wording.span(overruns.lastNanos - overruns.firstNanos) + " from tick "
                        + Wording.tick(overruns.firstTick) + " on"
                        + culprits.most(Kind.SAMPLE, log.tickThreads, overruns.firstNanos, overruns.lastNanos)
                        + lost(stretch),
                "make steps cheaper than a tick, or make ticks longer: with these steps the rate can be at most "
                        + Wording.rateFor(overruns.meanNanos));
    }

    /** The game has paused time, let it run again, or changed its scale. */
    private static @Nullable Found timeChange(Stretch stretch) {
        for (Stretch.Change each : stretch.changes) {
            double from = each.before().scale();
            double to = each.after().scale();
            if (from != to && !isOwn(each)) {
                String what = "the time scale changed from " + Wording.scale(from) + " to " + Wording.scale(to);
                what = from == 0 ? "time was resumed after a pause" : what;
                return new Found(
                        Cause.TIME_CHANGE,
                        to == 0 ? "time was paused" : what,
                        "nothing: the picture follows a pause or a change of the scale after its delay");
            }
        }
        return null;
    }

    /** Time that the service slowed down or dropped, although no step in the log is long. */
    private static Found slowed(String lost) {
        return new Found(Cause.LONG_STEP, "the service or its group could not keep up" + lost, FEWER_SERVICES);
    }

    /** How much time the service dropped, and how far it slowed time down, in words; empty for neither. */
    private static String lost(Stretch stretch) {
        double slowest = 1;
        for (Stretch.Change each : stretch.changes) {
            if (isOwn(each) && each.requestedScale() > 0) {
                double scale = Math.min(each.before().scale(), each.after().scale());
                slowest = Math.min(slowest, scale / each.requestedScale());
            }
        }
        long dropped = droppedNanos(stretch);
        return (slowest == 1
                        ? ""
                        : "; the service slowed time down, to " + Wording.scale(slowest) + " of the requested speed")
                + (dropped > LATE_NANOS ? "; the simulation dropped " + Wording.span(dropped) : "");
    }

    private static long droppedNanos(Stretch stretch) {
        double sum = 0;
        for (Stretch.Change each : stretch.changes) {
            if (!each.before().isPaused() && !each.after().isPaused()) {
                double lost = dropped(each.before(), each.after());
                sum += lost > LATE_NANOS ? lost : 0;
            }
        }
        return (long) sum;
    }

    static double dropped(StateTimes one, StateTimes other) {
        return (other.anchorNanos() - one.anchorNanos()) * one.scale()
                - (other.anchorSimulationNanos() - one.anchorSimulationNanos());
    }

    /** A late frame or a late state: whichever is later. */
    private @Nullable Found late(Stretch stretch) {
        Found state = stretch.late > 0 && stretch.uneven() == 0 ? null : lateState(stretch);
        return state == null && stretch.late > 0 ? lateFrame(stretch) : state;
    }

    private Found lateFrame(Stretch stretch) {
        long took = stretch.longestFrameNanos;
        long fromNanos = stretch.longestFrameAtNanos - took;
        long lateNanos = took - framePeriodNanos;
        String text = "the host made a frame " + Wording.span(lateNanos) + " late";
        Found paused = paused(text + ", because ", fromNanos, stretch.longestFrameAtNanos, lateNanos, lost(stretch));
        if (paused != null) {
            return paused;
        }
        List<TickWork> steps = setup.isInline() ? steps(fromNanos, stretch.longestFrameAtNanos) : List.of();
        long together = steps.stream().mapToLong(TickWork::stepNanos).sum();
        if (together - usualStepsNanos(steps) > Culprits.SHARE * lateNanos) {
            TickWork longest = steps.stream()
                    .max(Comparator.comparingLong(TickWork::stepNanos))
                    .orElseThrow();
            String others = longest.stepNanos() > Culprits.SHARE * lateNanos
                    ? ""
                    : Wording.count(steps.size(), "step") + " took " + Wording.span(together) + ", of which ";
            return longStep(
                    text + ", because " + others + "the step of tick " + Wording.tick(longest.tick()), longest, "");
        }
        long missing = (lateNanos + framePeriodNanos / 4) / framePeriodNanos;
        String gone = ": " + Wording.count(missing, "frame") + (missing == 1 ? " is" : " are") + " missing";
        Found found = new Found(
                Cause.LATE_FRAME,
                text + (missing > 0 ? gone : ""),
                "look at what the frame loop did before this frame: loading, a shader, waiting for the display");
        found = because(found, log.frameThreads, fromNanos, stretch.longestFrameAtNanos);
        String display = culprits.longest(Kind.DISPLAY, log.frameThreads, fromNanos, stretch.longestFrameAtNanos, took);
        return display.isEmpty() || found.advice.equals(ELSEWHERE)
                ? found
                : new Found(
                        Cause.MISSED_REFRESH,
                        text + display + ", where it waits for the display and the GPU",
                        "let the GPU finish earlier: cheaper frames, fewer uploads at once; and leave a core free");
    }

    private Found longStep(String which, TickWork step, String more) {
        Found found = new Found(Cause.LONG_STEP, which + " took " + Wording.span(step.stepNanos()) + more, CHEAPER);
        return because(found, log.tickThreads, step.startedNanos(), step.endedNanos());
    }

    /** Adds the code of a thread to what was found: what it waited for, or else where it was. */
    private Found because(Found found, Set<Long> threads, long fromNanos, long toNanos) {
        // What paces a loop is shorter than a frame.
        long lost = Math.max(toNanos - fromNanos, 3 * framePeriodNanos);
        String wait = culprits.longest(Kind.WAIT, threads, fromNanos, toNanos, lost);
        String code = wait.isEmpty() ? culprits.most(Kind.SAMPLE, threads, fromNanos, toNanos) : wait;
        return new Found(found.cause, found.text + code, wait.isEmpty() ? found.advice : ELSEWHERE);
    }

    /** How long the steps of a frame take otherwise, because those made no frame late. */
    private long usualStepsNanos(List<TickWork> late) {
        List<TickWork> others =
                work.all().stream().filter(each -> !late.contains(each)).toList();
        if (others.size() < 2) {
            return 0;
        }
        long took = others.stream().mapToLong(TickWork::stepNanos).sum();
        long span = others.get(others.size() - 1).endedNanos() - others.get(0).startedNanos();
        return span <= 0 ? 0 : (long) ((double) took / span * framePeriodNanos);
    }

    /** The steps between two times. */
    private List<TickWork> steps(long fromNanos, long toNanos) {
        return work.all().stream()
                .filter(each -> each.endedNanos() - fromNanos > 0 && each.startedNanos() - toNanos < 0)
                .toList();
    }

    /** The latest state of the stretch, and what made it late; null if no state was as late as the latest frame. */
    private @Nullable Found lateState(Stretch stretch) {
        Found hole = setup.isRemote() ? hole(stretch) : null;
        if (hole != null) {
            return hole;
        }
        List<TickWork> all = work.all();
        int worst = -1;
        long usual = Long.MAX_VALUE;
        for (int i = 0; i < all.size(); i++) {
            TickWork each = all.get(i);
            usual = Math.min(usual, each.lateNanos());
            if (isIn(stretch, each.endedNanos())
                    && (worst < 0 || each.lateNanos() > all.get(worst).lateNanos())) {
                worst = i;
            }
        }
        if (worst < 0) {
            return null;
        }
        TickWork late = all.get(worst);
        long gap = work.gapNanos();
        long between = options.mode() == FrameMode.INTERPOLATE && work.requestedScale > 0
                ? (long) (gap / work.requestedScale)
                : 0;
        // The lateness that the picture's delay covered when the stretch began, in wall time.
        long hidden = Math.max(0, stretch.delayNanos - between);
        if (stretch.subtle) {
            // What is bridged is even until the error is blended out.
            hidden = Math.min(hidden, (setup.window() - 2) * gap);
        }
        if (options.allowedLatenessNanos() >= 0
                && !setup.isInline()
                && late.lateNanos() > hidden + REPORTED_NANOS
                && late.lateNanos() <= (setup.window() - 2) * gap + usual) {
            return tooShort(late, usual);
        }
        long bridged = !stretch.subtle ? between : 0;
        boolean isCause = late.lateNanos() > Math.max(usual, hidden + bridged) + LATE_NANOS;
        // After a pause of all threads, the sampler misses most of the states that were late.
        boolean isLatest = stretch.late == 0 || late.lateNanos() >= stretch.longestFrameNanos - framePeriodNanos;
        return isCause && isLatest ? cause(all, worst, stretch) : null;
    }

    /**
     * Whether something happened in a stretch. What ends it may come after its last frame: a window that hides the late
     * states makes the frame that acquires them an even one.
     */
    private boolean isIn(Stretch stretch, long nanos) {
        long after = Math.max(AFTER_NANOS, framePeriodNanos);
        return nanos - (stretch.startNanos - AFTER_NANOS) >= 0 && nanos - (stretch.endNanos + after) <= 0;
    }

    private Found tooShort(TickWork late, long usual) {
        return new Found(
                Cause.ALLOWED_LATENESS,
                "the picture waits for states that are late by up to "
                        + Wording.span(options.allowedLatenessNanos()) + ", and these were "
                        + (late.lateNanos() - usual < LATE_NANOS ? "" : "up to ") + Wording.span(late.lateNanos())
                        + " late",
                "leave out allowedLateness, so that it adapts, or allow at least "
                        + Wording.span(late.lateNanos() + REPORTED_NANOS));
    }

    /** States that are missing between two others. */
    private @Nullable Found hole(Stretch stretch) {
        long gap = work.gapNanos();
        StateTimes before = null;
        for (StateTimes each : work.states) {
            if (before != null
                    && isIn(stretch, each.publishedNanos())
                    && each.simulationNanos() - before.simulationNanos() > HOLE * gap) {
                return hole(before, each);
            }
            before = each;
        }
        return null;
    }

    private static Found hole(StateTimes before, StateTimes late) {
        String text =
                "no state came over the network for " + Wording.span(late.publishedNanos() - before.publishedNanos());
        long lost = late.predecessorTick() == State.NO_TICK ? 0 : late.tick() - before.tick() - 1;
        return network(
                lost > 0 ? text + ", and " + lost + (lost == 1 ? " tick has" : " ticks have") + " no state" : text);
    }

    private static Found network(String text) {
        return new Found(Cause.NETWORK_HOLE, text, "look at the link: it lost datagrams or held them back");
    }

    private Found cause(List<TickWork> all, int worst, Stretch stretch) {
        TickWork late = all.get(worst);
        // Due times begin again where time is dropped.
        long dropped = droppedNanos(stretch);
        String text = "tick " + Wording.tick(late.tick()) + " was published " + Wording.span(late.lateNanos() + dropped)
                + " late, because ";
        String covers = covers() + lost(stretch);
        if (setup.isRemote()) {
            return network(text + "the network was late" + covers);
        }
        int root = root(all, worst);
        int longest = root;
        int idlest = root;
        long excess = 0;
        for (int i = root; i <= worst; i++) {
            longest = all.get(i).stepNanos() > all.get(longest).stepNanos() ? i : longest;
            // Mutants: of two that have waited equally long, either may be named.
            idlest = idleNanos(all, i) > idleNanos(all, idlest) ? i : idlest;
            excess += Math.max(0, all.get(i).stepNanos() - work.periodNanos());
        }
        TickWork first = all.get(root);
        long sinceNanos = Math.min(first.dueNanos(), first.startedNanos());
        Found paused = paused(text, sinceNanos, late.endedNanos(), late.lateNanos(), covers);
        if (paused != null) {
            return paused;
        }
        TickWork step = all.get(longest);
        long idle = idleNanos(all, idlest);
        if (Math.max(excess, step.stepNanos()) >= idle) {
            String which = longest == worst ? "its step" : "the step of tick " + Wording.tick(step.tick());
            return longStep(text + which, step, covers);
        }
        TickWork waited = all.get(idlest);
        String other =
                culprits.longest(Kind.STEP, log.tickThreads, waited.startedNanos() - idle, waited.startedNanos(), idle);
        if (!other.isEmpty()) {
            return new Found(
                    Cause.LONG_STEP, text + "the physics thread was not free" + other + covers, FEWER_SERVICES);
        }
        String which = idlest == worst ? "it" : "tick " + Wording.tick(waited.tick());
        return new Found(
                Cause.LATE_WAKE_UP,
                text + "the physics thread began " + which + " " + Wording.span(idle + dropped)
                        + " late, although it was free" + covers,
                "leave a core free for the physics thread, or step in the frame loop with builder.inline()");
    }

    /**
     * Goes back to the tick with which the lateness began: while the thread was busy, each tick waited for the last.
     */
    private static int root(List<TickWork> all, int worst) {
        int root = worst;
        while (root > 0 && all.get(root).dueNanos() - all.get(root - 1).endedNanos() < 0) {
            root--;
        }
        return root;
    }

    /** For how long a tick was due and the thread was free. */
    private static long idleNanos(List<TickWork> all, int index) {
        TickWork each = all.get(index);
        long free = index == 0
                ? each.dueNanos()
                : Math.max(each.dueNanos(), all.get(index - 1).endedNanos());
        return each.startedNanos() - free;
    }

    /** What lateness the window can hide when interpolating: n - 2 gaps. */
    private String covers() {
        long gap = work.gapNanos();
        return gap == 0 || options.mode() != FrameMode.INTERPOLATE
                ? ""
                : "; the window covers " + Wording.span(Math.max(0, setup.window() - 2) * gap);
    }

    /** What is wrong with the frame times of a whole log; null if they are fine. */
    @Nullable Finding coarse(Stretch all, long firstNanos) {
        Found found = coarseTimes();
        return found == null ? null : finding(found, all, firstNanos);
    }

    /** Frame times of a coarse clock: the motion is even by them, and not on the screen. */
    private @Nullable Found coarseTimes() {
        long step = score.coarseNanos();
        return step == 0
                ? null
                : new Found(
                        Cause.FRAME_TIMES,
                        "the frame times that the host passed came in steps of " + step / 1e6
                                + " ms, as of a coarse clock",
                        "call sample(), or pass times of a finer clock; if they are refreshes of a display, keep them");
    }

    /** Frame times whose distance from the clock varies. */
    private @Nullable Found unsteadyLead() {
        long least = score.leadNanos(RARE);
        long most = score.leadNanos(1 - RARE);
        return most - least < UNSTEADY_NANOS
                ? null
                : new Found(
                        Cause.FRAME_TIMES,
                        "the frame times that the host passed were from " + fromClock(least) + " to " + fromClock(most),
                        "call sample(), or pass times at a steadier distance from the clock: the window hides less"
                                + " lateness the more it varies");
    }

    private static String fromClock(long leadNanos) {
        return Wording.span(Math.abs(leadNanos)) + (leadNanos < 0 ? " behind" : " ahead of") + " the clock";
    }

    /** How the virtual machine paused all threads; null if that does not explain the lateness. */
    private @Nullable Found paused(String before, long fromNanos, long toNanos, long lateNanos, String after) {
        long common = 0;
        long length = 0;
        int count = 0;
        long sinceNanos = Long.MAX_VALUE;
        Set<String> reasons = new TreeSet<>();
        // A collection may be recorded a second time, as an operation of the virtual machine that ends after it.
        for (int i = log.pauses.size() - 1; i >= 0; i--) {
            VmPause each = log.pauses.get(i);
            long start = each.startNanos();
            long end = start + each.lengthNanos();
            if (Math.min(end, toNanos) > Math.max(start, fromNanos)) {
                long until = Math.max(start, Math.min(end, sinceNanos));
                common += Math.max(0, Math.min(until, toNanos) - Math.max(start, fromNanos));
                length += until - start;
                count += until == end ? 1 : 0;
                reasons.add(each.reason());
            }
            sinceNanos = Math.min(sinceNanos, start);
        }
        if (count == 0 || common + REPORTED_NANOS < Culprits.SHARE * lateNanos) {
            return null;
        }
        String text = before + "the virtual machine paused all threads for " + Wording.span(length)
                + (count == 1 ? "" : " in " + count + " pauses") + " (" + String.join(", ", reasons) + ")" + after;
        String request = culprits.longest(Kind.REQUEST, Set.of(), fromNanos, toNanos, 0);
        if (request.isEmpty() && reasons.stream().allMatch(each -> each.contains("ollect"))) {
            // A long frame may have allocated at its beginning.
            long allocatedNanos = Math.min(fromNanos, toNanos - ALLOCATED_NANOS);
            String code = culprits.most(Kind.ALLOCATION, Set.of(), allocatedNanos, toNanos);
            return new Found(Cause.VM_PAUSE, text + code, FEWER_PAUSES);
        }
        return new Found(Cause.VM_PAUSE, text + request, request.isEmpty() ? OTHER_PAUSES : NO_REQUEST);
    }

    /** What else happened during a stretch, in words; at most three things. */
    private String neighbours(Stretch stretch, String named) {
        long from = stretch.startNanos - AFTER_NANOS;
        long to = stretch.endNanos + AFTER_NANOS;
        Set<Long> threads = new HashSet<>(log.frameThreads);
        threads.addAll(log.tickThreads);
        // Shorter waits are those that pace the threads.
        Stream<Neighbour> waits = culprits.all(Kind.WAIT, threads, from, to)
                .filter(each -> each.endNanos() - each.startNanos() > framePeriodNanos);
        String also = Stream.concat(waits, culprits.all(Kind.OTHER, Set.of(), from, to))
                .map(Neighbour::text)
                .filter(text -> !named.contains(text))
                .distinct()
                .limit(NEIGHBOURS)
                .collect(Collectors.joining(", "));
        return also.isEmpty() ? "" : "; meanwhile, " + also;
    }
}
