package io.github.freestep.physics.bullet;

import com.jme3.bullet.CollisionSpace;
import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.collision.ManifoldPoints;
import com.jme3.bullet.collision.PersistentManifolds;
import com.jme3.bullet.collision.PhysicsCollisionObject;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.bullet.util.NativeLibrary;
import com.jme3.math.Vector3f;
import com.simsilica.mathd.Vec3d;
import io.github.freestep.physics.engines.Touches;
import java.util.Arrays;

/**
 * A space that reports pairs that begin or end to touch. Bullet reports a pair before its solver has run, and also a
 * pair that is close and does not touch. So a pair waits here until it touches. Called by the thread that steps;
 * allocates nothing once warm.
 */
final class BulletSpace extends PhysicsSpace {
    private final BulletSimulation world;
    private final Touches touches;
    private final Vector3f normal = new Vector3f();
    private final Vec3d point = new Vec3d();

    /** The contacts that Bullet has reported and that do not touch yet, in the order of their reports. */
    private long[] close = new long[64];

    private int closeCount;
    private boolean isStepping;

    /** Whether somebody reads contacts in the newest step. */
    private boolean wereRead;

    BulletSpace(BulletSimulation world, Touches touches) {
        super(BroadphaseType.DBVT);
        this.world = world;
        this.touches = touches;
    }

    /** Pretends that the caller has made this space. Otherwise it logs a warning in every step on another thread. */
    @Override
    public long jniEnvId() {
        return NativeLibrary.jniEnvId();
    }

    void step(float seconds) {
        if (wereRead != touches.areRead()) {
            wereRead = !wereRead;
            findClose(wereRead);
        }
        isStepping = true;
        try {
            update(seconds, 0, true, false, true);
        } finally {
            isStepping = false;
        }
        int kept = 0;
        for (int i = 0; i < closeCount; i++) {
            if (!begins(close[i])) {
                close[kept++] = close[i];
            }
        }
        closeCount = kept;
    }

    /** Notes the contacts that do not touch yet when somebody begins to read them, and otherwise none. */
    private void findClose(boolean areRead) {
        closeCount = 0;
        if (areRead) {
            for (long contact : listManifoldIds()) {
                // Bullet also has contacts without points, of bodies that are near, and tells when the first one comes.
                if (PersistentManifolds.countPoints(contact) > 0 && !isTouching(contact)) {
                    addClose(contact);
                }
            }
        }
    }

    private static boolean isTouching(long contact) {
        boolean isTouching = false;
        for (int i = 0, count = PersistentManifolds.countPoints(contact); i < count; i++) {
            isTouching |= isTouchingAt(PersistentManifolds.getPointId(contact, i));
        }
        return isTouching;
    }

    private static boolean isTouchingAt(long point) {
        return ManifoldPoints.getAppliedImpulse(point) > 0 || ManifoldPoints.getDistance1(point) <= 0;
    }

    /** Called in every step, because the flags of an update are those of the whole process. */
    @Override
    public void onContactStarted(long contact) {
        if (wereRead) {
            addClose(contact);
        }
    }

    private void addClose(long contact) {
        if (closeCount == close.length) {
            close = Arrays.copyOf(close, 2 * closeCount);
        }
        close[closeCount++] = contact;
    }

    @Override
    public void onContactEnded(long contact) {
        if (isStepping && !wereRead) {
            return;
        }
        PhysicsCollisionObject a = PhysicsCollisionObject.findInstance(PersistentManifolds.getBodyAId(contact));
        PhysicsCollisionObject b = PhysicsCollisionObject.findInstance(PersistentManifolds.getBodyBId(contact));
        boolean touched = !takeClose(contact);
        if (!isStepping) {
            wake(a);
            wake(b);
        }
        if (touched) {
            touches.end(world.slot(a), !a.isContactResponse(), world.slot(b), !b.isContactResponse());
        }
    }

    private boolean takeClose(long contact) {
        for (int i = 0; i < closeCount; i++) {
            if (close[i] == contact) {
                closeCount--;
                System.arraycopy(close, i + 1, close, i, closeCount - i);
                return true;
            }
        }
        return false;
    }

    /** Wakes a body whose neighbour is removed. Otherwise it would sleep on in the air. */
    private static void wake(PhysicsCollisionObject neighbour) {
        // Bullet puts no static body to sleep again once it is awake.
        if (neighbour instanceof PhysicsRigidBody body && !body.isStatic()) {
            body.activate();
        }
    }

    /** Reports a contact if its bodies touch. Returns false if they do not yet. */
    private boolean begins(long contact) {
        boolean isTouching = false;
        float impulse = 0;
        float most = -1;
        long first = 0;
        for (int i = 0, count = PersistentManifolds.countPoints(contact); i < count; i++) {
            long each = PersistentManifolds.getPointId(contact, i);
            float pressure = ManifoldPoints.getAppliedImpulse(each);
            isTouching |= isTouchingAt(each);
            impulse += pressure;
            if (pressure > most) {
                most = pressure;
                first = each;
            }
        }
        if (!isTouching) {
            return false;
        }
        PhysicsCollisionObject a = PhysicsCollisionObject.findInstance(PersistentManifolds.getBodyAId(contact));
        PhysicsCollisionObject b = PhysicsCollisionObject.findInstance(PersistentManifolds.getBodyBId(contact));
        ManifoldPoints.getPositionWorldOnBDp(first, point);
        if (!a.isContactResponse()) {
            touches.sensorBegin(world.slot(a), world.slot(b), point.x, point.y, point.z);
        } else if (!b.isContactResponse()) {
            touches.sensorBegin(world.slot(b), world.slot(a), point.x, point.y, point.z);
        } else {
            ManifoldPoints.getNormalWorldOnB(first, normal);
            touches.contactBegin(
                    world.slot(a), world.slot(b), point.x, point.y, point.z, normal.x, normal.y, normal.z, impulse);
        }
        return true;
    }

    @Override
    public void destroy() {
        super.destroy();
        // The thread that made the space would keep it.
        if (CollisionSpace.getCollisionSpace() == this) {
            CollisionSpace.setLocalThreadPhysicsSpace(null);
        }
    }
}
