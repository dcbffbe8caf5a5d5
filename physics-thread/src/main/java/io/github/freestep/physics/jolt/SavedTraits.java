package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import io.github.freestep.internal.SavedNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What a scene may change of a body at any time, and Jolt does not save. */
record SavedTraits(int motion, int layer, boolean isSensor, float friction, float restitution, float gravity) {
    private static final int MOTIONS = EMotionType.values().length;

    static SavedTraits of(JoltSystem jolt, int id) {
        BodyInterface bodies = jolt.bodies;
        return new SavedTraits(
                bodies.getMotionType(id).ordinal(),
                bodies.getObjectLayer(id),
                jolt.body(id).isSensor(),
                bodies.getFriction(id),
                bodies.getRestitution(id),
                bodies.getGravityFactor(id));
    }

    void write(DataOutput out) throws IOException {
        out.writeByte(motion);
        out.writeByte(layer);
        out.writeBoolean(isSensor);
        out.writeFloat(friction);
        out.writeFloat(restitution);
        out.writeFloat(gravity);
    }

    static SavedTraits read(DataInput in) throws IOException {
        SavedTraits saved = new SavedTraits(
                in.readUnsignedByte(),
                in.readUnsignedByte(),
                in.readBoolean(),
                SavedNumbers.readFiniteFloat(in),
                SavedNumbers.readFiniteFloat(in),
                SavedNumbers.readFiniteFloat(in));
        if (saved.motion >= MOTIONS || saved.layer >= JoltSystem.LAYERS) {
            throw new IOException("the saved world is damaged: a body has the motion " + saved.motion
                    + " and the layer " + saved.layer + "; use another copy");
        }
        return saved;
    }

    boolean isStatic() {
        return motion == EMotionType.Static.ordinal();
    }

    /**
     * Gives these to a body, which can move unless they are static. Changes only what differs, because some of these
     * calls make Jolt find contacts anew.
     */
    void restore(JoltSystem jolt, int id) {
        SavedTraits now = of(jolt, id);
        if (now.equals(this)) {
            return;
        }
        BodyInterface bodies = jolt.bodies;
        if (motion != now.motion) {
            bodies.setMotionType(id, EMotionType.values()[motion], EActivation.DontActivate);
        }
        if (layer != now.layer) {
            bodies.setObjectLayer(id, layer);
        }
        jolt.body(id).setIsSensor(isSensor);
        bodies.setFriction(id, friction);
        bodies.setRestitution(id, restitution);
        bodies.setGravityFactor(id, gravity);
    }
}
