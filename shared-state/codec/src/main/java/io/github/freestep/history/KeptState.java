package io.github.freestep.history;

import io.github.freestep.internal.Attachments;
import io.github.freestep.internal.Epochs;
import io.github.freestep.net.body.DecodedBodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.time.TimeAnchor;

/**
 * A state that was read back. For one thread; allocates when it is made, and for more attached bodies than before.
 *
 * <p>Positions are in the floats of {@link #x}, or in {@link #doubleX} if the layout has double positions. Those of an
 * attached body are relative to its parent.
 */
public final class KeptState extends DecodedBodies {
    /** The depth of a body that is a parent and is not attached. */
    private static final int ROOT = 1;

    final StateFields fields = new StateFields();

    /** The attached bodies, parents first, and the parent of each. */
    private int[] attached = {};

    private int[] parents = {};
    private int attachedCount;

    /** By slot: one more than the attachments above it; 0 if it has none and is no parent. Null before the first. */
    private byte[] depths;

    public KeptState(StateLayout layout) {
        super(layout);
    }

    public long tick() {
        return fields.tick;
    }

    /** As {@code StateInside.predecessorTick} of the state that was kept. */
    public long predecessorTick() {
        return fields.predecessorTick;
    }

    /** As {@code StateInside.edition} of the state that was kept. */
    public long edition() {
        return fields.edition;
    }

    public long simulationNanos() {
        return fields.simulationNanos;
    }

    /** When the state was published, by the clock of its publisher. */
    public long publishedNanos() {
        return fields.publishedNanos;
    }

    public long inputSequence() {
        return fields.inputSequence;
    }

    public long inputNanos() {
        return fields.inputNanos;
    }

    /** Copies the anchor that was in force. */
    public void anchor(TimeAnchor into) {
        into.set(fields.anchor);
    }

    /** The number of slots in use. Values of slots beyond are unspecified. */
    public int slots() {
        return fields.slots;
    }

    public boolean isAlive(int slot) {
        return slot < fields.slots && Epochs.isAlive(epochs[slot]);
    }

    public int attachedCount() {
        return attachedCount;
    }

    /** The slot of an attached body. A parent comes before its children. */
    public int attached(int index) {
        return attached[index];
    }

    /** The parent of that body. */
    public int parent(int index) {
        return parents[index];
    }

    /** Makes room for attachments, which {@link #attach} adds. */
    void beginAttachments(int count) {
        for (int i = 0; depths != null && i < attachedCount; i++) {
            depths[attached[i]] = 0;
            depths[parents[i]] = 0;
        }
        attachedCount = 0;
        if (count > attached.length) {
            attached = new int[count];
            parents = new int[count];
        }
        if (count > 0 && depths == null) {
            depths = new byte[epochs.length];
        }
    }

    /** Adds an attachment. Returns false if bodies cannot be attached in that way. */
    boolean attach(int child, int parent) {
        if (child < 0 || parent < 0 || child >= fields.slots || parent >= fields.slots || child == parent) {
            return false;
        }
        // Each body is attached once, and before any body is attached to it. So there is no cycle.
        int above = Math.max(ROOT, depths[parent]);
        if (attachedCount == fields.attachedCount || depths[child] != 0 || above > Attachments.MAX_DEPTH) {
            return false;
        }
        depths[parent] = (byte) above;
        depths[child] = (byte) (above + 1);
        attached[attachedCount] = child;
        parents[attachedCount++] = parent;
        return true;
    }

    /** Copies a state. */
    void set(KeptState from) {
        fields.set(from.fields);
        copyAttachments(from);
        System.arraycopy(from.epochs, 0, epochs, 0, fields.slots);
        copyValues(from, 0, fields.slots);
    }

    /** Copies the poses and channels of a range of slots. */
    void copyValues(KeptState from, int first, int end) {
        if (x.length == 0) {
            copy(from.doubleX, doubleX, first, end);
            copy(from.doubleY, doubleY, first, end);
            copy(from.doubleZ, doubleZ, first, end);
        } else {
            copy(from.x, x, first, end);
            copy(from.y, y, first, end);
            copy(from.z, z, first, end);
        }
        copy(from.qx, qx, first, end);
        copy(from.qy, qy, first, end);
        copy(from.qz, qz, first, end);
        copy(from.qw, qw, first, end);
        for (int i = 0; i < channels.length; i++) {
            copy(from.channels[i], channels[i], first, end);
        }
    }

    private static void copy(Object from, Object to, int first, int end) {
        System.arraycopy(from, first, to, first, end - first);
    }

    void copyAttachments(KeptState from) {
        beginAttachments(from.attachedCount);
        attachedCount = from.attachedCount;
        System.arraycopy(from.attached, 0, attached, 0, attachedCount);
        System.arraycopy(from.parents, 0, parents, 0, attachedCount);
    }

    /** Whether all attached bodies and their parents are alive. */
    boolean areAttachedAlive() {
        for (int i = 0; i < attachedCount; i++) {
            if (!isAlive(attached[i]) || !isAlive(parents[i])) {
                return false;
            }
        }
        return true;
    }
}
