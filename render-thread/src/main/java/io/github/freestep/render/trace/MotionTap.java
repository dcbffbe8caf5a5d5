package io.github.freestep.render.trace;

import io.github.freestep.internal.StateInside;
import io.github.freestep.render.Frame;
import io.github.freestep.render.trace.codec.ShownWords;
import io.github.freestep.render.trace.codec.TraceRing;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import io.github.freestep.time.TimeAnchor;
import org.jspecify.annotations.Nullable;

/**
 * Notes what a sampler acquires and shows. For the sampler's thread; wait-free, allocates nothing.
 */
final class MotionTap {
    /** How often a trace gets a snapshot, from which it can be replayed. */
    private static final long SNAPSHOT_NANOS = 15_000_000_000L;

    private final TraceRing ring;
    private final MissedTicks missed = new MissedTicks();
    private final TimeAnchor anchor = new TimeAnchor();
    private final TimeAnchor newestAnchor = new TimeAnchor();
    private long newestTick = State.NO_TICK;
    private long newestEdition;
    private long newestPublishedNanos;
    private boolean newestOverloaded;
    private boolean begun;
    private boolean lost;
    private long snapshotNanos;

    MotionTap(TraceRing ring) {
        this.ring = ring;
    }

    /** Called when the sampler is opened. */
    void opened(StateBuffer states) {
        missed.opened(states);
    }

    /** Called before the window is acquired. Returns whether this frame needs a snapshot. */
    boolean before(long frameNanos, boolean isWhole) {
        lost = !ring.hasRoom() || !begun && !isWhole;
        if (lost) {
            ring.lose();
            begun = false;
            return false;
        }
        if (!isWhole || begun && frameNanos - snapshotNanos < SNAPSHOT_NANOS) {
            return false;
        }
        begun = true;
        snapshotNanos = frameNanos;
        return true;
    }

    void snapshot(long[] numbers, int count, StateReader window) {
        ring.lost();
        ring.snapshot(numbers, count);
        for (int age = window.size() - 1; age >= 0; age--) {
            put(window.state(age), false);
        }
    }

    private void put(State which, boolean again) {
        ring.state(which, again);
        newestTick = which.tick();
        newestEdition = StateInside.edition(which);
        newestPublishedNanos = StateInside.publishedNanos(which);
        which.anchor(newestAnchor);
        newestOverloaded = StateInside.isOverloaded(which);
    }

    /** Called after the frame. */
    void after(long frameNanos, long clockNanos, Frame frame, @Nullable StateReader news) {
        if (lost) {
            return;
        }
        if (news != null) {
            if (missed.find(news, newestTick)) {
                ring.tick(missed.tick, missed.dueNanos, missed.startedNanos, missed.endedNanos);
            }
            states(news);
        }
        int flags = ShownWords.flags(frame.hasState(), frame.isBridged(), frame.isPaused());
        ring.frame(
                frameNanos,
                frameNanos - clockNanos,
                frame.simulationNanos(),
                frame.currentSimulationNanos(),
                frame.alpha(),
                frame.delayNanos(),
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
        return StateInside.edition(from) != newestEdition
                || StateInside.publishedNanos(from) != newestPublishedNanos
                || StateInside.isOverloaded(from) != newestOverloaded
                || !anchor.same(newestAnchor);
    }

    /** Called when it is known when a frame was displayed. The next frame hands that over. */
    void displayed(long back, long displayNanos) {
        if (!lost) {
            ring.displayed(back, displayNanos);
        }
    }

    /** Called when the sampler is closed. */
    void close() {
        if (ring.hasRoom()) {
            ring.lost();
        }
        ring.publish();
    }
}
