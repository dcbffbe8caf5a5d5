package io.github.freestep.render.trace;

import io.github.freestep.render.display.MotionMeter;
import io.github.freestep.render.trace.log.MotionHandler;
import io.github.freestep.render.trace.log.ShownFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Measures the motion of a log. Not thread-safe. */
final class MotionScore implements MotionHandler {
    private static final long START_NANOS = 1_000_000_000;

    /** So few leads say nothing. */
    private static final int FEW = 30;

    /** The steps of clocks that some systems have. No display has refreshes 15.625 ms apart, and few 10 or 4 ms. */
    private static final long[] COARSE_NANOS = {15_625_000, 10_000_000, 4_000_000, 1_000_000};

    /** By how much a time may be off a multiple of a step. A clock of 15.625 ms, in milliseconds, has 15 and 16. */
    private static final double ROUNDED = 0.045;

    /** What happens in a smaller share of the frames does not show what clock their times are of. */
    private static final double RARE = 0.02;

    /** Measures the motion without the first second. */
    private final MotionMeter motion = new MotionMeter();

    private long startNanos;

    /** How much later each frame was made than the one before. */
    private final List<Long> periods = new ArrayList<>();

    /** How much later the time of each frame was than that of the one before. */
    private final List<Long> framePeriods = new ArrayList<>();

    /** By how much the frame times that the host passed were ahead of the clock; negative if they were behind it. */
    private final List<Long> leads = new ArrayList<>();

    private long shown;

    /** When the newest frame was made. */
    long lastNanos;

    private long lastFrameNanos;

    @Override
    public void frame(ShownFrame frame) {
        if (frame.hasState()) {
            startNanos = shown == 0 ? frame.hostNanos() : startNanos;
            shown++;
            leads.add(frame.leadNanos());
            motion.add(frame.frameNanos(), frame.simulationNanos(), frame.currentSimulationNanos(), frame.isPaused());
            if (frame.hostNanos() - startNanos <= START_NANOS) {
                motion.reset();
            }
        }
        if (lastNanos != 0) {
            periods.add(frame.clockNanos() - lastNanos);
            framePeriods.add(frame.frameNanos() - lastFrameNanos);
        }
        lastNanos = frame.clockNanos();
        lastFrameNanos = frame.frameNanos();
    }

    /** The median time between two frames of different instants: on a coarse clock, many frames are at the same one. */
    long framePeriodNanos() {
        List<Long> above0 = periods.stream().filter(each -> each > 0).sorted().toList();
        return above0.isEmpty() ? 1 : above0.get(above0.size() / 2);
    }

    /**
     * The step of the coarse clock that the host read for its frames; 0 if there is none. Such times are behind the
     * clock, in steps that clocks have, though the frames were made in between. Times of refreshes have other steps or
     * are ahead.
     */
    long coarseNanos() {
        if (leads.size() < FEW || leadNanos(1 - RARE) > 0) {
            return 0;
        }
        return Arrays.stream(COARSE_NANOS).filter(this::isStep).findFirst().orElse(0);
    }

    private boolean isStep(long stepNanos) {
        int others = 0;
        int uneven = 0;
        Map<Long, Integer> counts = new HashMap<>();
        for (int i = 0; i < periods.size(); i++) {
            long took = framePeriods.get(i);
            long count = Math.round((double) took / stepNanos);
            others += Math.abs(took - count * stepNanos) > ROUNDED * stepNanos ? 1 : 0;
            counts.merge(count, 1, Integer::sum);
            uneven += Math.abs(took - periods.get(i)) > stepNanos / 2 ? 1 : 0;
        }
        double rare = RARE * periods.size();
        // Refreshes that are 20 ms apart are also multiples of 10 ms, but not of an odd number of them.
        boolean hasSteps = counts.keySet().stream()
                .anyMatch(each -> counts.get(each) > rare && counts.getOrDefault(each + 1, 0) > rare);
        return others <= rare && uneven > rare && hasSteps;
    }

    /** The lead that this share of the frames is below; 0 after a few frames only. */
    long leadNanos(double share) {
        long below = (long) (share * leads.size());
        return leads.size() < FEW
                ? 0
                : leads.stream().sorted().skip(below).findFirst().orElseThrow();
    }

    MotionReport.Motion motion() {
        return new MotionReport.Motion(motion.judder(), motion.frozen(), motion.jumping());
    }
}
