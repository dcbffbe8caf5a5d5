package io.github.freestep.physics.physx;

import io.github.freestep.physics.engine.SavedNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import physx.common.PxQuat;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.physics.PxRigidBodyFlagEnum;
import physx.physics.PxRigidDynamic;

/**
 * The saved pose and motion of an actor. All values are read and checked before the actor changes.
 *
 * @param pose three of the position, four of the orientation
 * @param motion three of the linear velocity, three of the angular velocity
 * @param wakeCounter the time until it may fall asleep, in seconds
 */
record SavedActor(float[] pose, float[] motion, float wakeCounter, boolean isAsleep) {
    static void save(PxRigidDynamic body, DataOutput out) throws IOException {
        PxTransform pose = body.getGlobalPose();
        PxVec3 p = pose.getP();
        PxQuat q = pose.getQ();
        write(out, p.getX(), p.getY(), p.getZ(), q.getX(), q.getY(), q.getZ(), q.getW());
        PxVec3 v = body.getLinearVelocity();
        write(out, v.getX(), v.getY(), v.getZ());
        PxVec3 w = body.getAngularVelocity();
        write(out, w.getX(), w.getY(), w.getZ());
        // Without the sign by which the adapter marks a sleeping body.
        write(out, isKinematic(body) ? 0 : Math.abs(body.getWakeCounter()));
        out.writeBoolean(body.isSleeping());
    }

    private static void write(DataOutput out, float... values) throws IOException {
        for (float value : values) {
            out.writeFloat(value);
        }
    }

    static boolean isKinematic(PxRigidDynamic body) {
        return body.getRigidBodyFlags().isSet(PxRigidBodyFlagEnum.eKINEMATIC);
    }

    static SavedActor of(DataInput in) throws IOException {
        float[] pose = floats(in, 7);
        SavedNumbers.requireUnit(pose[3] * pose[3] + pose[4] * pose[4] + pose[5] * pose[5] + pose[6] * pose[6]);
        float[] motion = floats(in, 6);
        float wakeCounter = Math.max(0, floats(in, 1)[0]);
        return new SavedActor(pose, motion, wakeCounter, in.readBoolean());
    }

    private static float[] floats(DataInput in, int count) throws IOException {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = SavedNumbers.readFiniteFloat(in);
        }
        return values;
    }

    void restore(PxRigidDynamic body) {
        PxVec3 vector = new PxVec3(pose[0], pose[1], pose[2]);
        PxQuat orientation = new PxQuat(pose[3], pose[4], pose[5], pose[6]);
        PxTransform at = new PxTransform(vector, orientation);
        try {
            body.setGlobalPose(at);
            if (!isKinematic(body)) {
                setMotion(body, vector);
            }
        } finally {
            at.destroy();
            orientation.destroy();
            vector.destroy();
        }
    }

    private void setMotion(PxRigidDynamic body, PxVec3 vector) {
        set(vector, 0);
        body.setLinearVelocity(vector);
        set(vector, 3);
        body.setAngularVelocity(vector);
        if (isAsleep) {
            body.putToSleep();
        } else {
            body.setWakeCounter(wakeCounter);
        }
    }

    private void set(PxVec3 vector, int from) {
        vector.setX(motion[from]);
        vector.setY(motion[from + 1]);
        vector.setZ(motion[from + 2]);
    }
}
