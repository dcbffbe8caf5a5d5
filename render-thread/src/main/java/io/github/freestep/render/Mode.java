package io.github.freestep.render;

/** What a frame shows. */
public enum Mode {
    /** Between two states, a little in the past: what moved evenly in the simulation moves evenly on screen. The default. */
    INTERPOLATE,

    /**
     * The present, by carrying on from the newest two states; for what must not lag, at the price of a guess. Each new state
     * corrects the guess, and the correction is blended out. It is carried on by one gap at the most, from half of it on more
     * and more slowly; so the later states are, the less even it is.
     */
    EXTRAPOLATE,

    /** The newest state as it is: for logic and for tests. On screen it judders. */
    LATEST
}
