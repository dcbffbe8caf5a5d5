package io.github.freestep.render.display;

import io.github.freestep.render.FrameListener;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.FrameTimes;
import java.util.Objects;

/**
 * What a sampler can do with the display times that its host reports: measure them, and follow them. Both are for the
 * thread of the sampler. They wait for nothing, and allocate nothing once made.
 *
 * <pre>{@code
 * DisplayMeter display = new DisplayMeter();
 * FrameSampler frames = FrameSampler.builder(physics.states())
 *         .listener(DisplayTimes.listener(display))
 *         .followDisplay(DisplayTimes::follower)
 *         .open();
 * }</pre>
 *
 * <p>The host reports with {@link FrameSampler#displayed}. Without reports, there is nothing to measure or to follow.
 */
public final class DisplayTimes {
    private DisplayTimes() {}

    /**
     * Creates a listener that passes the frames of one sampler to a meter, once it is known when they were displayed.
     * Opening the sampler sets all counts of the meter to zero, as a meter measures one sampler at a time.
     *
     * @param meter what measures the frames; up to date with all reports after each of them
     * @return a listener, to be passed to one sampler
     */
    public static FrameListener listener(DisplayMeter meter) {
        return new Displays(Objects.requireNonNull(meter, "meter must not be null"));
    }

    /**
     * Creates what makes the frames of one sampler follow the display, for a host that reports display times within 24
     * frames. The time from frame to frame is then what the time from display to display is expected to be, learned
     * from the last 200 frames. Without reports, frames are those of a sampler that follows nothing, bit by bit.
     *
     * <p>It measures the animation error of both ways, and follows the display only while that is clearly less. A frame
     * that is early or late by more than was seen repeatedly is not followed. So a sampler can always have it. The
     * exception is a frame that is late by exactly one refresh, because the host waited for a display that missed one:
     * from the second time on, it gets the usual time. In simulated pipelines of hosts and displays, the error is a
     * sixth less with a variable rate, a fifth less with missed refreshes, almost half if only the host is uneven, and
     * the same where no time is better than that of the clock. In very few pipelines, it is more than without following
     * the display, by up to 2 %.
     *
     * <p>The price is latency, because a frame never shows a later time than it would otherwise: up to 4 ms, but about
     * half a frame if the host is uneven and no queue hides it.
     *
     * @return for {@link FrameSampler.Builder#followDisplay}, which calls this method once for each sampler
     */
    public static FrameTimes follower() {
        return new DisplayFollower();
    }
}
