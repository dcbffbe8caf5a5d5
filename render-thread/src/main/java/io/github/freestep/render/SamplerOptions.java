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
        boolean follow,
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
        // One number, so that traces of earlier formats can be read: 0 for neither, and never both.
        state.next(follow ? 2 : refresh ? 1 : 0);
        state.next(window);
        state.next(remote);
        state.next(states);
    }
}
