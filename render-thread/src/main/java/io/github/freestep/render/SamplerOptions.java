package io.github.freestep.render;

import java.util.Objects;

/**
 * The options of a sampler that affect the times that it shows. Immutable.
 *
 * @param mode what frames show
 * @param allowedLatenessNanos negative if it adapts
 * @param bridge whether motion continues when a state is late
 * @param followDisplay whether the times of frames follow the display
 */
public record SamplerOptions(FrameMode mode, long allowedLatenessNanos, boolean bridge, boolean followDisplay) {
    /**
     * Creates options.
     *
     * @param mode what frames show
     * @param allowedLatenessNanos negative if it adapts
     * @param bridge whether motion continues when a state is late
     * @param followDisplay whether the times of frames follow the display
     * @throws NullPointerException if the mode is null
     */
    public SamplerOptions {
        Objects.requireNonNull(mode, "mode must not be null");
    }
}
