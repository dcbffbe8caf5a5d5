package io.github.freestep.state.content;

import io.github.freestep.internal.Ranges;
import java.util.Arrays;

/** Which bodies of a state are attached to others. Immutable, so any number of states can have the same. */
public final class Attachments {
    /** No body is attached. */
    public static final Attachments NONE = new Attachments(new int[0], new int[0], new int[0]);

    /** The parent of a body that is not attached. */
    public static final int NO_PARENT = -1;

    /** The most attachments in a row. */
    public static final int MAX_DEPTH = 8;

    /** Ascending. */
    private final int[] children;

    /** The parent of each child. */
    private final int[] parents;

    /** The children again, but each after its parent. */
    private final int[] parentsFirst;

    /**
     * Keeps the arrays.
     *
     * @param children the slots of attached bodies, ascending
     * @param parents the parent of each child
     * @param parentsFirst the children again, but each after its parent
     */
    public Attachments(int[] children, int[] parents, int[] parentsFirst) {
        this.children = children;
        this.parents = parents;
        this.parentsFirst = parentsFirst;
    }

    /**
     * The number of attached bodies.
     *
     * @return from 0
     */
    public int count() {
        return children.length;
    }

    /**
     * The slot of an attached body. A body that is itself a parent comes before its children.
     *
     * @param index from 0, below {@link #count}
     * @return a slot
     * @throws IndexOutOfBoundsException if there is no such index
     */
    public int child(int index) {
        return parentsFirst[Ranges.index(index, children.length, "index", "attachedCount()")];
    }

    /**
     * The body to which a body is attached. Takes time proportional to the logarithm of the number of attached bodies.
     *
     * @param slot any slot
     * @return the slot of its parent; {@link #NO_PARENT} if it has none
     */
    public int parent(int slot) {
        int at = Arrays.binarySearch(children, slot);
        return at < 0 ? NO_PARENT : parents[at];
    }
}
