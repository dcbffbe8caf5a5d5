package io.github.freestep.physics.bullet;

import static io.github.freestep.physics.engine.SavedNumbers.readFinite;
import static io.github.freestep.physics.engine.SavedNumbers.requireUnit;

import com.jme3.bullet.objects.PhysicsRigidBody;
import com.simsilica.mathd.Quatd;
import com.simsilica.mathd.Vec3d;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The saved pose and motion of a body, with the precision of doubles for both kinds of native library. All values are
 * read and checked before the body changes.
 *
 * @param idleSeconds how long the body has moved slowly; from a certain time on it may fall asleep
 */
record SavedBody(Vec3d position, Quatd orientation, Vec3d velocity, Vec3d spin, float idleSeconds) {
    static void save(PhysicsRigidBody body, DataOutput out) throws IOException {
        write(out, body.getPhysicsLocationDp(null));
        Quatd q = body.getPhysicsRotationDp(null);
        out.writeDouble(q.x);
        out.writeDouble(q.y);
        out.writeDouble(q.z);
        out.writeDouble(q.w);
        write(out, body.isDynamic() ? body.getLinearVelocityDp(null) : new Vec3d());
        write(out, body.isDynamic() ? body.getAngularVelocityDp(null) : new Vec3d());
        out.writeDouble(body.getDeactivationTime());
    }

    private static void write(DataOutput out, Vec3d vector) throws IOException {
        out.writeDouble(vector.x);
        out.writeDouble(vector.y);
        out.writeDouble(vector.z);
    }

    static SavedBody of(DataInput in) throws IOException {
        Vec3d position = vector(in);
        Quatd q = new Quatd(readFinite(in), readFinite(in), readFinite(in), readFinite(in));
        requireUnit(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        return new SavedBody(position, q, vector(in), vector(in), (float) readFinite(in));
    }

    private static Vec3d vector(DataInput in) throws IOException {
        return new Vec3d(readFinite(in), readFinite(in), readFinite(in));
    }

    void restore(PhysicsRigidBody body) {
        body.setPhysicsLocationDp(position);
        body.setPhysicsRotationDp(orientation);
        if (body.isDynamic()) {
            body.setLinearVelocityDp(velocity);
            body.setAngularVelocityDp(spin);
        }
        // Bullet has no call that lets a body sleep. After that idle time it falls asleep in the next steps.
        body.activate(true);
        body.setDeactivationTime(idleSeconds);
    }
}
