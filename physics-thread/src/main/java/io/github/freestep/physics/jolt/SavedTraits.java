package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
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

    static SavedTraits of(BodyInterface bodies, Body body) {
        return new SavedTraits(
                body.getMotionType().ordinal(),
                body.getObjectLayer(),
                body.isSensor(),
                body.getFriction(),
                body.getRestitution(),
                bodies.getGravityFactor(body.getId()));
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

    /** Changes only what differs, because some of these calls make Jolt find contacts anew. */
    void restore(BodyInterface bodies, Body body) throws IOException {
        SavedTraits now = of(bodies, body);
        if (now.equals(this)) {
            return;
        }
        EMotionType type = EMotionType.values()[motion];
        if (type != EMotionType.Static && !body.canBeKinematicOrDynamic()) {
            throw new IOException("the saved body was " + type + ", and this one can only be Static; make it alike in"
                    + " restoreBody of the scene, with setAllowDynamicOrKinematic");
        }
        int id = body.getId();
        if (motion != now.motion) {
            bodies.setMotionType(id, type, EActivation.DontActivate);
        }
        if (layer != now.layer) {
            bodies.setObjectLayer(id, layer);
        }
        body.setIsSensor(isSensor);
        body.setFriction(friction);
        body.setRestitution(restitution);
        bodies.setGravityFactor(id, gravity);
    }
}
