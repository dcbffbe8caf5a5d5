package io.github.freestep.render;

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
    /**
     * Saves the options and the number of states in the window; or reads past them. A trace begins with these numbers,
     * in this order.
     */
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
}
