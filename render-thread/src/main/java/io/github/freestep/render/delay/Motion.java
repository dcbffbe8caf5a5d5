package io.github.freestep.render.delay;

/** How a picture moves from state to state, which decides by how much it lags behind the newest one. */
public enum Motion {
    /** It moves between two states, so it lags behind by the gap between them. */
    INTERPOLATED,

    /** It continues the motion of the newest two states. */
    EXTRAPOLATED,

    /** It jumps to each new state. */
    NONE
}
