package io.github.freestep.state;

import io.github.freestep.internal.Attachments;
import java.util.Arrays;

/**
 * Attaches bodies to others, and keeps chains short and without cycles. For the publishing thread; allocates only when
 * an attachment has changed, at most once for each state.
 */
final class AttachmentTree {
    /** By slot; null until a body is attached, because most worlds have no attachments. */
    private int[] parents;

    /** By slot: the number of bodies that are attached to it. */
    private int[] children;

    /** By slot: one of the bodies that are attached to it; each of them names the next and the previous one. */
    private int[] firstChild;

    private int[] next;
    private int[] previous;

    private final int capacity;
    private int count;
    private Attachments current = Attachments.NONE;
    private boolean changed;

    AttachmentTree(int capacity) {
        this.capacity = capacity;
    }

    int parent(int slot) {
        return parents == null ? State.NO_PARENT : parents[slot];
    }

    int children(int slot) {
        return children == null ? 0 : children[slot];
    }

    /** Attaches a body, or attaches it elsewhere. Returns false if it has that parent already. */
    boolean attach(int child, int parent) {
        if (parent(child) == parent) {
            return false;
        }
        require(child, parent);
        if (parents == null) {
            parents = slots();
            firstChild = slots();
            next = slots();
            previous = slots();
            children = new int[capacity];
        }
        detach(child);
        link(child, parent);
        count++;
        changed = true;
        return true;
    }

    private int[] slots() {
        int[] none = new int[capacity];
        Arrays.fill(none, State.NO_PARENT);
        return none;
    }

    private void link(int child, int parent) {
        int second = firstChild[parent];
        next[child] = second;
        if (second != State.NO_PARENT) {
            previous[second] = child;
        }
        firstChild[parent] = child;
        parents[child] = parent;
        children[parent]++;
    }

    private void unlink(int child) {
        int before = previous[child];
        int after = next[child];
        if (before == State.NO_PARENT) {
            firstChild[parents[child]] = after;
        } else {
            next[before] = after;
        }
        if (after != State.NO_PARENT) {
            previous[after] = before;
        }
        next[child] = State.NO_PARENT;
        previous[child] = State.NO_PARENT;
        children[parents[child]]--;
        parents[child] = State.NO_PARENT;
    }

    private void require(int child, int parent) {
        int depth = 1;
        for (int above = parent; above != State.NO_PARENT; above = parent(above)) {
            if (above == child) {
                throw new IllegalArgumentException("slot " + child + " must not be attached to slot " + parent
                        + (child == parent ? ", itself" : ", which is attached to it")
                        + "; attach it to a body outside of its own tree");
            }
            depth += above == parent ? 0 : 1;
        }
        depth += height(child);
        if (depth > Attachments.MAX_DEPTH) {
            throw new IllegalArgumentException("a chain of attached bodies must have at most " + Attachments.MAX_DEPTH
                    + " attachments, but slot " + child + " on slot " + parent + " would make it " + depth
                    + "; attach to a body closer to the root");
        }
    }

    /** The length of the longest chain below a body. */
    private int height(int root) {
        int height = 0;
        if (children(root) > 0) {
            for (int child = firstChild[root]; child != State.NO_PARENT; child = next[child]) {
                height = Math.max(height, 1 + height(child));
            }
        }
        return height;
    }

    /** Returns false if the body is not attached. */
    boolean detach(int child) {
        if (parent(child) == State.NO_PARENT) {
            return false;
        }
        unlink(child);
        count--;
        changed = true;
        return true;
    }

    /** The attachments for a state that is being completed. */
    Attachments current() {
        if (changed) {
            current = count == 0 ? Attachments.NONE : copy();
            changed = false;
        }
        return current;
    }

    private Attachments copy() {
        int[] attached = new int[count];
        int[] to = new int[count];
        for (int slot = 0, next = 0; next < count; slot++) {
            if (parents[slot] != State.NO_PARENT) {
                attached[next] = slot;
                to[next++] = parents[slot];
            }
        }
        int[] parentsFirst = new int[count];
        for (int depth = 1, next = 0; next < count; depth++) {
            for (int child : attached) {
                if (depth(child) == depth) {
                    parentsFirst[next++] = child;
                }
            }
        }
        return new Attachments(attached, to, parentsFirst);
    }

    private int depth(int slot) {
        int depth = 0;
        for (int above = parents[slot]; above != State.NO_PARENT; above = parents[above]) {
            depth++;
        }
        return depth;
    }
}
