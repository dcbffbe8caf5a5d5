package io.github.freestep.render;

import java.util.Objects;

/**
 * The options of a sampler that affect the times that it shows. Immutable.
 *
 * @param mode what frames show
 * @param allowedLatenessNanos negative if it adapts
 */
public record SamplerOptions(FrameMode mode, long allowedLatenessNanos) {
    /**
     * Creates options.
     *
     * @param mode what frames show
     * @param allowedLatenessNanos negative if it adapts
     * @throws NullPointerException if the mode is null
     */
    public SamplerOptions {
        Objects.requireNonNull(mode, "mode must not be null");
    }
}
