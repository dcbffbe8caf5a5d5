package io.github.freestep.physics.prediction.shown;

import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.TimeAnchor;

/**
 * Publishes one state for each frame: bodies as they are at the time of its refresh, which is within a tick that was
 * stepped for this frame. The error of a correction decays from frame to frame. For one thread; allocates nothing per
 * frame, except for attachments that have changed.
 */
public final class RefreshStates {
    private final StatePublisher publisher;
    private final NanoClock clock;
    private final double snapDistance;
    private final TrueChanges changes;
    private final ShownErrors errors;
    private final ShownBodies bodies;
    private final ShownWriter writer;
    private final ShownMotion motion;
    private final double[] way;
    private final double[] difference;
    private long frames;

    /**
     * Opens a buffer of states.
     *
     * @param layout that of the stepped world
     * @param clock the clock of the refreshes
     */
    public RefreshStates(StateLayout layout, NanoClock clock, ShownOptions options) {
        this.clock = clock;
        publisher = StatePublisher.of(layout, StatePublisher.DEFAULT_WINDOW, clock, true);
        snapDistance = options.snapDistance;
        changes = new TrueChanges(layout.capacity());
        errors = new ShownErrors(layout, options.halfLifeNanos);
        bodies = new ShownBodies(layout.capacity(), publisher.bodies(), changes, errors);
        writer = new ShownWriter(layout, errors);
        motion = new ShownMotion(layout.linearChannels().size());
        way = new double[ShownMotion.CHANNELS + layout.linearChannels().size()];
        difference = new double[way.length];
    }

    /** The states, the newest of which is the picture. */
    public StateBuffer states() {
        return publisher.states();
    }

    /** Sets whether the next pictures have no bodies. */
    public void hide(boolean all) {
        bodies.hide(all);
    }

    /** Lets errors decay from one refresh to the next. */
    public void pass(SteppedTick tick, long wallNanos) {
        errors.step(wallNanos);
        State to = tick.to();
        for (int slot = 0; slot < to.slots(); slot++) {
            if (errors.has(slot)) {
                errors.reduce(slot, to);
            }
        }
    }

    /** Begins errors where two predictions of one refresh differ, so that the second one begins like the first. */
    public void correct(SteppedTick former, SteppedTick now) {
        int slots = Math.min(former.to().slots(), now.to().slots());
        for (int slot = 0; slot < slots; slot++) {
            State before = former.to();
            State after = now.to();
            boolean isSame = before.isAlive(slot)
                    && before.epoch(slot) == after.epoch(slot)
                    && before.parent(slot) == after.parent(slot);
            if (!isSame) {
                errors.forget(slot);
                continue;
            }
            motion.way(before, after, slot, difference);
            addRest(former, slot, 1);
            addRest(now, slot, -1);
            double squares =
                    difference[0] * difference[0] + difference[1] * difference[1] + difference[2] * difference[2];
            if (squares > snapDistance * snapDistance) {
                bodies.teleport(slot);
            } else {
                errors.add(slot, difference, after);
            }
        }
    }

    /** Adds the way from the end of a tick back to the refresh, with a sign. */
    private void addRest(SteppedTick tick, int slot, double sign) {
        double remaining = tick.remaining(slot);
        if (remaining > 0) {
            motion.way(tick.from(), tick.to(), slot, way);
            for (int i = 0; i < way.length; i++) {
                difference[i] += sign * remaining * way[i];
            }
        }
    }

    /**
     * Publishes the picture of a refresh.
     *
     * @param anchor the anchor of the world that is predicted
     * @param simulationNanos the time of the refresh in that world
     */
    public void show(SteppedTick tick, TimeAnchor anchor, long simulationNanos) {
        State to = tick.to();
        long now = clock.nanoTime();
        StateWriter state = publisher.begin(frames++, simulationNanos, anchor, now);
        changes.add(to);
        bodies.take(to, false);
        changes.clear();
        for (int slot = 0; slot < to.slots(); slot++) {
            if (state.isAlive(slot)) {
                for (int i = 0; i < difference.length; i++) {
                    difference[i] = errors.get(slot, i);
                }
                addRest(tick, slot, 1);
                writer.moved(to, slot, difference, tick.remaining(slot) > 0 ? tick.from() : to, state);
            }
        }
        publisher.publish(now);
    }
}
