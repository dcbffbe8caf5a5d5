package io.github.freestep.benchmarks.scenes;

import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import java.lang.invoke.MethodHandle;

/**
 * Reads from a frame the error that the sampler blends out (see {@link CheckedPicture}), and the states whose curve it
 * follows beyond the newest one. With them, a check can compute the expected value of every float. For the thread of
 * the frame.
 */
final class FrameError {
    private static final MethodHandle PICTURE = Internals.getter("render.Frame", "picture");
    private static final MethodHandle BLEND = Internals.getter("render.picture.Picture", "blend");
    private static final MethodHandle LEFT = Internals.method("render.picture.Blend", "left", 0);
    private static final MethodHandle ERROR = Internals.getter("render.picture.Blend", "error");
    private static final MethodHandle ALL = Internals.getter("render.picture.Poses", "all");
    private static final MethodHandle BRACKET = Internals.getter("render.picture.Picture", "bracket");
    private static final MethodHandle FIRST = Internals.getter("render.picture.Bracket", "first");
    private static final MethodHandle SECOND = Internals.getter("render.picture.Bracket", "second");
    private static final MethodHandle OLDER = Internals.getter("render.picture.Bracket", "older");
    private static final MethodHandle NEWER = Internals.getter("render.picture.Bracket", "newer");

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
            of(none, new State[4]);
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

    /**
     * Returns the errors of x, y, z, qx, qy, qz, qw and the linear channels, each by body.
     *
     * @param curve takes the four states whose curve the frame follows; the first becomes null if it follows none
     */
    static float[][] of(Frame frame, State[] curve) {
        try {
            Object bracket = (Object) BRACKET.invokeExact((Object) PICTURE.invokeExact(frame));
            curve[0] = (State) FIRST.invokeExact(bracket);
            curve[1] = (State) SECOND.invokeExact(bracket);
            curve[2] = (State) OLDER.invokeExact(bracket);
            curve[3] = (State) NEWER.invokeExact(bracket);
            return (float[][]) ALL.invokeExact((Object) ERROR.invokeExact(blend(frame)));
        } catch (Throwable t) {
            throw Internals.failed(t);
        }
    }

    private static Object blend(Frame frame) throws Throwable {
        return (Object) BLEND.invokeExact((Object) PICTURE.invokeExact(frame));
    }
}
