package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BodyInterface;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import io.github.freestep.physics.engine.SavedNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What a scene may change of a body at any time, and Jolt does not save. Can be used again for another body. */
final class SavedTraits {
    private static final EMotionType[] MOTIONS = EMotionType.values();

    private int motion;
    private int layer;
    private boolean isSensor;
    private float friction;
    private float restitution;
    private float gravity;

    /** Takes these from a body. */
    void note(JoltSystem jolt, Body body, int id) {
        // Jolt's own call for the motion makes an array.
        motion = (body.isStatic()
                        ? EMotionType.Static
                        : body.isKinematic() ? EMotionType.Kinematic : EMotionType.Dynamic)
                .ordinal();
        layer = body.getObjectLayer();
        isSensor = body.isSensor();
        friction = body.getFriction();
        restitution = body.getRestitution();
        gravity = jolt.bodies.getGravityFactor(id);
    }

    void write(DataOutput out) throws IOException {
        out.writeByte(motion);
        out.writeByte(layer);
        out.writeBoolean(isSensor);
        out.writeFloat(friction);
        out.writeFloat(restitution);
        out.writeFloat(gravity);
    }

    void read(DataInput in) throws IOException {
        motion = in.readUnsignedByte();
        layer = in.readUnsignedByte();
        isSensor = in.readBoolean();
        friction = SavedNumbers.readFiniteFloat(in);
        restitution = SavedNumbers.readFiniteFloat(in);
        gravity = SavedNumbers.readFiniteFloat(in);
        if (motion >= MOTIONS.length || layer >= JoltSystem.LAYERS) {
            throw new IOException("the saved world is damaged: a body has the motion " + motion + " and the layer "
                    + layer + "; use another copy");
        }
    }

    boolean isStatic() {
        return motion == EMotionType.Static.ordinal();
    }

    /**
     * Gives these to a body, which can move unless they are static. Changes only what differs, because some of these
     * calls make Jolt find contacts anew.
     *
     * @param now takes those of the body before
     */
    void restore(JoltSystem jolt, Body body, int id, SavedTraits now) {
        now.note(jolt, body, id);
        BodyInterface bodies = jolt.bodies;
        if (motion != now.motion) {
            bodies.setMotionType(id, MOTIONS[motion], EActivation.DontActivate);
        }
        if (layer != now.layer) {
            bodies.setObjectLayer(id, layer);
        }
        if (isSensor != now.isSensor) {
            body.setIsSensor(isSensor);
        }
        if (differ(friction, now.friction)) {
            bodies.setFriction(id, friction);
        }
        if (differ(restitution, now.restitution)) {
            bodies.setRestitution(id, restitution);
        }
        if (differ(gravity, now.gravity)) {
            bodies.setGravityFactor(id, gravity);
        }
    }

    private static boolean differ(float a, float b) {
        return Float.floatToRawIntBits(a) != Float.floatToRawIntBits(b);
    }
}
