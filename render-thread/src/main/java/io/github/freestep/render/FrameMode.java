package io.github.freestep.render;

/** What a frame shows. */
public enum FrameMode {
    /** Between two states, a little in the past: what moved evenly in the simulation moves evenly on screen. The default. */
    INTERPOLATE,

    /**
     * Close to the present, by carrying on from the newest two states; for what must not lag, at the price of a guess. It is
     * behind by how late states are, and an eighth of a gap. Each new state corrects the guess, and the correction is blended
     * out. A state that does not come is guessed for no longer than that: the motion slows down, and holds a gap beyond
     * the newest.
     */
    EXTRAPOLATE,

    /** The newest state as it is: for logic and for tests. On screen it judders. */
    LATEST
}
