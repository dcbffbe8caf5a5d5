package io.github.freestep.render.trace.log;

import io.github.freestep.internal.StateInside;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameListener;
import io.github.freestep.render.SamplerOptions;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;
import org.jspecify.annotations.Nullable;

/**
 * Finds what is new in each frame of a sampler. For the sampler's thread; wait-free, allocates nothing. One thread may
 * open the sampler, and another may then use it.
 */
abstract class MotionTap implements FrameListener {
    private final MissedTicks missed = new MissedTicks();
    private final TimeAnchor anchor = new TimeAnchor();
    private boolean hasSampler;
    private long newestTick = State.NO_TICK;
    private long newestPublishedNanos;

    /** Whether anything is recorded now. */
    abstract boolean isOn();

    abstract void setup(SamplerSetup setup);

    /** A state is new, or published again. The anchor is valid during the call. */
    abstract void state(State state, TimeAnchor since, boolean again);

    abstract void tick(long number, long dueNanos, long startedNanos, long endedNanos);

    abstract void frame(long hostNanos, long clockNanos, Frame frame);

    @Override
    public final void opened(StateBuffer states, SamplerOptions options) {
        if (hasSampler) {
            throw new IllegalStateException("this listener already has a sampler; create one for each sampler");
        }
        hasSampler = true;
        missed.opened(states);
        setup(SamplerSetup.of(states, options));
    }

    @Override
    public final void sampled(long hostNanos, long clockNanos, Frame frame, @Nullable StateReader news) {
        if (!isOn()) {
            return;
        }
        if (news != null) {
            if (missed.find(news, newestTick)) {
                tick(missed.tick, missed.dueNanos, missed.startedNanos, missed.endedNanos);
            }
            states(news);
        }
        frame(hostNanos, clockNanos, frame);
    }

    /** Finds the new states of a window, and the one that was the newest before, if it was published again since. */
    private void states(StateReader window) {
        for (int age = window.size() - 1; age >= 0; age--) {
            State each = window.state(age);
            if (each.tick() > newestTick) {
                put(each, false);
            } else if (each.tick() == newestTick
                    && (age == 0 || StateInside.publishedNanos(each) != newestPublishedNanos)) {
                put(each, true);
            }
        }
    }

    private void put(State which, boolean again) {
        newestTick = which.tick();
        newestPublishedNanos = StateInside.publishedNanos(which);
        which.anchor(anchor);
        state(which, anchor, again);
    }

    @Override
    public void closed() {}
}
