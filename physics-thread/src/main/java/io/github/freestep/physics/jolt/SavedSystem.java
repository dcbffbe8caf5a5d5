package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.enumerate.EBodyType;
import com.github.stephengold.joltjni.enumerate.EStateRecorderState;
import io.github.freestep.internal.SavedBytes;
import io.github.freestep.state.State;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The saved state of a system. Jolt restores bytes without a check: a wrong length or number ends the process. So all
 * of it is checked before Jolt sees a byte, except the numbers of constraints, whose layout depends on their kind. Of
 * those, the count and the length are checked before, and after the restore that Jolt writes them alike.
 *
 * @param ids which numbers Jolt will give to later bodies
 * @param living the numbers of all bodies, in Jolt's order
 * @param slots the slot of each body, or none
 * @param canMove whether each body has a motion, which Jolt then saves as well
 * @param traits what a scene may change of each body, and Jolt does not save
 * @param awake which bodies are awake
 * @param parts Jolt's own state
 * @param constraints all constraints, in Jolt's order
 * @param pairs what Jolt's contacts do not say
 */
record SavedSystem(
        BodyIds ids,
        int[] living,
        int[] slots,
        boolean[] canMove,
        SavedTraits[] traits,
        BitSet awake,
        byte[][] parts,
        List<SavedConstraint> constraints,
        List<SavedPair> pairs) {
    static final int GLOBAL = 0;
    static final int BODIES = 1;
    static final int CONTACTS = 2;
    static final int CONSTRAINTS = 3;

    private static final int[] MASKS = {
        EStateRecorderState.Global,
        EStateRecorderState.Bodies,
        EStateRecorderState.Contacts,
        EStateRecorderState.Constraints
    };

    static int mask(int part) {
        return MASKS[part];
    }

    /** Returns the numbers of the bodies without a slot. */
    int[] others() {
        return IntStream.range(0, living.length)
                .filter(i -> slots[i] == State.NO_SLOT)
                .map(i -> living[i])
                .toArray();
    }

    /**
     * Writes a system.
     *
     * @throws IllegalStateException if Jolt would write less or more than {@link #read} expects, or not all that the
     *     future depends on
     */
    static void write(JoltSystem jolt, BodyIds ids, BodySlots slots, DataOutput out) throws IOException {
        int[] living = jolt.living();
        for (int id : living) {
            requireSavable(jolt, id);
        }
        List<SavedConstraint> constraints = jolt.constraints();
        requireSavable(constraints);
        ids.notice(living);
        out.writeBoolean(Jolt.isDoublePrecision());
        ids.write(out);
        for (int id : living) {
            out.writeInt(slots.of(id));
            out.writeBoolean(jolt.canMove(id));
            SavedTraits.of(jolt, id).write(out);
        }
        for (int mask : MASKS) {
            byte[] part = jolt.save(mask);
            out.writeInt(part.length);
            out.write(part);
        }
        out.writeInt(constraints.size());
        for (SavedConstraint constraint : constraints) {
            constraint.write(out);
        }
        jolt.contacts.save(out);
    }

    private static void requireSavable(JoltSystem jolt, int id) {
        if (!jolt.bodies.isAdded(id)) {
            throw new IllegalStateException("the world must not be saved while a body is not in the system, was body "
                    + BodyIds.index(id) + "; add it, or destroy it");
        }
        if (jolt.bodies.getBodyType(id) != EBodyType.RigidBody) {
            throw new IllegalStateException(
                    "a world with a soft body cannot be saved, was body " + BodyIds.index(id) + "; remove it first");
        }
    }

    /** Refuses constraints that a restore would take for one another: it would swap their impulses. */
    private static void requireSavable(List<SavedConstraint> constraints) {
        Set<SavedConstraint> seen = new HashSet<>();
        for (SavedConstraint constraint : constraints) {
            if (constraint.isVehicle()) {
                throw new IllegalStateException("a world with a vehicle cannot be saved, was body "
                        + BodyIds.index(constraint.id1()) + "; remove its constraint and step listener first");
            }
            if (!seen.add(constraint)) {
                throw new IllegalStateException("constraints of one kind between the same bodies must have different"
                        + " priorities to be saved, was " + constraint.priority() + " twice between bodies "
                        + BodyIds.index(constraint.id1()) + " and " + BodyIds.index(constraint.id2())
                        + "; call setConstraintPriority");
            }
        }
    }

    /** Reads what {@link #write} has written, and refuses what would break Jolt. */
    static SavedSystem read(DataInput in, int bodies, int capacity) throws IOException {
        boolean isDouble = in.readBoolean();
        if (isDouble != Jolt.isDoublePrecision()) {
            throw new IOException("this world was saved with positions in " + (isDouble ? "doubles" : "floats")
                    + "; restore it with the classifier " + (isDouble ? "ReleaseDp" : "ReleaseSp")
                    + " of jolt-jni, or use another save");
        }
        BodyIds ids = BodyIds.read(in, bodies);
        int[] living = ids.living();
        int[] slots = new int[living.length];
        boolean[] canMove = new boolean[living.length];
        SavedTraits[] traits = new SavedTraits[living.length];
        BitSet seen = new BitSet();
        for (int i = 0; i < living.length; i++) {
            slots[i] = in.readInt();
            canMove[i] = in.readBoolean();
            traits[i] = SavedTraits.read(in);
            if (slots[i] < State.NO_SLOT || slots[i] >= capacity || slots[i] >= 0 && seen.get(slots[i])) {
                throw new IOException("the saved world is damaged: a body cannot have slot " + slots[i]
                        + ", or another one has it; use another copy");
            }
            if (slots[i] >= 0) {
                seen.set(slots[i]);
            }
        }
        byte[][] parts = new byte[MASKS.length][];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = SavedBytes.read(in, in.readInt());
            if (parts[i].length == 0 || parts[i][0] != MASKS[i]) {
                throw new IOException("the saved world is damaged: its part " + i + " is not Jolt's; use another copy");
            }
        }
        BodyBytes.requireSettings(parts[GLOBAL]);
        BitSet awake = BodyBytes.requireBodies(parts[BODIES], living, canMove, isDouble);
        for (int i = 0; i < living.length; i++) {
            // Jolt would look for the motion of a body that has none.
            if (traits[i].isStatic() ? awake.get(i) : !canMove[i]) {
                throw new IOException("the saved world is damaged: body " + BodyIds.index(living[i])
                        + " is static and moves; use another copy");
            }
        }
        Set<Long> touching = readTouching(parts[CONTACTS], bodies);
        List<SavedConstraint> constraints = new ArrayList<>();
        for (int left = readCount(in, "constraints"); left > 0; left--) {
            constraints.add(SavedConstraint.read(in));
        }
        BodyBytes.requireConstraints(parts[CONSTRAINTS], constraints.size());
        return new SavedSystem(ids, living, slots, canMove, traits, awake, parts, constraints, readPairs(in, touching));
    }

    /** Returns the keys of the pairs of bodies that Jolt has contacts of. */
    private static Set<Long> readTouching(byte[] contacts, int bodies) throws IOException {
        Set<Long> touching = new HashSet<>();
        ContactBytes.read(contacts, new ContactBytes.Visitor() {
            @Override
            public void pair(int id1, int id2, int manifolds) throws IOException {
                if (BodyIds.index(id1) >= bodies || BodyIds.index(id2) >= bodies) {
                    throw new IOException("the saved world is damaged: it has a contact of bodies "
                            + BodyIds.index(id1) + " and " + BodyIds.index(id2) + ", and room for " + bodies
                            + "; use another copy");
                }
                if (manifolds > 0) {
                    touching.add(Pair.key(id1, id2));
                }
            }

            @Override
            public void fast(int id1, int id2) {
                touching.add(Pair.key(id1, id2));
            }
        });
        return touching;
    }

    /** Reads pairs. One that is there twice, or dormant and in contact, would end twice, which breaks {@link Pairs}. */
    static List<SavedPair> readPairs(DataInput in, Set<Long> touching) throws IOException {
        List<SavedPair> pairs = new ArrayList<>();
        for (int left = readCount(in, "pairs"); left > 0; left--) {
            SavedPair pair = SavedPair.read(in);
            boolean isSorted = pairs.isEmpty()
                    || Long.compareUnsigned(pairs.get(pairs.size() - 1).key(), pair.key()) < 0;
            if (!isSorted || pair.isDormant() == touching.contains(pair.key())) {
                throw new IOException("the saved world is damaged: a pair of bodies must be in order, and either"
                        + " dormant or in contact, was " + Long.toHexString(pair.key()) + "; use another copy");
            }
            pairs.add(pair);
        }
        return pairs;
    }

    private static int readCount(DataInput in, String what) throws IOException {
        int count = in.readInt();
        if (count < 0) {
            throw new IOException("the saved world is damaged: it has " + count + " " + what + "; use another copy");
        }
        return count;
    }
}
