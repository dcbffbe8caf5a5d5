package io.github.freestep.render.trace.log;

import io.github.freestep.internal.time.EstimatedClock;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.state.StateBuffer;
import java.time.Duration;

/**
 * What a sampler began with.
 *
 * @param options its options
 * @param window the number of states in its window
 * @param isRemote whether the states came over a network
 * @param isInline whether the frame loop itself published the states, as a stepper does
 */
public record SamplerSetup(SamplerOptions options, int window, boolean isRemote, boolean isInline) {
    static SamplerSetup of(StateBuffer states, SamplerOptions options) {
        return new SamplerSetup(options, states.window(), states.clock() instanceof EstimatedClock, states.isInline());
    }

    FrameSampler.Builder builder(StateBuffer states) {
        FrameSampler.Builder builder = FrameSampler.builder(states)
                .mode(options.mode())
                .bridge(options.bridge())
                .snapToRefresh(options.snapToRefresh())
                .followDisplay(options.followDisplay())
                .initialAllowedLateness(Duration.ofNanos(options.initialAllowedLatenessNanos()));
        return options.allowedLatenessNanos() < 0
                ? builder
                : builder.allowedLateness(Duration.ofNanos(options.allowedLatenessNanos()));
    }
}
