package io.github.freestep.render;

import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import org.jspecify.annotations.Nullable;

/**
 * What a sampler reports to: a {@code MotionTrace}. It makes traces depend on samplers, and samplers not on traces.
 *
 * <p>Not for users: only Freestep's own classes extend it, and its methods may change with each release. The sampler's
 * thread calls them, so they must be wait-free and allocate nothing.
 */
public abstract class FrameTrace {
    /** The maximum of numbers that make up the options and the inner state of a sampler. */
    static final int MAX_NUMBERS = 512;

    /** How many of the newest frames can still get a display time. */
    protected static final int DISPLAYABLE = 256;

    /** Creates a trace. */
    protected FrameTrace() {}

    /**
     * Called once, when a sampler is opened with this trace.
     *
     * @param states where the sampler reads
     * @throws IllegalStateException if this trace cannot have a sampler; then it is not opened
     */
    protected abstract void opened(StateBuffer states);

    /**
     * Called before each frame, before the sampler acquires a window.
     *
     * @param hostNanos the time that the host passed
     * @param isWhole whether a snapshot now would contain all that the next frame depends on. False while the picture
     *     catches up from a state that has left the window
     * @return whether the sampler must call {@link #snapshot} now; false if {@code isWhole} is false
     */
    protected abstract boolean before(long hostNanos, boolean isWhole);

    /**
     * Called if {@link #before} has asked for it.
     *
     * @param numbers the options of the sampler, the number of states in its window, and its inner state; valid only
     *     during the call
     * @param count how many numbers, at most 512
     * @param window the states that the sampler has acquired last
     */
    protected abstract void snapshot(long[] numbers, int count, StateReader window);

    /**
     * Called after each frame.
     *
     * @param hostNanos the time that the host passed
     * @param clockNanos what the sampler's clock read
     * @param frame what was shown
     * @param news the window, if the sampler has just acquired a newer one; otherwise null
     */
    @SuppressWarnings("exports") // See module-info.
    protected abstract void after(long hostNanos, long clockNanos, Frame frame, @Nullable StateReader news);

    /**
     * Called when the host has reported when a frame was displayed.
     *
     * @param back how many frames have been sampled since that frame, at most 255
     * @param displayNanos when the display showed it
     */
    protected abstract void displayed(long back, long displayNanos);

    /** Called when the sampler is closed. */
    protected abstract void closed();

    /**
     * Opens a sampler with options that a trace has recorded, whether or not each has an effect.
     *
     * @param options the recorded options
     * @return the sampler
     */
    protected static FrameSampler open(FrameSampler.Builder options) {
        return options.openUnchecked();
    }

    /**
     * Samples a frame at a recorded time, even if the states' clock reads another time.
     *
     * @param sampler a sampler of a replay
     * @param hostNanos the time that the host passed
     * @param clockNanos what the sampler's clock read
     * @return the frame
     */
    protected static Frame sample(FrameSampler sampler, long hostNanos, long clockNanos) {
        return sampler.sampleAt(hostNanos, clockNanos);
    }

    /**
     * Reports when a frame of a replay was displayed. A frame before the replay is ignored.
     *
     * @param sampler a sampler of a replay
     * @param back how many frames it has sampled since that frame
     * @param displayNanos when the display showed it
     */
    protected static void displayed(FrameSampler sampler, long back, long displayNanos) {
        sampler.displayedBack(back, displayNanos);
    }

    /**
     * Creates a meter for a replay, which begins another sampler after lost frames. The meter keeps its counts then.
     *
     * @return a meter that measures all samplers of a replay as one
     */
    protected static MotionMeter meter() {
        return new MotionMeter(false);
    }

    /**
     * Lets a sampler take its window, and continue with the inner state that another one had at the same window.
     *
     * @param sampler a sampler that has not sampled yet
     * @param numbers as in {@link #snapshot}
     * @param count how many numbers
     * @param otherOptions whether it was opened with other options than the numbers have
     * @throws IllegalArgumentException if no sampler has such an inner state
     */
    protected static void restore(FrameSampler sampler, long[] numbers, int count, boolean otherOptions) {
        SamplerState saved = new SamplerState().restore(numbers, count);
        sampler.restore(saved, otherOptions);
        saved.end();
    }
}
