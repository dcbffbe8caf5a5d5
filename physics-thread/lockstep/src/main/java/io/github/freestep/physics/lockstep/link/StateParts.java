package io.github.freestep.physics.lockstep.link;

import io.github.freestep.state.State;
import java.util.ArrayList;
import java.util.List;

/**
 * How a state is divided for a comparison, and what the values of a body are called. Stateless.
 *
 * <p>A range of slots has parts of the same size, except for the last. A single slot has values: whether its body
 * lives, its parent, and the columns, as the bits of doubles.
 */
public final class StateParts {
    /** The greatest number of parts of a range. Each question narrows the search by this factor. */
    private static final int PARTS = 64;

    private static final int LIVES = 0;
    private static final int PARENT = 1;

    /** The number of values before the columns. */
    public static final int HEAD = 2;

    private static final List<String> POSES = List.of("x", "y", "z", "qx", "qy", "qz", "qw");

    private StateParts() {}

    /** Returns the number of slots of a whole state. */
    public static int slots(MatchRules rules) {
        return rules.layout().capacity();
    }

    /** Returns the number of slots of a part. */
    public static int size(int count) {
        return (count + PARTS - 1) / PARTS;
    }

    /** Returns how many parts a range of slots has; for a single slot, how many values. */
    public static int number(int count, MatchRules rules) {
        return count == 1
                ? Math.min(Messages.MOST_PARTS, HEAD + columns(rules).size())
                : (count + size(count) - 1) / size(count);
    }

    /** Returns the names of the values of a body, in their order. */
    public static List<String> columns(MatchRules rules) {
        List<String> columns = new ArrayList<>(POSES);
        columns.addAll(rules.layout().linearChannels());
        columns.addAll(rules.layout().steppedChannels());
        return columns;
    }

    /** Says in which value two bodies differ first. */
    public static String difference(int slot, MatchRules rules, int value, long here, long there, int player) {
        String at = " at player " + player;
        if (value == LIVES) {
            return here != 0
                    ? "body " + slot + " lives here, but not" + at
                    : "body " + slot + " lives" + at + ", but not here";
        }
        if (value == PARENT) {
            return "body " + slot + " is attached to " + parent(here) + " here, and to " + parent(there) + at;
        }
        int column = value - HEAD;
        boolean isDouble = rules.layout().hasDoublePositions() && column < 3;
        return columns(rules).get(column) + " of body " + slot + " is " + text(here, isDouble) + " here, and "
                + text(there, isDouble) + at;
    }

    private static String parent(long bits) {
        return bits == State.NO_PARENT ? "none" : "body " + bits;
    }

    private static String text(long bits, boolean isDouble) {
        double value = Double.longBitsToDouble(bits);
        return isDouble ? Double.toString(value) : Float.toString((float) value);
    }
}
