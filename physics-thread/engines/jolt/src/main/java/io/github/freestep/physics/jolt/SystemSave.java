package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.enumerate.EStateRecorderState;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Saves a system, which {@link SavedSystem} reads. For the physics thread. */
final class SystemSave {
    /** The parts of Jolt's state, which are saved one after the other. */
    private static final int[] PARTS = {
        EStateRecorderState.Global,
        EStateRecorderState.Bodies,
        EStateRecorderState.Contacts,
        EStateRecorderState.Constraints
    };

    private final JoltSystem jolt;
    private final BodyIds ids;
    private final BodySlots slots;
    private final int[] living;

    SystemSave(JoltSystem jolt, BodyIds ids, BodySlots slots) {
        this.jolt = jolt;
        this.ids = ids;
        this.slots = slots;
        living = new int[ids.room()];
    }

    /**
     * Writes the system.
     *
     * @throws IllegalStateException if Jolt would write less or more than {@link SavedSystem} expects, or not all that
     *     the future depends on
     */
    void write(DataOutput out) throws IOException {
        int count = jolt.living(living);
        for (int i = 0; i < count; i++) {
            requireSavable(living[i]);
        }
        List<SavedConstraint> constraints = jolt.constraints();
        requireSavable(constraints);
        ids.notice(living, count);
        out.writeInt(JoltRuntime.version());
        out.writeBoolean(Jolt.isDoublePrecision());
        ids.write(out);
        for (int i = 0; i < count; i++) {
            int id = living[i];
            SavedBody.write(jolt.bodies, jolt.body(id), id, slots.of(id), out);
        }
        for (int part : PARTS) {
            byte[] bytes = jolt.save(part);
            out.writeInt(bytes.length);
            out.write(bytes);
        }
        out.writeInt(constraints.size());
        for (SavedConstraint constraint : constraints) {
            constraint.write(out);
        }
        jolt.contacts.save(out);
    }

    private void requireSavable(int id) {
        if (!jolt.bodies.isAdded(id)) {
            throw new IllegalStateException("the world must not be saved while a body is not in the system, was body "
                    + BodyIds.index(id) + "; add it, or destroy it");
        }
        if (!jolt.body(id).isRigidBody()) {
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
}
