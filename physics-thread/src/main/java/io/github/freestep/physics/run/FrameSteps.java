package io.github.freestep.physics.run;

import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;
import java.util.function.Consumer;

/**
 * Lets a stepper's time pass and steps the ticks that become due. For the thread that owns the stepper;
 * allocates nothing.
 */
public final class FrameSteps {
    private static final int CHECKED_FRAMES = 240;

    /** A host that passes more in these frames is a game by turns, whose time stands still between two turns. */
    private static final long MOST_MISTAKEN_NANOS = CHECKED_FRAMES * 100_000L;

    private final Schedule schedule;
    private final VirtualClock clock;

    /** The clock that runs while steps compute. */
    private final NanoClock stopwatch;

    private final FrameShare share;
    private final Consumer<String> mistakes;

    /** The length of a tick at the scale that was requested last. */
    private double tickNanos;

    /** When the previous frame began, on the stopwatch. */
    private long calledNanos;

    /** The number of the first frames in which time has passed. */
    private int checkedFrames;

    /** How much time has passed in them. */
    private long passedNanos;

    /** How long they took on the stopwatch. */
    private long tookNanos;

    /** What a frame calls. */
    public interface Work {
        /** Steps a tick if one is due, and returns whether one was. */
        boolean work();

        /** Publishes the newest state, for a catch-up that ends in the middle. */
        void publishNewest();
    }

    /**
     * Creates the steps of a stepper.
     *
     * @param mistakes takes what is likely a mistake of the host
     */
    public FrameSteps(Schedule schedule, VirtualClock clock, NanoClock stopwatch, Consumer<String> mistakes) {
        this.mistakes = mistakes;
        this.schedule = schedule;
        this.clock = clock;
        this.stopwatch = stopwatch;
        share = new FrameShare(schedule.slips());
        calledNanos = stopwatch.nanoTime();
    }

    /**
     * Steps the ticks of a frame. Learns from the frame what the host can sustain, and bounds the time of the steps.
     *
     * @param nanos the time of the frame
     * @return the number of steps
     */
    public int frame(long nanos, Work run) {
        long began = stopwatch.nanoTime();
        long limitNanos = learn(nanos, began);
        long since = clock.nanoTime();
        clock.advance(nanos);
        schedule.noteIdle(since, clock.nanoTime());
        long tick = schedule.doneTick();
        long last = began;
        long longest = 0;
        int steps = 0;
        while (run.work()) {
            steps++;
            long now = stopwatch.nanoTime();
            longest = Math.max(longest, now - last);
            last = now;
            if (last - began - longest > limitNanos && schedule.inBatch()) {
                run.publishNewest();
                break;
            }
        }
        share.noteCall(last - began, longest, schedule.doneTick() - tick);
        return steps;
    }

    /** Learns from the time between two frames what the host can sustain. Returns how long the
     * steps of this frame may take. */
    private long learn(long nanos, long beganNanos) {
        // Otherwise, the host's time runs more than twice as fast as the stopwatch, as in a fast-forward, and there are
        // no frames to keep short.
        boolean real = nanos / 2 <= beganNanos - calledNanos;
        if (checkedFrames < CHECKED_FRAMES && nanos > 0) {
            checkUnit(nanos, beganNanos - calledNanos);
        }
        if (tickNanos != schedule.requestedTickNanos()) {
            tickNanos = schedule.requestedTickNanos();
            share.reset();
        }
        calledNanos = beganNanos;
        if (!real) {
            share.forget();
        } else if (share.frame(nanos, tickNanos)) {
            schedule.sustain(clock.nanoTime(), share.share());
        }
        return real ? share.callLimitNanos() : Long.MAX_VALUE;
    }

    /** A host that passes milliseconds or microseconds sees a world that stands still, and no reason for it. */
    private void checkUnit(long nanos, long nanosOfStopwatch) {
        passedNanos += nanos;
        tookNanos += nanosOfStopwatch;
        // No host means time to pass so many times slower than the clock.
        if (++checkedFrames == CHECKED_FRAMES && passedNanos < Math.min(MOST_MISTAKEN_NANOS, tookNanos / 500)) {
            mistakes.accept(CHECKED_FRAMES + " calls of advance have passed " + passedNanos + " ns, while "
                    + tookNanos / 1_000_000 + " ms went by; pass nanoseconds, not milliseconds or microseconds");
        }
    }
}
