package io.github.freestep.benchmarks.scenes;

import io.github.freestep.benchmarks.internals.Internals;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.picture.Bracket;
import io.github.freestep.render.picture.Picture;
import io.github.freestep.render.picture.Poses;
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
    private static final MethodHandle ERROR = Internals.getter("render.picture.Blend", "error");
    private static final MethodHandle FIRST = Internals.getter("render.picture.Bracket", "first");
    private static final MethodHandle SECOND = Internals.getter("render.picture.Bracket", "second");

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
            return picture(frame).blend.left();
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
            Picture picture = picture(frame);
            Bracket bracket = picture.bracket;
            curve[0] = (State) FIRST.invokeExact(bracket);
            curve[1] = (State) SECOND.invokeExact(bracket);
            curve[2] = bracket.older;
            curve[3] = bracket.newer;
            Poses error = (Poses) ERROR.invokeExact(picture.blend);
            return error.all;
        } catch (Throwable t) {
            throw Internals.failed(t);
        }
    }

    private static Picture picture(Frame frame) throws Throwable {
        return (Picture) PICTURE.invokeExact(frame);
    }
}
