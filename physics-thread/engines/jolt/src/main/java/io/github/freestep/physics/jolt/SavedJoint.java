package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Constraint;
import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.TwoBodyConstraint;
import com.github.stephengold.joltjni.VehicleConstraint;
import com.github.stephengold.joltjni.enumerate.EConstraintSubType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The kind and priority of a joint, and the numbers of its bodies, which Jolt does not save.
 *
 * @param shape what {@link JointShape} makes it of; empty if only the scene can make it
 */
record SavedJoint(int kind, int priority, int id1, int id2, List<Float> shape) implements Comparable<SavedJoint> {
    private static final EConstraintSubType[] KINDS = EConstraintSubType.values();

    static SavedJoint of(Constraint constraint, List<Float> shape) {
        int id1 = Jolt.cInvalidBodyId;
        int id2 = Jolt.cInvalidBodyId;
        if (constraint instanceof TwoBodyConstraint two) {
            id1 = two.getBody1().getId();
            id2 = two.getBody2().getId();
        } else if (constraint instanceof VehicleConstraint vehicle) {
            id1 = vehicle.getVehicleBody().getId();
        }
        return new SavedJoint(constraint.getSubType().ordinal(), constraint.getConstraintPriority(), id1, id2, shape);
    }

    /** Keeps a hash table fast if all joints of a forged save have the same hash. */
    @Override
    public int compareTo(SavedJoint other) {
        int[] numbers = {kind, priority, id1, id2};
        int order = Arrays.compare(numbers, new int[] {other.kind, other.priority, other.id1, other.id2});
        return order != 0 ? order : Arrays.compare(shape.toArray(Float[]::new), other.shape.toArray(Float[]::new));
    }

    boolean isVehicle() {
        return kind == EConstraintSubType.Vehicle.ordinal();
    }

    /** Returns whether it holds a body with one of these indices. */
    boolean holds(BitSet indices) {
        return indices.get(BodyIds.index(id1)) || indices.get(BodyIds.index(id2));
    }

    void write(DataOutput out) throws IOException {
        out.writeByte(kind);
        out.writeInt(priority);
        out.writeInt(id1);
        out.writeInt(id2);
        out.writeByte(shape.size());
        for (float value : shape) {
            out.writeFloat(value);
        }
    }

    static SavedJoint read(DataInput in) throws IOException {
        int kind = in.readUnsignedByte();
        int priority = in.readInt();
        int id1 = in.readInt();
        int id2 = in.readInt();
        List<Float> shape = new ArrayList<>();
        for (int left = in.readUnsignedByte(); left > 0; left--) {
            shape.add(in.readFloat());
        }
        return new SavedJoint(kind, priority, id1, id2, shape);
    }

    @Override
    public String toString() {
        return (kind < KINDS.length ? KINDS[kind] : "unknown") + " joint of bodies " + BodyIds.index(id1) + " and "
                + BodyIds.index(id2) + " with the priority " + priority;
    }
}
