package io.github.freestep.render.display;

import io.github.freestep.render.FrameListener;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.FrameTimes;
import java.util.Objects;

/**
 * Uses the display times that a host reports, to measure how even motion was on the screen, and to make it more even.
 * What the methods return is for the thread of one sampler, never waits, and allocates nothing once made.
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
     * Creates a listener that passes the frames of one sampler to a meter, once their display times are known. Opening
     * the sampler sets all counts of the meter to zero, because a meter measures one sampler at a time.
     *
     * @param meter measures the frames; after each report, it is up to date with all reports
     * @return a listener, to be passed to one sampler
     */
    public static FrameListener listener(DisplayMeter meter) {
        return new Displays(Objects.requireNonNull(meter, "meter must not be null"));
    }

    /**
     * Creates a listener that passes on each input of one sampler, once it is shown and its display time is known.
     *
     * @param inputs takes the inputs, such as a {@link LatencyMeter}
     * @return a listener, to be passed to one sampler, whose states are not those of a stepper: opening such a sampler
     *     throws an {@link IllegalStateException}, because a stepper's clock stands still during a frame
     */
    public static FrameListener listener(InputListener inputs) {
        return new ShownInputs(Objects.requireNonNull(inputs, "inputs must not be null"));
    }

    /**
     * Creates a follower, which makes motion on the screen more even if the host reports display times within 24
     * frames. The time from frame to frame is then the time that is expected from display to display, as learned from
     * the last 200 frames. Without reports, frames are bit for bit those of a sampler without a follower.
     *
     * <p>The follower measures the animation error with and without it, and follows the display only while its error is
     * clearly smaller, so a sampler can always have one. It does not follow a frame that is off by more than it has
     * seen repeatedly. The exception is a frame that begins exactly one refresh after its usual time, because the host
     * waited for a display that missed one: from the second such frame on, it gets the usual time. In simulated
     * pipelines of hosts and displays, the error falls by a sixth with a variable rate, by a fifth with missed
     * refreshes, and by almost half if only the host is uneven. It stays the same where no time is better than that of
     * the clock, and in very few pipelines it grows, by up to 2 %.
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
