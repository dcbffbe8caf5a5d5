package io.github.freestep.render;

import io.github.freestep.state.StatePublisher;

/**
 * The options of a sampler that affect the times that it shows, and whether its states come over a network. Immutable.
 */
record SamplerOptions(
        FrameMode mode,
        long allowedLatenessNanos,
        long initialAllowedLatenessNanos,
        boolean bridge,
        boolean refresh,
        int window,
        boolean remote) {
    /** Saves the options and the number of states in the window; or reads past them. */
    void save(SamplerState state, int states) {
        state.next(mode.ordinal());
        state.next(allowedLatenessNanos);
        state.next(initialAllowedLatenessNanos);
        state.next(bridge);
        state.next(refresh);
        state.next(window);
        state.next(remote);
        state.next(states);
    }

    /** Reads options that were saved. */
    static SamplerOptions of(SamplerState state) {
        return new SamplerOptions(
                FrameMode.values()[state.next(0, 0, FrameMode.values().length - 1)],
                Math.max(AllowedLateness.ADAPTIVE, state.next(0L)),
                Math.max(0, state.next(0L)),
                state.next(false),
                state.next(false),
                state.next(0, 1, StatePublisher.MAX_WINDOW),
                state.next(false));
    }

    /** Reads the number of states in the window, which was saved after the options. */
    int states(SamplerState state) {
        return state.next(0, 0, window);
    }
}
