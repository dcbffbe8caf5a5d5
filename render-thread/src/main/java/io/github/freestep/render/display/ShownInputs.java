package io.github.freestep.render.display;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameListener;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.content.StateInside;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the frame that shows each input for the first time, and when it was displayed. For the sampler's thread;
 * allocates nothing once made.
 *
 * <p>A state names only its newest input, so of several inputs of one tick, only that one is found. An input is lost if
 * its state leaves the window before the next frame and a later state has a newer input.
 */
final class ShownInputs implements FrameListener {
    private static final int KEPT = 64;

    private final InputListener listener;
    private final Way[] ways = new Way[KEPT];

    /** The number of inputs that states had, and of those that frames have shown. */
    private long found;

    private long shown;

    private boolean hasSampler;
    private boolean hasReports;
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

        /** The number of the frame that shows it; 0 before that, and after the listener has got it. */
        long frame;

        long sampledNanos;
        long displayNanos;
    }

    ShownInputs(InputListener listener) {
        this.listener = listener;
        Arrays.setAll(ways, i -> new Way());
    }

    @Override
    public void opened(StateBuffer states, SamplerOptions options) {
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
    public void sampled(long hostNanos, long clockNanos, Frame frame, @Nullable StateReader news) {
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
                way.frame = frame.number();
                way.sampledNanos = clockNanos;
                way.displayNanos = hostNanos - clockNanos > 0 ? hostNanos : clockNanos;
                if (!hasReports) {
                    end(way);
                }
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
            // No report of its frame has come for so long, or a catch-up has not shown it yet.
            end(way);
            shown = Math.max(shown, found - KEPT);
            way.tick = state.tick();
            way.inputNanos = state.inputNanos();
            way.startedNanos = StateInside.startedNanos(state);
            way.publishedNanos = StateInside.publishedNanos(state);
        }
        newestTick = state.tick();
        newestInput = state.inputSequence();
    }

    @Override
    public void displayed(long number, long displayNanos) {
        hasReports = true;
        for (Way way : ways) {
            // If a later frame is reported before this one, then this one was usually never displayed.
            if (way.frame != 0 && number >= way.frame) {
                way.displayNanos = displayNanos;
                end(way);
            }
        }
    }

    private void end(Way way) {
        if (way.frame != 0) {
            way.frame = 0;
            listener.shown(way.inputNanos, way.startedNanos, way.publishedNanos, way.sampledNanos, way.displayNanos);
        }
    }
}
