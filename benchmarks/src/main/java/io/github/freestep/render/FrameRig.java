package io.github.freestep.render;

/** Does to a frame what no sampler ever should. */
public final class FrameRig {
    private FrameRig() {}

    public static void goBack(Frame frame, long nanos) {
        frame.simulationNanos -= nanos;
    }
}
