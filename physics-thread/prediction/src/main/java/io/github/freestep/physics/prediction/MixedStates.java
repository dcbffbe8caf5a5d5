package io.github.freestep.physics.prediction;

import io.github.freestep.internal.RecentSamples;
import io.github.freestep.physics.prediction.shown.ShownOptions;
import io.github.freestep.physics.prediction.shown.ShownStates;
import io.github.freestep.physics.saves.content.StateRange;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.state.StateReader;
import io.github.freestep.state.StateWriter;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.TimeAnchor;

/**
 * Publishes all bodies of the server: those that are predicted as the small world has them, and all others as they were
 * on the server. A body that changes from one to the other is a correction, so it does not jump. For the thread that
 * steps; allocates nothing once made.
 */
final class MixedStates {
    /** How much faster or slower than time the others are shown at most. */
    private static final double SLEW = 0.05;

    private static final int AGES = 256;

    /**
     * The rank, among the last ages, of the one that the others are shown at; 1 is the greatest. In the few ticks in
     * which the newest state is older, they are off, and then corrected.
     */
    private static final int COVERED = 4;

    private final StateLayout layout;
    private final ServerStates server;
    private final TickGrid grid;
    private final StatePublisher publisher;
    private final Bodies bodies;
    private final NanoClock clock;

    private final NearBodies near;
    final ShownStates shown;
    private final TimeAnchor anchor = new TimeAnchor();

    /** By slot: the epoch that the body has on the server, where it is taken from. */
    private final int[] epochs;

    /** By slot: whether the body was last shown as the small world has it. */
    private final boolean[] wasLocal;

    /** By slot: the epoch of a body that was shown in the present until the server had removed it. */
    private final int[] removed;

    /**
     * How far the present was ahead of the newest state just before each of the last states came. An outage is one of
     * them, so it does not make the others older.
     */
    private final RecentSamples ages = new RecentSamples(AGES, COVERED);

    private long mixedTick = State.NO_TICK;
    private long correctedTick = -1;

    /** The server's time of the newest tick, and that which the others are shown at. */
    private long presentNanos;

    private long othersNanos;

    /** The time of the newest state at the newest tick. */
    private long newestNanos;

    /** The state before that time, which each tick finds first. */
    @SuppressWarnings("NullAway.Init")
    private State before;

    /** The state after that time, which each tick finds first. */
    @SuppressWarnings("NullAway.Init")
    private State after;

    /** Where that time is between the two. */
    private double share;

    MixedStates(StateBuffer states, ServerStates server, NearBodies near, TickGrid grid, ShownOptions options) {
        layout = states.layout();
        this.server = server;
        this.near = near;
        this.grid = grid;
        clock = states.clock();
        publisher = StatePublisher.of(layout, states.window(), clock, states.isInline());
        bodies = publisher.bodies();
        epochs = new int[layout.capacity()];
        wasLocal = new boolean[layout.capacity()];
        removed = new int[layout.capacity()];
        shown = new ShownStates(publisher.states(), options);
        shown.keepApart(near.isPredicted);
    }

    /** Refuses bodies that are relative to others, because a push would move only one of them. */
    static void requireNoneAttached(State state) {
        if (StateInside.attachments(state).count() > 0) {
            throw new IllegalStateException("bodies of an OwnScene must not be attached to others, was "
                    + StateInside.attachments(state).count()
                    + " in the newest state; predict only the player's body with an OwnWorld instead");
        }
    }

    /** Stops predicting after a tick, because the player has no body in the state of the server. */
    void clear(long tick) {
        near.clear(server.state());
        corrected(tick);
    }

    /** Notes that the ticks up to this one were stepped again. */
    void corrected(long tick) {
        correctedTick = tick;
    }

    /** Shows the newest state of the small world, right after it was published. */
    void save(long tick) {
        StateReader small = near.small;
        small.acquire();
        State newest = small.state(0);
        // Also without a new state, such as in an outage: it was shown in the past until this tick.
        boolean isPushed = near.notePushed(newest, server.newestNanos);
        // The others continued beyond a state, and a newer one has them elsewhere.
        boolean isLate = othersNanos > newestNanos && server.newestNanos != newestNanos;
        if ((isPushed || isLate) && correctedTick < 0) {
            correctedTick = mixedTick;
        }
        if (correctedTick >= 0 && mixedTick != State.NO_TICK) {
            State same = newest.tick() == correctedTick || small.size() < 2 ? newest : small.state(1);
            if (!server.isPaused) {
                // After an outage, ticks were left out.
                long present = grid.nanosAt(same.tick());
                othersNanos += present - presentNanos;
                presentNanos = present;
            }
            publish(same, false);
            shown.corrected(correctedTick, false);
        }
        correctedTick = -1;
        if (newest.tick() > mixedTick) {
            pass(newest.tick());
            publish(newest, true);
        }
        shown.save(tick);
    }

    /** Lets the time pass that the others are shown at. */
    private void pass(long tick) {
        long present = grid.nanosAt(tick);
        long step = server.isPaused ? grid.nanos(1) : present - presentNanos;
        presentNanos = present;
        if (mixedTick == State.NO_TICK) {
            newestNanos = server.newestNanos;
            othersNanos = server.newestNanos;
            return;
        }
        long aim = server.newestNanos;
        if (!server.isPaused) {
            if (server.newestNanos != newestNanos) {
                ages.add(present - newestNanos);
                newestNanos = server.newestNanos;
            }
            aim = ages.size() == 0 ? aim : present - ages.greatest(Math.min(COVERED, ages.size()));
        }
        long most = (long) (step * SLEW);
        othersNanos += step + Math.max(-most, Math.min(most, aim - othersNanos - step));
        if (server.isPaused) {
            othersNanos = Math.min(othersNanos, server.newestNanos);
        }
    }

