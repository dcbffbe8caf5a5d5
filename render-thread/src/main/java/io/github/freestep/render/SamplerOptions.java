package io.github.freestep.render;

import java.util.Objects;

/**
 * The options of a sampler that affect the times that it shows. Immutable.
 *
 * @param mode what frames show
 * @param allowedLatenessNanos negative if it adapts
 * @param bridge whether motion continues when a state is late
 */
public record SamplerOptions(FrameMode mode, long allowedLatenessNanos, boolean bridge) {
    /**
     * Creates options.
     *
     * @param mode what frames show
     * @param allowedLatenessNanos negative if it adapts
     * @param bridge whether motion continues when a state is late
     * @throws NullPointerException if the mode is null
     */
    public SamplerOptions {
        Objects.requireNonNull(mode, "mode must not be null");
    }
}
