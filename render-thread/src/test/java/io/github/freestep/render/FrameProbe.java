package io.github.freestep.render;

/** What tests in other packages ask of a frame. */
public final class FrameProbe {
    private FrameProbe() {}

    /** Whether a frame continues a motion, or blends the error of such a guess out. */
    public static boolean isGuess(Frame frame) {
        return frame.isBridged() || frame.picture.blend.left() > 0;
    }

    /** Whether all orientations and channels are made. */
    public static boolean isWhole(Frame frame) {
        return frame.picture.deferred.isEmpty();
    }
}