    private void publish(State truth, boolean isNew) {
        truth.anchor(anchor);
        long started = StateInside.startedNanos(truth);
        StateWriter writer = truth.tick() == mixedTick
                ? publisher.replace(anchor, started)
                : publisher.begin(truth.tick(), truth.simulationNanos(), anchor, started);
        mixedTick = truth.tick();
        findOthers();
        State newest = server.reader.state(0);
        int slots = Math.max(Math.max(newest.slots(), after.slots()), Math.max(before.slots(), bodies.slots()));
        for (int slot = 0; slot < slots; slot++) {
            boolean isLocal = near.isPredicted(slot) && NearBodies.has(truth, slot);
            int epoch = isLocal ? near.epoch(slot) : pastEpoch(slot);
            if (epoch != epochs[slot]) {
                // A correction would hide a teleport, so that of the next tick shows it.
                if (!isNew) {
                    continue;
                }
                take(slot, epoch);
            }
            if (!bodies.isAlive(slot)) {
                wasLocal[slot] = false;
                continue;
            }
            if (isLocal != wasLocal[slot] && !isNew) {
                shown.slide(slot);
            }
            wasLocal[slot] = isLocal;
            if (isLocal) {
                removed[slot] = Epochs.NEVER;
                StateRange.copy(layout, truth, writer, slot, slot + 1);
            } else {
                between(slot, writer);
            }
        }
        publisher.overloaded(StateInside.isOverloaded(truth));
        publisher.input(truth.inputSequence(), truth.inputNanos());
        publisher.publish(clock.nanoTime());
    }

    /** Returns the epoch at the time of the others, which may be before a removal that was already shown. */
    private int pastEpoch(int slot) {
        int epoch = epoch(share < 1 ? before : after, slot);
        if (wasLocal[slot] && !Epochs.isAlive(near.epoch(slot))) {
            removed[slot] = epochs[slot];
        }
        if (Epochs.isAlive(removed[slot]) && Epochs.sameLife(epoch, removed[slot])) {
            return Epochs.NEVER;
        }
        removed[slot] = Epochs.NEVER;
        return epoch;
    }

    private void take(int slot, int epoch) {
        boolean was = Epochs.isAlive(epochs[slot]);
        boolean is = Epochs.isAlive(epoch);
        if (was && is && Epochs.sameLife(epoch, epochs[slot])) {
            bodies.teleport(slot);
        } else {
            if (was) {
                bodies.remove(slot);
            }
            if (is) {
                bodies.spawn(slot);
            }
        }
        epochs[slot] = epoch;
    }

    private static int epoch(State state, int slot) {
        return NearBodies.has(state, slot) ? state.epoch(slot) : Epochs.NEVER;
    }

    /** Finds the states around the time of the others. Beyond the newest one, motion continues for at most its gap. */
    private void findOthers() {
        StateReader states = server.reader;
        int age = 0;
        while (age + 1 < states.size() && states.state(age).simulationNanos() > othersNanos) {
            age++;
        }
        before = states.state(age);
        after = states.state(Math.max(0, age - 1));
        if (age == 0 && states.size() > 1) {
            before = states.state(1);
        }
        long span = after.simulationNanos() - before.simulationNanos();
        share = span <= 0 ? 1 : (double) (othersNanos - before.simulationNanos()) / span;
        share = Math.max(0, Math.min(2, share));
    }

    private void between(int slot, StateWriter writer) {
        State from = share < 1 ? before : after;
        boolean moves =
                NearBodies.has(before, slot) && NearBodies.has(after, slot) && before.epoch(slot) == after.epoch(slot);
        if (!moves) {
            StateRange.copy(layout, from, writer, slot, slot + 1);
            return;
        }
        writer.position(
                slot,
                between(before.x(slot), after.x(slot)),
                between(before.y(slot), after.y(slot)),
                between(before.z(slot), after.z(slot)));
        turn(slot, writer);
        for (int channel = 0; channel < layout.linearChannels().size(); channel++) {
            writer.linear(channel, slot, between(before.linear(channel)[slot], after.linear(channel)[slot]));
        }
        for (int channel = 0; channel < layout.steppedChannels().size(); channel++) {
            writer.stepped(channel, slot, from.stepped(channel)[slot]);
        }
    }

    private double between(double from, double to) {
        return from + (to - from) * share;
    }

    private void turn(int slot, StateWriter writer) {
        double x = before.qx()[slot];
        double y = before.qy()[slot];
        double z = before.qz()[slot];
        double w = before.qw()[slot];
        double toX = after.qx()[slot];
        double toY = after.qy()[slot];
        double toZ = after.qz()[slot];
        double toW = after.qw()[slot];
        double sign = x * toX + y * toY + z * toZ + w * toW < 0 ? -1 : 1;
        if (x != toX || y != toY || z != toZ || w != toW) {
            x = between(x, sign * toX);
            y = between(y, sign * toY);
            z = between(z, sign * toZ);
            w = between(w, sign * toW);
            double length = Math.sqrt(x * x + y * y + z * z + w * w);
            x /= length;
            y /= length;
            z /= length;
            w /= length;
        }
        writer.orientation(slot, (float) x, (float) y, (float) z, (float) w);
    }
}
