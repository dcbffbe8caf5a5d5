package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Constraint;
import com.github.stephengold.joltjni.Jolt;
import com.github.stephengold.joltjni.TwoBodyConstraint;
import com.github.stephengold.joltjni.VehicleConstraint;
import com.github.stephengold.joltjni.enumerate.EConstraintSubType;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The kind and priority of a constraint, and the numbers of its bodies, which Jolt does not save. */
record SavedConstraint(int kind, int priority, int id1, int id2) {
    static SavedConstraint of(Constraint constraint) {
        int id1 = Jolt.cInvalidBodyId;
        int id2 = Jolt.cInvalidBodyId;
        if (constraint instanceof TwoBodyConstraint two) {
            id1 = two.getBody1().getId();
            id2 = two.getBody2().getId();
        } else if (constraint instanceof VehicleConstraint vehicle) {
            id1 = vehicle.getVehicleBody().getId();
        }
        return new SavedConstraint(constraint.getSubType().ordinal(), constraint.getConstraintPriority(), id1, id2);
    }

    boolean isVehicle() {
        return kind == EConstraintSubType.Vehicle.ordinal();
    }

    boolean holds(int id) {
        return id1 == id || id2 == id;
    }

    void write(DataOutput out) throws IOException {
        out.writeByte(kind);
        out.writeInt(priority);
        out.writeInt(id1);
        out.writeInt(id2);
    }

    static SavedConstraint read(DataInput in) throws IOException {
        return new SavedConstraint(in.readUnsignedByte(), in.readInt(), in.readInt(), in.readInt());
    }
}
