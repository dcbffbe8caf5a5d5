package io.github.freestep.render.trace;

import io.github.freestep.render.DisplayMeter;
import io.github.freestep.render.trace.log.DisplayTime;
import io.github.freestep.render.trace.log.MotionHandler;
import io.github.freestep.render.trace.log.ShownFrame;
import io.github.freestep.render.trace.log.StateTimes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Measures the motion of a log or of a trial. Not thread-safe. */
final class MotionScore implements MotionHandler {
    private static final int BINS = 400;
    private static final double BIN_NANOS = 250_000;

    /** What is later than this can't be hidden by any window. */
    private static final long MOST_LATE_NANOS = 500_000_000;

    private static final long START_NANOS = 1_000_000_000;

    private final Evenness all = new Evenness();

    /** Without the first second. */
    private final Evenness settled = new Evenness();

    private final List<Settled> frames = new ArrayList<>();
    private final Map<Long, Long> displayNanos = new HashMap<>();
    private long newestDisplayed;

    /** The newest frame that showed something. */
    private @Nullable ShownFrame before;

    private boolean begun;
    private long startNanos;
    private double wallPerSimulation;

    /** How many frames came after which time, for the median. */
    private final long[] periods = new long[BINS];

    private final long[] periodSums = new long[BINS];

    private long shown;
    private long lateNanos;
    private double delays;
    private long lastNanos;
    private long lastSimulationNanos = -1;
    private long gapNanos = Long.MAX_VALUE;
    private long lastTick;
    private long ticks = Long.MAX_VALUE;

    /** A frame after the first second, and how much wall time was one unit of simulation time. */
    private record Settled(ShownFrame frame, double wallPerSimulation) {}

    /** As {@link io.github.freestep.render.MotionMeter} counts. */
    private static final class Evenness {
        private static final double HALF = 0.5;

        private long moving;
        private double squares;
        long frozen;
        long jumping;

        void add(double off) {
            moving++;
            squares += off * off;
            frozen += off < -HALF ? 1 : 0;
            jumping += off > HALF ? 1 : 0;
        }

        double judder() {
            return moving == 0 ? 0 : Math.sqrt(squares / moving);
        }
    }

    @Override
    public void frame(ShownFrame frame) {
        if (frame.hasState()) {
            startNanos = begun ? startNanos : frame.hostNanos();
            begun = true;
            shown++;
            delays += frame.delayNanos();
            boolean isSettled = frame.hostNanos() - startNanos > START_NANOS;
            if (before == null || frame.frameNanos() != before.frameNanos()) {
                motion(frame, isSettled);
            }
            if (isSettled) {
                frames.add(new Settled(frame, frame.isPaused() ? 0 : wallPerSimulation));
            }
        }
        if (lastNanos != 0) {
            long took = frame.hostNanos() - lastNanos;
            int bin = (int) Math.max(0, Math.min(BINS - 1, took / BIN_NANOS));
            periods[bin]++;
            periodSums[bin] += took;
        }
        lastNanos = frame.hostNanos();
    }

    private void motion(ShownFrame frame, boolean isSettled) {
        ShownFrame last = before;
        before = frame;
        if (last == null || last.isPaused() || frame.isPaused()) {
            return;
        }
        long expected = frame.currentSimulationNanos() - last.currentSimulationNanos();
        if (expected > 0) {
            double off = (double) (frame.simulationNanos() - last.simulationNanos()) / expected - 1;
            all.add(off);
            if (isSettled) {
                settled.add(off);
            }
        }
    }

    @Override
    public void lost(long count) {
        before = null;
    }

    @Override
    public void displayed(DisplayTime time) {
        displayNanos.put(time.number(), time.nanos());
        newestDisplayed = Math.max(newestDisplayed, time.number());
    }

    @Override
    public void state(StateTimes state) {
        wallPerSimulation = state.isPaused() ? 0 : 1 / state.scale();
        if (!state.isAgain() && state.lateNanos() < MOST_LATE_NANOS) {
            lateNanos = Math.max(lateNanos, state.lateNanos());
        }
        if (!state.isAgain() && lastSimulationNanos >= 0 && state.simulationNanos() > lastSimulationNanos) {
            gapNanos = Math.min(gapNanos, state.simulationNanos() - lastSimulationNanos);
            ticks = Math.min(ticks, state.tick() - lastTick);
        }
        lastTick = state.tick();
        lastSimulationNanos = state.simulationNanos();
    }

    /** The median time between two frames, rounded up to a quarter of a millisecond. */
    long framePeriodNanos() {
        long all = 0;
        for (long each : periods) {
            all += each;
        }
        long seen = 0;
        for (int bin = 0; bin < BINS; bin++) {
            seen += periods[bin];
            if (2 * seen >= all) {
                return (long) ((bin + 1) * BIN_NANOS);
            }
        }
        return (long) (BINS * BIN_NANOS);
    }

    /** The rate of the frames without those that were late or early by more than 30 %; 0 if there is none. */
    double framesPerSecond() {
        double median = framePeriodNanos() / BIN_NANOS;
        long count = 0;
        long sum = 0;
        for (int bin = (int) (0.7 * median); bin <= Math.min(BINS - 1, 1.3 * median); bin++) {
            count += periods[bin];
            sum += periodSums[bin];
        }
        return sum <= 0 ? 0 : 1e9 * count / sum;
    }

    /** The least simulation time between two states. */
    long gapNanos() {
        return gapNanos == Long.MAX_VALUE ? 0 : gapNanos;
    }

    /** The least number of ticks from one state to the next. */
    long ticksPerState() {
        return ticks == Long.MAX_VALUE ? 1 : ticks;
    }

    /** The judder of all frames. */
    double judder() {
        return all.judder();
    }

    /** What was on the screen, without the first second. */
    DisplayMeter display() {
        DisplayMeter meter = new DisplayMeter();
        for (Settled each : frames) {
            ShownFrame frame = each.frame;
            Long nanos = displayNanos.get(frame.number());
            if (nanos != null) {
                meter.add(
                        frame.simulationNanos(),
                        frame.currentSimulationNanos(),
                        each.wallPerSimulation,
                        frame.frameNanos(),
                        nanos);
            } else if (frame.number() < newestDisplayed) {
                meter.addNotDisplayed();
            }
        }
        return meter;
    }

    /** The greatest lateness of a state. */
    long lateNanos() {
        return lateNanos;
    }

    MotionReport.Trial trial(String option, MotionReport.@Nullable Trial recorded) {
        long uneven = settled.frozen + settled.jumping;
        return new MotionReport.Trial(
                option,
                settled.judder(),
                settled.frozen,
                settled.jumping,
                shown == 0 ? 0 : Math.round(delays / shown),
                MotionReport.helps(uneven, recorded));
    }
}
