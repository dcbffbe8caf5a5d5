package io.github.freestep.render;

import io.github.freestep.render.trace.codec.ShownWords;
import io.github.freestep.render.trace.codec.TraceRing;
import io.github.freestep.state.State;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;

/**
 * Notes what a sampler acquires and shows. For the sampler's thread; wait-free, allocates nothing.
 */
final class MotionTap {
    /** How often a trace gets a snapshot, from which it can be replayed. */
    private static final long SNAPSHOT_NANOS = 15_000_000_000L;

    private final FrameSampler sampler;
    private final TraceRing ring;
    private final MotionTrace trace;
    private final SamplerState state = new SamplerState();
    private final TimeAnchor anchor = new TimeAnchor();
    private final TimeAnchor newestAnchor = new TimeAnchor();
    private long newestTick = State.NO_TICK;
    private long newestEdition;
    private long newestPublishedNanos;
    private boolean begun;
    private boolean lost;
    private long snapshotNanos;

    MotionTap(FrameSampler sampler, TraceRing ring, MotionTrace trace) {
        this.sampler = sampler;
        this.trace = trace;
        this.ring = ring;
    }

    /** Called before the window is acquired. */
    void before(long frameNanos) {
        lost = !ring.hasRoom();
        if (lost) {
            ring.lose();
            begun = false;
        } else if (!begun || frameNanos - snapshotNanos >= SNAPSHOT_NANOS) {
            begun = true;
            snapshotNanos = frameNanos;
            snapshot();
        }
    }

    private void snapshot() {
        ring.lost();
        sampler.state(state.save());
        ring.snapshot(state.values, state.size());
        StateReader window = sampler.window();
        for (int age = window.size() - 1; age >= 0; age--) {
            put(window.state(age), false);
        }
    }

    private void put(State which, boolean again) {
        ring.state(which, again);
        newestTick = which.tick();
        newestEdition = which.edition();
        newestPublishedNanos = which.publishedNanos();
        which.anchor(newestAnchor);
    }

    /** Called after the frame. */
    void after(long frameNanos, boolean news, Frame frame, boolean holds) {
        if (lost) {
            return;
        }
        if (news) {
            states(sampler.window());
        }
        int flags = ShownWords.flags(frame.hasState, frame.isBridged(), frame.isPaused, holds);
        ring.frame(
                frameNanos,
                frame.simulationNanos,
                frame.currentSimulationNanos,
                frame.alpha(),
                frame.delayNanos,
                flags);
    }

    /** Notes the new states of a window, and the one that was the newest before, if it was published again since. */
    private void states(StateReader window) {
        for (int age = window.size() - 1; age >= 0; age--) {
            State each = window.state(age);
            if (each.tick() > newestTick) {
                put(each, false);
            } else if (each.tick() == newestTick && (age == 0 || differs(each))) {
                put(each, true);
            }
        }
    }

    private boolean differs(State from) {
        from.anchor(anchor);
        return from.edition() != newestEdition
                || from.publishedNanos() != newestPublishedNanos
                || !anchor.same(newestAnchor);
    }

    /** Called when the sampler is closed. */
    void close() {
        if (ring.hasRoom()) {
            ring.lost();
        }
        trace.samplerClosed();
    }
}
