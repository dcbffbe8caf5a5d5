package io.github.freestep.render.display;

import io.github.freestep.internal.StateInside;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameListener;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import org.jspecify.annotations.Nullable;

/**
 * Finds the frame that shows each input for the first time. For the sampler's thread; allocates nothing once made.
 *
 * <p>A state names only its newest input, so of several inputs of one tick, only that one is found. An input is lost if
 * its state leaves the window before the next frame and a later state has a newer input.
 */
final class ShownInputs implements FrameListener {
    /** More states than any window has. In a catch-up, when more wait for the picture, the oldest are forgotten. */
    private static final int KEPT = 64;

    private final InputListener listener;

    /** Takes the display times; null if nobody asks for them. */
    private final @Nullable LatencyMeter meter;

    private final long[] tick = new long[KEPT];
    private final long[] inputNanos = new long[KEPT];
    private final long[] startedNanos = new long[KEPT];
    private final long[] publishedNanos = new long[KEPT];
    private long found;
    private long shown;

    private boolean hasSampler;
    private long newestTick = State.NO_TICK;
    private long newestInput;

    private boolean hasPaused;
    private long pausedNanos;

    ShownInputs(InputListener listener, @Nullable LatencyMeter meter) {
        this.listener = listener;
        this.meter = meter;
    }

    @Override
    public void opened(StateBuffer states, SamplerOptions options) {
        if (hasSampler) {
            throw new IllegalStateException("this listener already has a sampler; create one for each sampler");
        }
        if (states.isInline()) {
            throw new IllegalStateException("the way of an input cannot be measured with a stepper, whose clock stands"
                    + " still during a frame; use a service, or leave this listener out");
        }
        hasSampler = true;
    }

    @Override
    public void sampled(long hostNanos, long clockNanos, Frame frame, @Nullable StateReader news) {
        if (news != null) {
            for (int age = news.size() - 1; age >= 0; age--) {
                look(news.state(age));
            }
        }
        for (; shown < found && shows(frame, tick[(int) (shown % KEPT)]); shown++) {
            int at = (int) (shown % KEPT);
            // An input from before the end of a pause is shown after it, and the pause is no latency.
            if (!hasPaused || inputNanos[at] - pausedNanos > 0) {
                listener.shown(
                        frame.number(), inputNanos[at], startedNanos[at], publishedNanos[at], clockNanos, hostNanos);
            }
        }
        if (frame.isPaused()) {
            hasPaused = true;
            pausedNanos = clockNanos;
        }
    }

    private static boolean shows(Frame frame, long tick) {
        return frame.olderTick() >= tick || frame.newerTick() >= tick && frame.alpha() > 0;
    }

    private void look(State state) {
        if (state.tick() <= newestTick) {
            return;
        }
        // The input of the first state came before the sampler was opened.
        if (newestTick != State.NO_TICK && state.inputSequence() != newestInput) {
            shown = Math.max(shown, found - KEPT + 1);
            int at = (int) (found++ % KEPT);
            tick[at] = state.tick();
            inputNanos[at] = state.inputNanos();
            startedNanos[at] = StateInside.startedNanos(state);
            publishedNanos[at] = StateInside.publishedNanos(state);
        }
        newestTick = state.tick();
        newestInput = state.inputSequence();
    }

    @Override
    public void displayed(long number, long displayNanos) {
        if (meter != null) {
            meter.displayed(number, displayNanos);
        }
    }
}
