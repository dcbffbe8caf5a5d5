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
 * <p>The host reports with {@link FrameSampler#displayed}. Without reports, there is nothing to measure, and
 * nothing to follow.
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
     * Creates a listener that passes on the inputs of one sampler, each when a frame shows it or, if the host reports
     * display times, when that of the frame is known.
     *
     * @param inputs takes the inputs, such as a {@link LatencyMeter}
     * @return a listener, to be passed to one sampler, whose states are not those of a stepper: opening such a sampler
     *     throws an {@link IllegalStateException}, because a stepper's clock stands still during a frame
     */
    public static FrameListener listener(InputListener inputs) {
        return new ShownInputs(Objects.requireNonNull(inputs, "inputs must not be null"));
    }

    /**
     * Creates a follower, which makes motion on the screen more even than {@link FrameSampler#sample()} does by itself.
     * If the host reports display times within 24 frames, the time from frame to frame becomes the time that is
     * expected from display to display, as learned from the last 200 frames, while that has clearly smaller errors and
     * is worth the age that it adds. Where a timer starts frames, and they are shown as soon as they are drawn, frames
     * get their own times. The follower does not follow a frame that is off by more than it has seen repeatedly, except
     * one that begins exactly one refresh late, because the host waited for a display that missed one.
     *
     * <p>In simulated pipelines of hosts and displays, the animation error falls by a sixth with a variable rate, and
     * by a fifth with missed refreshes. It stays the same where no time is better than that of the sampler. It grows by
     * up to a third if now and then a frame begins so late that it just misses its refresh, and no queue hides that.
     * The price is latency: up to 5 ms, and 1 ms for each per cent of unevenness that goes away at most.
     *
     * @return for {@link FrameSampler.Builder#followDisplay}, which calls this method once for each sampler
     */
    public static FrameTimes follower() {
        return new DisplayFollower();
    }
}
