package io.github.freestep.jme;

import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.bullet.objects.PhysicsVehicle;
import com.jme3.bullet.objects.infos.RigidBodyMotionState;
import com.jme3.export.JmeExporter;
import com.jme3.scene.Spatial;
import java.io.IOException;
import java.lang.reflect.Field;

/** Asked by the control of a rigid body to move its spatial. Otherwise the body's own one, whose native part it has. */
final class ShownMotionState extends RigidBodyMotionState {
    private final RigidBodyMotionState own;
    private final PhysicsRigidBody body;
    private final ShownSpatials picture;

    private ShownMotionState(PhysicsRigidBody body, ShownSpatials picture) {
        own = body.getMotionState();
        this.body = body;
        this.picture = picture;
        unassignNativeObject();
        setNativeIdNotTracked(own.nativeId());
        setApplyPhysicsLocal(own.isApplyPhysicsLocal());
        if (body instanceof PhysicsVehicle vehicle) {
            setVehicle(vehicle);
        }
    }

    static void put(PhysicsRigidBody body, ShownSpatials picture) {
        if (!(body.getMotionState() instanceof ShownMotionState)) {
            set(body, new ShownMotionState(body, picture));
        }
    }

    /** Gives a body that leaves its space its own one back. */
    static void takeBack(PhysicsRigidBody body) {
        if (body.getMotionState() instanceof ShownMotionState shown) {
            shown.own.setApplyPhysicsLocal(shown.isApplyPhysicsLocal());
            set(body, shown.own);
        }
    }

    /** Bullet places the wheels of a vehicle beside the newest chassis. They then move with that of the picture. */
    @Override
    public boolean applyTransform(Spatial spatial) {
        if (super.applyTransform(spatial) && body instanceof PhysicsVehicle vehicle) {
            spatial.getWorldTransform();
            for (int i = 0; i < vehicle.getNumWheels(); i++) {
                vehicle.getWheel(i).applyWheelTransform();
            }
        }
        picture.move(body, spatial, isApplyPhysicsLocal(), true);
        return false; // or the control of a vehicle would place the wheels once more
    }

    /** A copy of the body is in no space yet. */
    @Override
    public RigidBodyMotionState jmeClone() {
        return own.jmeClone();
    }

    @Override
    public void write(JmeExporter exporter) throws IOException {
        throw new IOException("a body in the space of a FreestepBulletState cannot be saved, was " + body
                + "; remove it before, such as by space.removeAll(rootNode)");
    }

    /** Minie has no setter. */
    private static void set(PhysicsRigidBody body, RigidBodyMotionState state) {
        try {
            Field field = PhysicsRigidBody.class.getDeclaredField("motionState");
            field.setAccessible(true);
            field.set(body, state);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Minie must be 9.0.3, or have the same PhysicsRigidBody.motionState", e);
        }
    }
}
