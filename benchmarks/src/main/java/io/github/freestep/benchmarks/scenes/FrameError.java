package io.github.freestep.benchmarks.scenes;

import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import java.lang.invoke.MethodHandle;

/**
 * Reads from a frame the error that the sampler blends out (see {@link CheckedPicture}). With it, a check can compute
 * the expected value of every float. For the thread of the frame.
 */
final class FrameError {
    private static final MethodHandle PICTURE = Internals.getter("render.Frame", "picture");
    private static final MethodHandle BLEND = Internals.getter("render.Picture", "blend");
    private static final MethodHandle LEFT = Internals.method("render.Blend", "left", 0);
    private static final MethodHandle ERROR = Internals.getter("render.Blend", "error");
    private static final MethodHandle ALL = Internals.getter("render.Poses", "all");

    /**
     * More calls than the JDK makes through a method handle before it specialises that handle. Specialising allocates.
     * If it happened later, it would count as an allocation of the reader.
     */
    private static final int WARM_UP = 1_000;

    static {
        Frame none =
                FrameSampler.open(StatePublisher.of(StateLayout.of(1)).states()).sample();
        for (int i = 0; i < WARM_UP; i++) {
            left(none);
            of(none);
        }
    }

    private FrameError() {}

    /** Returns the share of the error that is still in the frame; 0 if there is none. */
    static float left(Frame frame) {
        try {
            return (float) LEFT.invokeExact(blend(frame));
        } catch (Throwable t) {
            throw Internals.failed(t);
        }
    }

    /** Returns the errors of x, y, z, qx, qy, qz, qw and the linear channels, each by body. */
    static float[][] of(Frame frame) {
        try {
            return (float[][]) ALL.invokeExact((Object) ERROR.invokeExact(blend(frame)));
        } catch (Throwable t) {
            throw Internals.failed(t);
        }
    }

    private static Object blend(Frame frame) throws Throwable {
        return (Object) BLEND.invokeExact((Object) PICTURE.invokeExact(frame));
    }
}
