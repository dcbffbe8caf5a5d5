package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.physics.physx.PhysxSimulation;
import physx.common.PxIDENTITYEnum;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.extensions.PxRigidBodyExt;
import physx.geometry.PxBoxGeometry;
import physx.physics.PxFilterData;
import physx.physics.PxMaterial;
import physx.physics.PxRigidDynamic;
import physx.physics.PxRigidStatic;
import physx.physics.PxShape;

/** A scene of boxes in PhysX, for one run at a time. */
public abstract class PhysxBoxes implements EngineScene<PhysxSimulation>, BoxMaker<PxRigidDynamic> {
    private static final float HALF = 0.5f;
    private static final float FLOOR = 1_000;

    /** In metres per second. Without a limit, overlapping boxes are shot apart. */
    private static final float DEPENETRATION = 5;

    /** The groups of shapes, and those with which they collide. */
    private static final int SOLID = 1;

    private PhysxSimulation world;
    private PxMaterial material;
    private PxShape cube;

    /**
     * Adds the first boxes. Called when the floor exists.
     *
     * @param to the world
     */
    protected abstract void fill(PhysxSimulation to);

    @Override
    public final void build(PhysxSimulation newWorld) {
        world = newWorld;
        material = world.own(world.physics().createMaterial(0.5f, 0.5f, 0.1f));
        cube = cube(SOLID, SOLID);
        PxTransform pose = at(0, -HALF, 0);
        PxRigidStatic floor = world.own(world.physics().createRigidStatic(pose));
        pose.destroy();
        floor.attachShape(shape(FLOOR, HALF, FLOOR, material, SOLID, SOLID));
        world.scene().addActor(floor);
        fill(world);
    }

    final PxShape cube(int group, int others) {
        return shape(HALF, HALF, HALF, material, group, others);
    }

    /** Makes a box of half that size. Two shapes collide if each has a bit in its group that the other names. */
    final PxShape shape(float x, float y, float z, PxMaterial of, int group, int others) {
        PxBoxGeometry geometry = new PxBoxGeometry(x, y, z);
        PxShape shape = world.own(world.physics().createShape(geometry, of, false));
        geometry.destroy();
        // With some collision filters, such as that of the Java binding, a shape without a group collides with nothing.
        PxFilterData groups = new PxFilterData(group, others, 0, 0);
        shape.setSimulationFilterData(groups);
        groups.destroy();
        return shape;
    }

    @Override
    public PxRigidDynamic box() {
        return box(cube);
    }

    final PxRigidDynamic box(PxShape shape) {
        PxTransform pose = at(0, 0, 0);
        PxRigidDynamic box = world.physics().createRigidDynamic(pose);
        pose.destroy();
        box.attachShape(shape);
        PxRigidBodyExt.setMassAndUpdateInertia(box, 1);
        box.setMaxDepenetrationVelocity(DEPENETRATION);
        return box;
    }

    @Override
    public final void put(PxRigidDynamic box, float x, float y, float z, float vx, float vy, float vz) {
        PxTransform pose = at(x, y, z);
        PxVec3 velocity = new PxVec3(vx, vy, vz);
        PxVec3 spin = new PxVec3(0, 0, 0);
        box.setGlobalPose(pose);
        box.setLinearVelocity(velocity);
        box.setAngularVelocity(spin);
        spin.destroy();
        velocity.destroy();
        pose.destroy();
    }

    static PxTransform at(float x, float y, float z) {
        PxTransform pose = new PxTransform(PxIDENTITYEnum.PxIdentity);
        PxVec3 p = pose.getP();
        p.setX(x);
        p.setY(y);
        p.setZ(z);
        return pose;
    }
}
