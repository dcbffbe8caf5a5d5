package io.github.freestep.render;

import io.github.freestep.render.delay.Motion;

/**
 * What a frame shows. More modes may be added, so a switch needs a default branch.
 *
 * <pre>{@code
 * FrameSampler frames = FrameSampler.builder(physics.states()).mode(FrameMode.EXTRAPOLATE).open();
 * }</pre>
 */
public enum FrameMode {
    /**
     * Interpolates between two states, a little in the past. What moves evenly in the simulation moves evenly on
     * screen. The default.
     */
    INTERPOLATE(Motion.INTERPOLATED),

    /**
     * Continues the motion of the newest two states, close to the present. For pictures that must not lag. The
     * continued motion is a guess, and can be wrong.
     *
     * <p>The picture is behind by the allowed lateness and an eighth of a gap. Each new state shows how wrong the guess
     * was, and the picture loses that error gradually, not in a jump. If a state does not come, the motion continues
     * for at most one gap beyond the newest state, or for 10 ms (20 ms in a receiver) if gaps are shorter: it slows
     * down, and then holds. A tick that is much later than all those of the last ten seconds is visible.
     */
    EXTRAPOLATE(Motion.EXTRAPOLATED),

    /** Shows the newest state as it is. For logic and for tests; on screen it judders. */
    LATEST(Motion.NONE);

    final Motion motion;

    FrameMode(Motion motion) {
        this.motion = motion;
    }
}
