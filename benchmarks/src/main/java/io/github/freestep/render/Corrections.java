package io.github.freestep.render;

/**
 * What a frame shows besides the states: the error of a bridge, as it is taken back. For checks, which need it to tell every
 * float exactly; on the frame's thread.
 */
public final class Corrections {
    private Corrections() {}

    /** How much of the error is in the frame; zero where there is none. */
    public static float left(Frame frame) {
        return frame.picture.blend.left();
    }

    /** The error, body by body: of x, y, z, qx, qy, qz, qw, and of the linear channels. */
    public static float[][] error(Frame frame) {
        return frame.picture.blend.error().all;
    }
}
