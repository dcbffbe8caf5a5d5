package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import io.github.freestep.physics.engines.SavedNumbers;
import io.github.freestep.state.State;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What Jolt does not save of a body: its slot, and what a scene may change of it at any time. Can be used again for
 * another body.
 */
final class SavedBody {
    private static final EMotionType[] MOTIONS = EMotionType.values();

    /** The slot, or none. */
    int slot;

    /** Whether the body has a motion, which Jolt then saves as well. */
    boolean canMove;

    /** Jolt saves this, and {@link JoltBytes} reads it. */
    boolean isAwake;

    private int motion;
    private int layer;
    private boolean isSensor;
    private float friction;
    private float restitution;
    private float gravity;

    static void write(BodyInterface bodies, Body body, int id, int slot, DataOutput out) throws IOException {
        out.writeInt(slot);
        out.writeBoolean(body.canBeKinematicOrDynamic());
        out.writeByte(motion(body));
        out.writeByte(body.getObjectLayer());
        out.writeBoolean(body.isSensor());
        out.writeFloat(body.getFriction());
        out.writeFloat(body.getRestitution());
        out.writeFloat(bodies.getGravityFactor(id));
    }

    /** Returns the motion; Jolt's own call makes an array. */
    private static int motion(Body body) {
        if (body.isStatic()) {
            return EMotionType.Static.ordinal();
        }
        return (body.isKinematic() ? EMotionType.Kinematic : EMotionType.Dynamic).ordinal();
    }

    void read(DataInput in, int capacity, int layers) throws IOException {
        slot = in.readInt();
        canMove = in.readBoolean();
        motion = in.readUnsignedByte();
        layer = in.readUnsignedByte();
        isSensor = in.readBoolean();
        friction = SavedNumbers.readFiniteFloat(in);
        restitution = SavedNumbers.readFiniteFloat(in);
        gravity = SavedNumbers.readFiniteFloat(in);
        if (slot < State.NO_SLOT || slot >= capacity || motion >= MOTIONS.length || layer >= layers) {
            throw new IOException("the saved world is damaged: a body has the slot " + slot + ", the motion " + motion
                    + " and the layer " + layer + "; use another copy");
        }
    }

    /** Returns whether Jolt would look for the motion of a body that has none. */
    boolean lacksMotion() {
        return motion == EMotionType.Static.ordinal() ? isAwake : !canMove;
    }

    /**
     * Gives what was read to a body, which can move unless it is static. Changes motion and layer only if they differ,
     * because these calls make Jolt find all contacts again.
     */
    void restore(JoltSystem jolt, Body body, int id) {
        BodyInterface bodies = jolt.bodies;
        if (motion != motion(body)) {
            bodies.setMotionType(id, MOTIONS[motion], EActivation.DontActivate);
        }
        if (layer != body.getObjectLayer()) {
            jolt.setLayer(body, layer);
        }
        body.setIsSensor(isSensor);
        bodies.setFriction(id, friction);
        bodies.setRestitution(id, restitution);
        bodies.setGravityFactor(id, gravity);
    }
}
