package io.github.freestep.render.trace;

import io.github.freestep.render.DisplayMeter;
import io.github.freestep.render.Frame;
import io.github.freestep.render.MotionMeter;
import io.github.freestep.render.trace.replay.MotionReplay;
import io.github.freestep.render.trace.replay.StateTimes;
import org.jspecify.annotations.Nullable;

/** Measures the motion of a replay. Not thread-safe; allocates nothing per frame. */
final class MotionScore implements MotionReplay.Handler {
    private static final int BINS = 400;
    private static final double BIN_NANOS = 250_000;

    /** What is later than this can't be hidden by any window. */
    private static final long MOST_LATE_NANOS = 500_000_000;

    private static final long START_NANOS = 1_000_000_000;

    private final MotionMeter all = MotionTrace.replayMeter();

    /** Without the first second. */
    private final MotionMeter meter = MotionTrace.replayMeter();

    private long startNanos;
    private boolean begun;
    private boolean settled;

    /** How many frames came after which time, for the median. */
    private final long[] periods = new long[BINS];

    private final long[] periodSums = new long[BINS];

    private long frames;
    private long lateNanos;
    private double delays;
    private long lastNanos;
    private long lastSimulationNanos = -1;
    private long gapNanos = Long.MAX_VALUE;
    private long lastTick;
    private long ticks = Long.MAX_VALUE;

    @Override
    public void frame(Frame frame, long hostNanos) {
        all.add(frame);
        meter.add(frame);
        if (frame.hasState()) {
            startNanos = begun ? startNanos : hostNanos;
            begun = true;
            if (!settled && hostNanos - startNanos >= START_NANOS) {
                settled = true;
                meter.reset();
            }
            frames++;
            delays += frame.delayNanos();
        }
        if (lastNanos != 0) {
            int bin = (int) Math.max(0, Math.min(BINS - 1, (hostNanos - lastNanos) / BIN_NANOS));
            periods[bin]++;
            periodSums[bin] += hostNanos - lastNanos;
        }
        lastNanos = hostNanos;
    }

    @Override
    public void state(StateTimes state) {
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
        return meter.display();
    }

    /** The greatest lateness of a state. */
    long lateNanos() {
        return lateNanos;
    }

    MotionReport.Trial trial(String option, MotionReport.@Nullable Trial recorded) {
        long uneven = meter.frozen() + meter.jumping();
        return new MotionReport.Trial(
                option,
                meter.judder(),
                meter.frozen(),
                meter.jumping(),
                frames == 0 ? 0 : Math.round(delays / frames),
                MotionReport.helps(uneven, recorded));
    }
}
