package io.github.freestep.render;

import io.github.freestep.internal.StateInside;
import io.github.freestep.state.State;
import java.util.Arrays;

/**
 * The slots whose bodies a picture shows as in the newest state, and not interpolated. For one reader; allocates when
 * a slot is added for the first time, and otherwise nothing. The cost of a frame is proportional to the number of
 * these slots.
 *
 * <p>The state that the picture has reached still decides whether a slot has a body, and which. If the newest state no
 * longer has this body, the body stays as in the last state in which it lived.
 */
final class Snaps {
    /** By slot: its place in {@link #slots}, or -1. Null before the first slot. */
    private int[] places;

    private int[] slots;
    private int count;

    /** The newest state that was applied. */
    private long tick = State.NO_TICK;

    private long edition;

    /** Adds or removes a slot. Returns whether that has changed anything. */
    boolean set(int slot, boolean snaps, int capacity) {
        if (slot < 0 || slot >= capacity) {
            throw new IllegalArgumentException("slot must be between 0 and " + (capacity - 1) + ", was " + slot
                    + "; it is that of a body of the simulation");
        }
        if (snaps == contains(slot)) {
            return false;
        }
        if (places == null) {
            places = new int[capacity];
            slots = new int[capacity];
            Arrays.fill(places, -1);
        }
        tick = State.NO_TICK;
        if (snaps) {
            places[slot] = count;
            slots[count++] = slot;
        } else {
            int last = slots[--count];
            slots[places[slot]] = last;
            places[last] = places[slot];
            places[slot] = -1;
        }
        return true;
    }

    boolean isEmpty() {
        return count == 0;
    }

    boolean contains(int slot) {
        return places != null && places[slot] >= 0;
    }

    /** Whether there is a slot to update, because a newer state has come. */
    boolean areDue(StateWindow window) {
        State newest = window.state(0);
        return count > 0 && (newest.tick() != tick || StateInside.edition(newest) != edition);
    }

    /** Forgets the errors of these slots, whose poses are exact. */
    void forget(Blend blend) {
        for (int i = 0; i < count; i++) {
            blend.forget(slots[i]);
        }
    }

    /** Puts the bodies of these slots where they are in the newest state. */
    void apply(StateWindow window, Picture picture, State reached) {
        for (int i = 0; i < count; i++) {
            int slot = slots[i];
            if (picture.presence.isAlive(slot) && reached.parent(slot) == State.NO_PARENT) {
                apply(newest(window, slot, picture.presence.epoch(slot)), slot, picture);
            }
        }
        tick = window.state(0).tick();
        edition = StateInside.edition(window.state(0));
    }

    /**
     * The newest state in which the body lives and is not attached. The state that the picture has reached is
     * always one.
     */
    private static State newest(StateWindow window, int slot, int epoch) {
        int age = 0;
        while (!window.state(age).isSameLife(slot, epoch) || window.state(age).parent(slot) != State.NO_PARENT) {
            age++;
        }
        return window.state(age);
    }

    private static void apply(State state, int slot, Picture picture) {
        Poses poses = picture.poses;
        boolean changes = put(poses.x, slot, (float) (state.x(slot) - poses.originX()))
                | put(poses.y, slot, (float) (state.y(slot) - poses.originY()))
                | put(poses.z, slot, (float) (state.z(slot) - poses.originZ()))
                | put(poses.qx, slot, state.qx()[slot])
                | put(poses.qy, slot, state.qy()[slot])
                | put(poses.qz, slot, state.qz()[slot])
                | put(poses.qw, slot, state.qw()[slot]);
        for (int channel = 0; channel < poses.linear.length; channel++) {
            changes |= put(poses.linear[channel], slot, state.linear(channel)[slot]);
        }
        for (int channel = 0; channel < picture.stepped.length; channel++) {
            changes |= put(picture.stepped[channel], slot, state.stepped(channel)[slot]);
        }
        if (changes) {
            picture.changes.include(slot);
        }
    }

    private static boolean put(float[] values, int slot, float value) {
        boolean changes = values[slot] != value;
        values[slot] = value;
        return changes;
    }
}
