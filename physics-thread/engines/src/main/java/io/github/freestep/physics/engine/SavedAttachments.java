package io.github.freestep.physics.engine;

import io.github.freestep.state.Bodies;
import io.github.freestep.state.State;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Writes and reads which bodies of a saved world are attached to which. A parent comes before its children. */
final class SavedAttachments {
    private SavedAttachments() {}

    static void write(Bodies bodies, DataOutput out) throws IOException {
        int count = bodies.attachedCount();
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            out.writeInt(bodies.attached(i));
            out.writeInt(bodies.parent(bodies.attached(i)));
        }
    }

    /** Reads what {@link #write} has written, and changes nothing yet. Returns each child, followed by its parent. */
    static int[] read(DataInput in, int capacity) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > capacity) {
            throw new IOException("the saved world has " + count + " attached bodies, and this one has room for "
                    + capacity + "; restore it into a world of the same layout");
        }
        int[] attached = new int[2 * count];
        for (int i = 0; i < attached.length; i++) {
            attached[i] = in.readInt();
        }
        return attached;
    }

    /** Detaches all bodies, because a body to which others are attached cannot be removed. */
    static void detachAll(Bodies bodies) {
        for (int slot = 0, slots = bodies.slots(); slot < slots; slot++) {
            if (bodies.parent(slot) != State.NO_PARENT) {
                bodies.detach(slot);
            }
        }
    }

    /** Attaches bodies as in the saved world, in which each was attached once, to a living body, without cycles. */
    static void attach(int[] attached, Bodies bodies) throws IOException {
        for (int i = 0; i < attached.length; i += 2) {
            try {
                if (bodies.parent(attached[i]) != State.NO_PARENT) {
                    throw new IllegalStateException("slot " + attached[i] + " has two parents");
                }
                bodies.attach(attached[i], attached[i + 1]);
            } catch (IllegalArgumentException | IllegalStateException e) {
                throw new IOException("the saved world is damaged: " + e.getMessage() + "; use another copy", e);
            }
        }
    }
}
