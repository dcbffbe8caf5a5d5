package io.github.freestep.internal.query;

import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.StateInside;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Finds the first value that differs between two states of a layout. Allocates only when it finds one. */
public final class StateDifference {
    private static final List<String> POSE = List.of("x", "y", "z", "qx", "qy", "qz", "qw");
    private static final int POSITIONS = 3;
    private static final int ROTATION_END = 7;

    private final List<String> columns = new ArrayList<>(POSE);
    private final String one;
    private final String other;

    /**
     * Prepares comparisons.
     *
     * @param layout the layout of both states
     * @param one the source of the first state, such as "the match"
     * @param other the source of the other one
     */
    public StateDifference(StateLayout layout, String one, String other) {
        columns.addAll(layout.linearChannels());
        columns.addAll(layout.steppedChannels());
        this.one = one;
        this.other = other;
    }

    /**
     * Returns what differs, such as "x of body 17 is 1.5 in one, and 1.25 in other"; null if nothing does. A quaternion
     * equals its negative, which is the same rotation. Which of the two a state has depends on the states before it, so
     * two runs with different pasts may differ in it.
     */
    public @Nullable String between(State a, State b) {
        for (int slot = 0; slot < Math.max(a.slots(), b.slots()); slot++) {
            boolean lives = lives(a, slot);
            if (lives != lives(b, slot) || lives && a.parent(slot) != b.parent(slot)) {
                return says("body " + slot, life(a, slot), life(b, slot));
            }
            for (int column = 0; lives && column < columns.size(); column++) {
                double here = value(a, slot, column);
                double there = value(b, slot, column);
                if (Double.compare(here, there) != 0) {
                    return says(
                            columns.get(column) + " of body " + slot, text(a, here, column), text(b, there, column));
                }
            }
        }
        return null;
    }

    private String says(String what, String inOne, String inOther) {
        return what + " is " + inOne + " in " + one + ", and " + inOther + " in " + other;
    }

    /** Passes on whether each body lives, and its values, such as "1.5" of "x of body 17". */
    public void describe(State state, BiConsumer<String, String> to) {
        for (int slot = 0; slot < state.slots(); slot++) {
            to.accept("body " + slot, life(state, slot));
            for (int i = 0; lives(state, slot) && i < columns.size(); i++) {
                to.accept(columns.get(i) + " of body " + slot, text(state, value(state, slot, i), i));
            }
        }
    }

    private static boolean lives(State state, int slot) {
        return slot < state.slots() && state.isAlive(slot);
    }

    private static String life(State state, int slot) {
        boolean isAttached = lives(state, slot) && state.parent(slot) != State.NO_PARENT;
        return isAttached ? "attached to body " + state.parent(slot) : lives(state, slot) ? "alive" : "gone";
    }

    private double value(State state, int slot, int column) {
        return switch (column) {
            case 0 -> state.x(slot);
            case 1 -> state.y(slot);
            case 2 -> state.z(slot);
            default -> {
                float value = StateInside.values(state)[column][slot];
                yield column < ROTATION_END ? value * sign(state, slot) + 0f : value;
            }
        };
    }

    /** Returns the sign of the last part of a quaternion that is not 0, by which both signs of a rotation are alike. */
    private static float sign(State state, int slot) {
        float zw = state.qw()[slot] != 0 ? state.qw()[slot] : state.qz()[slot];
        float last = zw != 0 ? zw : state.qy()[slot] != 0 ? state.qy()[slot] : state.qx()[slot];
        return Math.signum(last);
    }

    /** Returns a value as text that has all its bits. */
    private static String text(State state, double value, int column) {
        boolean isDouble = column < POSITIONS && state.hasDoublePositions();
        return isDouble ? Double.toString(value) : Float.toString((float) value);
    }
}
