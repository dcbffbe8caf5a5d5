package io.github.freestep.physics.run;

import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.VirtualClock;

/**
 * Lets a stepper's time pass and steps the ticks that become due. For the thread that owns the stepper;
 * allocates nothing.
 */
public final class FrameSteps {
    private final Schedule schedule;
    private final VirtualClock clock;

    /** The clock that runs while steps compute. */
    private final NanoClock stopwatch;

    private final FrameShare share;

    /** The length of a tick at the scale that was requested last. */
    private double tickNanos;

    /** When the previous frame began, on the stopwatch. */
    private long calledNanos;

    /** What a frame calls. */
    public interface Work {
        /** Steps a tick if one is due, and returns whether one was. */
        boolean work();

        /** Publishes the newest state, for a catch-up that ends in the middle. */
        void publishNewest();
    }

    /** Creates the steps of a stepper. */
    public FrameSteps(Schedule schedule, VirtualClock clock, NanoClock stopwatch) {
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
}
