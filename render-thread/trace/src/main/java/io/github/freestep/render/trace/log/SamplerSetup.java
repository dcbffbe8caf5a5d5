package io.github.freestep.render.trace.log;

import io.github.freestep.render.SamplerOptions;

/**
 * What a sampler began with.
 *
 * @param options its options
 * @param window the number of states in its window
 * @param isRemote whether the states came over a network
 * @param isInline whether the frame loop itself published the states, as a stepper does
 */
public record SamplerSetup(SamplerOptions options, int window, boolean isRemote, boolean isInline) {}
