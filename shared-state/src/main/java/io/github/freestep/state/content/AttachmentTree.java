package io.github.freestep.state.content;

import java.util.Arrays;

/**
 * Attaches bodies to others, and keeps chains short and without cycles. For the publishing thread; allocates only when
 * an attachment has changed, at most once for each state.
 */
public final class AttachmentTree {
    /** By slot. */
    private final int[] parents;

    /** By slot: the number of bodies that are attached to it. */
    private final int[] children;

    private int count;
    private Attachments current = Attachments.NONE;
    private boolean changed;

    public AttachmentTree(int capacity) {
        parents = new int[capacity];
        Arrays.fill(parents, Attachments.NO_PARENT);
        children = new int[capacity];
    }

    public int parent(int slot) {
        return parents[slot];
    }

    public int children(int slot) {
        return children[slot];
    }

    /** Attaches a body, or attaches it elsewhere. Returns false if it has that parent already. */
    public boolean attach(int child, int parent) {
        if (parent(child) == parent) {
            return false;
        }
        require(child, parent);
        detach(child);
        parents[child] = parent;
        children[parent]++;
        count++;
        changed = true;
        return true;
    }

    private void require(int child, int parent) {
        for (int above = parent; above != Attachments.NO_PARENT; above = parents[above]) {
            if (above == child) {
                throw new IllegalArgumentException("slot " + child + " must not be attached to slot " + parent
                        + (child == parent ? ", itself" : ", which is attached to it")
                        + "; attach it to a body outside of its own tree");
            }
        }
        int depth = depth(parent) + 1 + height(child);
        if (depth > Attachments.MAX_DEPTH) {
            throw new IllegalArgumentException("a chain of attached bodies must have at most " + Attachments.MAX_DEPTH
                    + " attachments, but slot " + child + " on slot " + parent + " would make it " + depth
                    + "; attach to a body closer to the root");
        }
    }

    /** The length of the longest chain below a body. Looks at all slots, but few bodies have others attached. */
    private int height(int root) {
        int height = 0;
        for (int slot = 0; children(root) > 0 && slot < parents.length; slot++) {
            int depth = 0;
            int above = slot;
            while (above != Attachments.NO_PARENT && above != root) {
                above = parents[above];
                depth++;
            }
            height = above == root ? Math.max(height, depth) : height;
        }
        return height;
    }

    /** Returns false if the body is not attached. */
    public boolean detach(int child) {
        if (parent(child) == Attachments.NO_PARENT) {
            return false;
        }
        children[parents[child]]--;
        parents[child] = Attachments.NO_PARENT;
        count--;
        changed = true;
        return true;
    }

    /** The attachments for a state that is being finished. */
    public Attachments current() {
        if (changed) {
            current = count == 0 ? Attachments.NONE : copy();
            changed = false;
        }
        return current;
    }

    private Attachments copy() {
        int[] attached = new int[count];
        for (int slot = 0, next = 0; next < count; slot++) {
            if (parents[slot] != Attachments.NO_PARENT) {
                attached[next++] = slot;
            }
        }
        int[] to = Arrays.stream(attached).map(this::parent).toArray();
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
        for (int above = parents[slot]; above != Attachments.NO_PARENT; above = parents[above]) {
            depth++;
        }
        return depth;
    }
}
