package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.enumerate.EStateRecorderState;
import io.github.freestep.physics.engine.SavedBytes;
import io.github.freestep.state.State;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The saved state of a system, as {@link SystemSave} has written it. Jolt restores bytes without a check: a wrong
 * length or number ends the process. So all of it is checked before Jolt sees a byte, except the numbers of
 * constraints, whose layout depends on their kind. Of those, the count and the length are checked before, and after the
 * restore that Jolt writes them alike.
 *
 * <p>May read one save after the other, and keeps its arrays. If a read fails, it holds a part of the save.
 */
final class SavedSystem {
    static final int GLOBAL = 0;
    static final int BODIES = 1;
    static final int CONTACTS = 2;
    static final int CONSTRAINTS = 3;
    static final int PARTS = 4;

    private static final int[] MASKS = {
        EStateRecorderState.Global,
        EStateRecorderState.Bodies,
        EStateRecorderState.Contacts,
        EStateRecorderState.Constraints
    };

    /** Which numbers Jolt will give to later bodies. */
    final BodyIds ids;

    /** The numbers of all bodies, in Jolt's order. */
    final int[] living;

    /** The slot of each body, or none. */
    final int[] slots;

    /** All constraints, in Jolt's order. */
    final List<SavedConstraint> constraints = new ArrayList<>();

    final SavedPairs pairs;

    /** Whether each body has a motion, which Jolt then saves as well. */
    private final boolean[] canMove;

    private final boolean[] isAwake;
    private final SavedTraits[] traits;

    /** Jolt's own state. */
    private final SavedBytes[] parts = new SavedBytes[PARTS];

    private final BitSet seen = new BitSet();
    private int count;

    SavedSystem(int bodies) {
        ids = new BodyIds(bodies);
        living = new int[bodies];
        slots = new int[bodies];
        canMove = new boolean[bodies];
        isAwake = new boolean[bodies];
        traits = new SavedTraits[bodies];
        pairs = new SavedPairs(bodies);
        Arrays.setAll(parts, i -> new SavedBytes());
    }

    static int mask(int part) {
        return MASKS[part];
    }

    /** Returns how many bodies there are. */
    int count() {
        return count;
    }

    /** Returns what a scene may change of a body, and Jolt does not save. */
    SavedTraits traits(int i) {
        return traits[i];
    }

    boolean canMove(int i) {
        return canMove[i];
    }

    /** Returns a part of Jolt's own state. */
    SavedBytes part(int part) {
        return parts[part];
    }

    /** Reads a system, and refuses what would break Jolt. */
    void read(DataInput in, int capacity) throws IOException {
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
        readTraits(in, capacity);
        for (int i = 0; i < PARTS; i++) {
            parts[i].read(in, in.readInt());
            if (parts[i].length() == 0 || parts[i].array()[0] != MASKS[i]) {
                throw new IOException("the saved world is damaged: its part " + i + " is not Jolt's; use another copy");
            }
        }
        BodyBytes.requireSettings(parts[GLOBAL]);
        BodyBytes.requireBodies(parts[BODIES], living, canMove, count, isDouble, isAwake);
        for (int i = 0; i < count; i++) {
            // Jolt would look for the motion of a body that has none.
            if (traits[i].isStatic() ? isAwake[i] : !canMove[i]) {
                throw new IOException("the saved world is damaged: body " + BodyIds.index(living[i])
                        + " is static and moves; use another copy");
            }
        }
        pairs.readTouching(parts[CONTACTS]);
        readConstraints(in);
        BodyBytes.requireConstraints(parts[CONSTRAINTS], constraints.size());
        pairs.readSpecial(in);
    }

    private void readTraits(DataInput in, int capacity) throws IOException {
        seen.clear();
        for (int i = 0; i < count; i++) {
            slots[i] = in.readInt();
            canMove[i] = in.readBoolean();
            if (traits[i] == null) {
                traits[i] = new SavedTraits();
            }
            traits[i].read(in);
            if (slots[i] < State.NO_SLOT || slots[i] >= capacity || slots[i] >= 0 && seen.get(slots[i])) {
                throw new IOException("the saved world is damaged: a body cannot have slot " + slots[i]
                        + ", or another one has it; use another copy");
            }
            if (slots[i] >= 0) {
                seen.set(slots[i]);
            }
        }
    }

    private void readConstraints(DataInput in) throws IOException {
        int left = in.readInt();
        if (left < 0) {
            throw new IOException("the saved world is damaged: it has " + left + " constraints; use another copy");
        }
        constraints.clear();
        for (; left > 0; left--) {
            constraints.add(SavedConstraint.read(in));
        }
    }
}
