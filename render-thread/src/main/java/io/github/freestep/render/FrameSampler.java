package io.github.freestep.render;

import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.NanoClock;
import java.util.Objects;

/**
 * A reader with a clock of its own: says what to show in each frame. For one thread, the first that samples; wait-free and
 * without allocation, but for {@link #close}, which waits for others who are just joining or leaving the channel.
 *
 * <pre>{@code
 * FrameSampler frames = FrameSampler.of(physics.states());
 * Frame frame = frames.sample();
 * }</pre>
 *
 * <p>Several of them can read one channel, each with its own look-behind, and none disturbs another. The window of the
 * service sets how many: 253, 126, 83, 62, 49, 41, 35, 30 for a window of 1 to 8 states, so 62 by default. Close every
 * sampler. The channel frees the place of one that is dropped instead when another joins after the garbage collector
 * has found it, and the place of one whose thread has ended when there is no other.
 */
public final class FrameSampler implements AutoCloseable {
    private final StateReader window;
    private final NanoClock clock;
    private final PresentationClock presentation;
    private final Refresh refresh;

    private final Bracket bracket = new Bracket();
    private final Interpolator interpolator = new Interpolator();
    private final int blendedGaps;
    private final Frame frame;

    private boolean closed;

    /** The simulation time that the picture is of. */
    private long pictureNanos;

    FrameSampler(StateBuffer channel, FrameOptions options) {
        StateLayout layout = channel.layout();
        clock = options.clock;
        presentation = new PresentationClock(
                options.mode, options.lookBehindNanos, options.initialLookBehindNanos, options.bridge);
        refresh = options.refresh ? new Refresh() : null;
        // A guess is corrected with every state: what is left of corrections must not pile up.
        blendedGaps = options.mode == FrameMode.EXTRAPOLATE ? 1 : 3;
        frame = new Frame(layout);
        window = channel.reader();
    }

    /**
     * Interpolates on the channel's clock, with a look-behind that adapts; over a stepper, whose states are never late, with
     * none.
     *
     * @param channel where the states come from
     * @return to be sampled by one thread, and closed by it
     */
    public static FrameSampler open(StateBuffer channel) {
        return builder(channel).open();
    }

    /**
     * Describes a sampler.
     *
     * @param channel where the states come from
     * @return with a default for everything else
     */
    public static FrameOptions builder(StateBuffer channel) {
        return new FrameOptions(Objects.requireNonNull(channel, "channel must not be null"));
    }

    /**
     * What to show now.
     *
     * @return the same frame each time, written over
     */
    public Frame sample() {
        return sample(clock.nanoTime());
    }

    /**
     * Samples the picture for a frame whose time the host knows better: when the frame will be, or was, on screen, in
     * nanoseconds of the clock that stamps the states. Always pass the same of the two.
     *
     * @param frameNanos a reading of the clock that the states are stamped by; not before that of the last call, and
     *     best not before now: states are waited for by it, and what is published later than it counts as late
     * @return the same frame each time, written over
     */
    public Frame sample(long frameNanos) {
        boolean news = acquire();
        frame.frameNanos = refresh == null ? frameNanos : refresh.snap(frameNanos);
        if (window.size() == 0) {
            return frame;
        }
        long shown = presentation.show(frame.frameNanos, window, news);
        if (presentation.holding()) {
            frame.presence.stay();
        } else {
            if (frame.isBridged && news) {
                correct();
            }
            pictureNanos = presentation.happened(shown);
            picture();
        }
        describe(shown);
        return frame;
    }

    /** Takes in by how much the last picture was wrong, as far as is known now. */
    private void correct() {
        long then = presentation.happened(pictureNanos);
        if (then < window.state(window.size() - 1).simulationNanos()) {
            // No state is left to say so. The picture jumps from there, and no error of before is carried along.
            frame.blend.end();
            return;
        }
        bracket.find(window, then);
        // In wall time: in a pause as well, what is wrong must go.
        frame.blend.begin(
                interpolator,
                frame.poses,
                bracket,
                bracket.reached().slots(),
                frame.frameNanos,
                presentation.wall(Math.max(1, blendedGaps * presentation.gapNanos())));
    }

    private void picture() {
        bracket.find(window, pictureNanos);
        State reached = bracket.reached();
        int bodies = reached.slots();
        frame.presence.reach(reached, frame.blend);
        if (bracket.outOfReach()) {
            frame.blend.stay(frame.frameNanos);
        }
        interpolator.interpolate(bracket.older(), bracket.newer(), frame.poses, 0, bodies, bracket.alpha());
        Discontinuities.apply(bracket.older(), bracket.newer(), reached, frame.poses, 0, bodies);
        frame.blend.apply(frame.poses, bodies, frame.frameNanos);
        for (int channel = 0; channel < frame.stepped.length; channel++) {
            // A copy, since a picture that is held outlives the window.
            System.arraycopy(reached.stepped(channel), 0, frame.stepped[channel], 0, bodies);
        }
        frame.slots = bodies;
        frame.olderTick = bracket.older().tick();
        frame.newerTick = bracket.newer().tick();
        frame.alpha = bracket.alpha();
        frame.isBridged = bracket.alpha() > 1;
        frame.inputSequence = reached.inputSequence();
        frame.inputNanos = reached.inputNanos();
    }

    private void describe(long shown) {
        frame.hasState = true;
        frame.simulationNanos = shown;
        frame.currentSimulationNanos = presentation.rawNanos();
        frame.delayNanos = presentation.lookBehindNanos();
        frame.publishedNanos = window.state(0).publishedNanos();
        frame.isPaused = presentation.paused();
    }

    /** Leaves the channel. The frame must not be looked at any more. A second call does nothing. */
    @Override
    public void close() {
        try {
            window.close();
        } catch (IllegalStateException e) {
            throw misused(e);
        }
        closed = true;
    }

    private boolean acquire() {
        try {
            return window.acquire();
        } catch (IllegalStateException e) {
            throw misused(e);
        }
    }

    /** Names this type in the message, because the caller holds a sampler and has never seen its subscriber. */
    private IllegalStateException misused(IllegalStateException cause) {
        String what = closed
                ? "this FrameSampler is closed; open another with FrameSampler.of"
                : "this FrameSampler belongs to another thread and was used by " + Thread.currentThread()
                        + "; let every thread open its own";
        return new IllegalStateException(what, cause);
    }
}
