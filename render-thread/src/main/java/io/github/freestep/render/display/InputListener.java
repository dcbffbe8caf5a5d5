package io.github.freestep.render.display;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameListener;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.StateInside;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the frame of one sampler that shows each input for the first time, and passes the times on its way to a method.
 * For the sampler's thread, which must not wait in that method; allocates nothing once made. A {@link LatencyMeter}
 * makes percentiles of these times.
 *
 * <pre>{@code
 * InputListener slowest = new InputListener() {
 *     @Override
 *     public void shown(long inputNanos, long startedNanos, long publishedNanos, long sampledNanos, long swapNanos) {
 *         longest = Math.max(longest, swapNanos - inputNanos);
 *     }
 * };
 * FrameSampler frames = FrameSampler.builder(states).listener(slowest).open();
 * }</pre>
 *
 * <p>A state names only its newest input, so of several inputs of one tick, only that one is found, and input of a
 * pause is left out. An input is lost if its state leaves the window before the next frame and a later state has a
 * newer input. The states of a stepper are refused, because its clock stands still during a frame.
 */
public abstract class InputListener implements FrameListener {
    private static final int KEPT = 64;

    private final Way[] ways = new Way[KEPT];

    /** The number of inputs that states had, and of those that frames have shown. */
    private long found;

    private long shown;

    private boolean hasSampler;
    private long newestFrame;
    private long newestTick = State.NO_TICK;
    private long newestInput;
    private boolean hasPaused;
    private long pausedNanos;

    /** An input on its way. */
    private static final class Way {
        long tick;
        long inputNanos;
        long startedNanos;
        long publishedNanos;
    }

    /** Creates a listener for one sampler. */
    protected InputListener() {
        Arrays.setAll(ways, i -> new Way());
    }

    /**
     * Called for each input in the frame that begins to show it. All times are readings of the states' clock.
     *
     * @param inputNanos the {@link State#inputNanos} of the first state with the input
     * @param startedNanos when the step of that state began
     * @param publishedNanos when the state was published, by the receiver if it came over a network
     * @param sampledNanos when the first frame was sampled whose picture is beyond the last state without the input
     * @param swapNanos when that frame is swapped to the screen: the time that the host has passed to {@link
     *     FrameSampler#sample(long)}, if it is ahead of the clock; otherwise {@code sampledNanos}
     */
    public abstract void shown(
            long inputNanos, long startedNanos, long publishedNanos, long sampledNanos, long swapNanos);

    @Override
    public void opened(StateBuffer states, SamplerOptions options) {
        Objects.requireNonNull(states, "states must not be null; pass this listener to a sampler, which calls this");
        if (hasSampler) {
            throw new IllegalStateException("this listener already has a sampler; create one for each sampler");
        }
        if (states.isInline()) {
            throw new IllegalStateException("the way of inputs cannot be measured with a stepper, whose clock stands"
                    + " still during a frame; use a service, or leave this listener out");
        }
        hasSampler = true;
    }

    @Override
    @SuppressWarnings("exports") // See module-info.
    public void sampled(long hostNanos, long clockNanos, Frame frame, @Nullable StateReader news) {
        Objects.requireNonNull(frame, "frame must not be null; pass this listener to a sampler, which calls this");
        newestTick = frame.number() == newestFrame + 1 ? newestTick : State.NO_TICK;
        newestFrame = frame.number();
        boolean begins = newestTick == State.NO_TICK;
        if (news != null) {
            for (int age = news.size() - 1; age >= 0; age--) {
                look(news.state(age));
            }
        }
        // What a window has at the start, or after frames that a recording lacks, is not news.
        shown = begins ? found : shown;
        for (; shown < found && shows(frame, at(shown).tick); shown++) {
            Way way = at(shown);
            // An input from before the end of a pause is shown after it, and the pause does not count as latency.
            if (!hasPaused || way.inputNanos - pausedNanos > 0) {
                long swapNanos = hostNanos - clockNanos > 0 ? hostNanos : clockNanos;
                shown(way.inputNanos, way.startedNanos, way.publishedNanos, clockNanos, swapNanos);
            }
        }
        if (frame.isPaused()) {
            hasPaused = true;
            pausedNanos = clockNanos;
        }
    }

    private Way at(long number) {
        return ways[(int) (number % KEPT)];
    }

    private static boolean shows(Frame frame, long tick) {
        return frame.olderTick() >= tick || frame.newerTick() >= tick && frame.alpha() > 0;
    }

    private void look(State state) {
        if (state.tick() <= newestTick) {
            return;
        }
        if (state.inputSequence() != newestInput) {
            Way way = at(found++);
            // A catch-up has not shown the oldest for so long.
            shown = Math.max(shown, found - KEPT);
            way.tick = state.tick();
            way.inputNanos = state.inputNanos();
            way.startedNanos = StateInside.startedNanos(state);
            way.publishedNanos = StateInside.publishedNanos(state);
        }
        newestTick = state.tick();
        newestInput = state.inputSequence();
    }
}
