package io.github.freestep.state;

import java.util.Arrays;

/** Which bodies of a state are attached to others. Immutable, so any number of states can have the same. */
final class Attachments {
    static final Attachments NONE = new Attachments(new int[0], new int[0], new int[0]);

    /** Ascending. */
    private final int[] children;

    /** The parent of each child. */
    private final int[] parents;

    /** The children again, but each after its parent. */
    private final int[] parentsFirst;

    Attachments(int[] children, int[] parents, int[] parentsFirst) {
        this.children = children;
        this.parents = parents;
        this.parentsFirst = parentsFirst;
    }

    int count() {
        return children.length;
    }

    int child(int index) {
        if (index < 0 || index >= children.length) {
            throw new IndexOutOfBoundsException(
                    "index must be from 0 and below attachedCount(), which is " + children.length + ", was " + index);
        }
        return parentsFirst[index];
    }

    int parent(int slot) {
        int at = Arrays.binarySearch(children, slot);
        return at < 0 ? State.NO_PARENT : parents[at];
    }
}
