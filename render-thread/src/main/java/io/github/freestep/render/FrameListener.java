package io.github.freestep.render;

import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import org.jspecify.annotations.Nullable;

/**
 * Sees which states a sampler acquires, and what its frames show, to record or to measure that. The sampler's thread
 * calls all methods, so they must be wait-free and allocate nothing. See the example of {@link
 * io.github.freestep.render.display.LatencyMeter LatencyMeter}, which is one.
 */
public interface FrameListener {
    /**
     * Called once, before the sampler is opened.
     *
     * @param states where the sampler reads
     * @param options the options of the sampler
     * @throws IllegalStateException if this listener cannot have another sampler; then the sampler is not opened
     */
    void opened(StateBuffer states, SamplerOptions options);

    /**
     * Called after each frame.
     *
     * @param hostNanos the time that the host passed
     * @param clockNanos what the sampler's clock read
     * @param frame what was shown
     * @param news the window, valid only during the call, if the sampler has just acquired a newer one; otherwise null
     */
    @SuppressWarnings("exports") // See module-info.
    void sampled(long hostNanos, long clockNanos, Frame frame, @Nullable StateReader news);
}
