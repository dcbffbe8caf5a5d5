package io.github.freestep.tools.diagnose;

import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.trace.log.MotionHandler;
import io.github.freestep.render.trace.log.MotionLog;
import io.github.freestep.render.trace.log.ShownFrame;
import io.github.freestep.render.trace.log.TickWork;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.TimeAnchor;
import io.github.freestep.time.VirtualClock;
import io.github.freestep.tools.report.Lane;
import io.github.freestep.tools.report.MotionDrawing;
import io.github.freestep.tools.report.MotionLane;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Two seconds of a game without Freestep: a ball as its frames have shown it, and as Freestep would have, with the same
 * steps on a thread of their own. The other times of the frames stay as they were.
 */
final class LoopPicture implements MotionHandler {
    /** The refreshes of a display on which most games run. */
    private static final int FPS = 60;

    private static final double REFRESH_NANOS = 1e9 / FPS;
    private static final int LEG_FRAMES = MotionDrawing.FRAMES / 2;

    /** Only a frame that takes more than this many usual periods becomes shorter without its steps. */
    private static final double LONGER = 1.3;

    /** When each frame of the game ended, and how long its steps had taken. */
    private final List<Long> ends = new ArrayList<>();

    private final List<Long> stepsOfFrames = new ArrayList<>();
    private final List<Long> steps = new ArrayList<>();
    private long stepsNanos;
    private final long periodNanos;
    private int longest = 1;
    private int mostStepped = 1;

    LoopPicture(MotionLog log, double periodMillis) {
        periodNanos = Math.max(1, Math.round(periodMillis * 1e6));
        log.run(this);
    }

    @Override
    public void tick(TickWork work) {
        if (ends.isEmpty()) {
            // Of a frame that is not drawn.
            return;
        }
        steps.add(work.stepNanos());
        stepsNanos += work.stepNanos();
    }

    @Override
    public void frame(ShownFrame frame) {
        ends.add(frame.hostNanos());
        stepsOfFrames.add(stepsNanos);
        stepsNanos = 0;
        int newest = ends.size() - 1;
        if (newest > 1) {
            longest = took(newest) > took(longest) ? newest : longest;
            mostStepped = stepsOfFrames.get(newest) > stepsOfFrames.get(mostStepped) ? newest : mostStepped;
        }
    }

    private long took(int frame) {
        return ends.get(frame) - ends.get(frame - 1);
    }

    /**
     * Returns drawings around the longest frame, and around the one with the longest steps if that is another; empty if
     * there are not two frames.
     */
    String svg() {
        if (ends.size() < 2) {
            return "";
        }
        String worst = svg(longest, "longest frame");
        return steps.isEmpty() || longest == mostStepped
                ? worst
                : worst + svg(mostStepped, "frame of the longest step");
    }

    private String svg(int frame, String which) {
        return MotionDrawing.svg(
                "Two seconds at 1/" + MotionDrawing.SLOWER + " speed, around the " + which + ". Bars: how far the"
                        + " picture moves per refresh of 1/" + FPS + " s.",
                lanes(frame),
                FPS);
    }

    private List<Lane> lanes(int frame) {
        long begin = Math.max(ends.get(0), ends.get(frame) - took(frame) - Math.round(LEG_FRAMES * REFRESH_NANOS));
        Lane recorded = lane("as it was", false, recorded(), begin);
        TreeMap<Long, Long> byFreestep = steps.isEmpty() ? new TreeMap<>() : byFreestep();
        return byFreestep.isEmpty()
                ? List.of(recorded)
                : List.of(
                        recorded,
                        lane("by Freestep, with the same steps on a thread of their own", true, byFreestep, begin));
    }

    /** The lanes around the longest frame. */
    List<Lane> lanes() {
        return lanes(longest);
    }

    /** What was on the screen: from the end of each frame on, the time at which it began. */
    private TreeMap<Long, Long> recorded() {
        TreeMap<Long, Long> shown = new TreeMap<>();
        for (int i = 1; i < ends.size(); i++) {
            shown.put(ends.get(i), ends.get(i - 1));
        }
        return shown;
    }

    /** What frames without steps would have shown, sampled from states that come at the mean rate of the steps. */
    private TreeMap<Long, Long> byFreestep() {
        long first = ends.get(0);
        long gap = Math.max(1, (ends.get(ends.size() - 1) - first) / steps.size());
        VirtualClock clock = new VirtualClock(first);
        StatePublisher publisher = StatePublisher.of(StateLayout.of(1), 4, clock, false);
        TimeAnchor anchor = new TimeAnchor();
        TreeMap<Long, Long> shown = new TreeMap<>();
        try (FrameSampler sampler = FrameSampler.builder(publisher.states()).open()) {
            int tick = 0;
            long ended = first;
            long begun = first;
            for (long end : ends()) {
                while (tick < steps.size()) {
                    long started = Math.max(ended, first + tick * gap);
                    if (started + steps.get(tick) > begun) {
                        break;
                    }
                    ended = started + steps.get(tick);
                    publisher.begin(tick, first + tick * gap, anchor, started);
                    publisher.publish(ended);
                    tick++;
                }
                clock.advance(begun - clock.nanoTime());
                long simulation = sampler.sample().simulationNanos();
                if (tick > 0) {
                    shown.put(end, simulation);
                }
                begun = end;
            }
        }
        return shown;
    }

    /** When frames would have ended without their steps, whose time is filled with frames of the usual length. */
    private List<Long> ends() {
        List<Long> without = new ArrayList<>();
        for (int i = 1; i < ends.size(); i++) {
            long took = took(i);
            long left = took > LONGER * periodNanos ? Math.max(periodNanos, took - stepsOfFrames.get(i)) : took;
            for (long end = ends.get(i - 1) + left; end < ends.get(i); end += periodNanos) {
                without.add(end);
            }
            if (ends.get(i) - (without.isEmpty() ? ends.get(0) : without.get(without.size() - 1)) >= periodNanos / 2) {
                without.add(ends.get(i));
            }
        }
        return without;
    }

    private static Lane lane(String label, boolean isOurs, TreeMap<Long, Long> shown, long begin) {
        long[] refreshes = new long[MotionDrawing.FRAMES + 1];
        for (int i = 0; i < refreshes.length; i++) {
            Long at = shown.floorKey(begin + Math.round((i + 0.5) * REFRESH_NANOS));
            refreshes[i] = at == null ? shown.firstEntry().getValue() : shown.get(at);
        }
        MotionLane lane = new MotionLane(refreshes, begin, REFRESH_NANOS);
        return new Lane(label, isOurs, lane.places(LEG_FRAMES), lane.speeds());
    }
}
