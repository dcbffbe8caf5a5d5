package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Jolt;
import io.github.freestep.physics.engines.SavedBytes;
import io.github.freestep.state.State;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The saved state of a system, as {@link SystemSaves} has written it. Jolt restores bytes without a check: a wrong
 * length or number ends the process. So all of it is checked before Jolt sees a byte, except the numbers of
 * joints, whose layout depends on their kind. Of those, the count and the length are checked before, and after the
 * restore that Jolt writes them alike.
 *
 * <p>May read one save after the other, and keeps its arrays. If a read fails, it holds a part of the save.
 */
final class SavedSystem {
    /** Which numbers Jolt will give to later bodies. */
    final BodyIds ids;

    /** How many bodies there are, and their numbers, in Jolt's order. */
    int count;

    final int[] living;

    /** What Jolt does not save of each of them. */
    final SavedBody[] bodies;

    /** All joints, in Jolt's order. */
    final List<SavedJoint> joints = new ArrayList<>();

    /** The settings of all joints. */
    final JointSettings settings = new JointSettings();

    final SavedPairs pairs;

    /** Jolt's own state. */
    final SavedBytes global = new SavedBytes();

    final SavedBytes motions = new SavedBytes();
    final SavedBytes contacts = new SavedBytes();
    final SavedBytes solved = new SavedBytes();
    private final List<SavedBytes> parts = List.of(global, motions, contacts, solved);

    private final BitSet seen = new BitSet();

    SavedSystem(int bodies) {
        ids = new BodyIds(bodies, 0);
        living = new int[bodies];
        this.bodies = new SavedBody[bodies];
        pairs = new SavedPairs(bodies);
    }

    /** Reads a system, and refuses what would break Jolt. */
    void read(DataInput in, int capacity, int layers) throws IOException {
        int version = in.readInt();
        if (version != JoltRuntime.version()) {
            // Another version computes other bits, and may write its state in another layout.
            throw new IOException("this world was saved by jolt-jni " + JoltRuntime.name(version) + ", but "
                    + JoltRuntime.name(JoltRuntime.version()) + " runs here; use that version, or another save");
        }
        boolean isDouble = in.readBoolean();
        if (isDouble != Jolt.isDoublePrecision()) {
            throw new IOException("this world was saved with positions in " + (isDouble ? "doubles" : "floats")
                    + "; restore it with the classifier " + (isDouble ? "ReleaseDp" : "ReleaseSp")
                    + " of jolt-jni, or use another save");
        }
        ids.read(in);
        count = ids.living(living);
        readBodies(in, capacity, layers);
        for (SavedBytes part : parts) {
            part.read(in, in.readInt());
        }
        JoltBytes.requireSettings(global);
        JoltBytes.requireBodies(
                motions, living, count, (i, from) -> bodies[i].isAwake = from.motion(bodies[i].canMove, isDouble));
        for (int i = 0; i < count; i++) {
            if (bodies[i].lacksMotion()) {
                throw new IOException("the saved world is damaged: body " + BodyIds.index(living[i])
                        + " is static and moves; use another copy");
            }
        }
        pairs.readTouching(contacts.array(), contacts.length());
        readJoints(in);
        JoltBytes.requireJoints(solved, joints.size());
        if (in.readBoolean()) {
            pairs.readSpecial(in);
        } else {
            pairs.readNothing();
        }
    }

    private void readBodies(DataInput in, int capacity, int layers) throws IOException {
        seen.clear();
        for (int i = 0; i < count; i++) {
            if (bodies[i] == null) {
                bodies[i] = new SavedBody();
            }
            bodies[i].read(in, capacity, layers);
            int slot = bodies[i].slot;
            if (slot != State.NO_SLOT && seen.get(slot)) {
                throw new IOException(
                        "the saved world is damaged: two bodies have the slot " + slot + "; use another copy");
            }
            if (slot != State.NO_SLOT) {
                seen.set(slot);
            }
        }
    }

    private void readJoints(DataInput in) throws IOException {
        joints.clear();
        // If it is negative, the save ends before.
        for (int left = in.readInt(); left != 0; left--) {
            joints.add(SavedJoint.read(in));
        }
        settings.read(in);
    }
}
