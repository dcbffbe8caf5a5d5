package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.physx.PhysxSimulation;
import physx.PxTopLevelFunctions;
import physx.common.PxIDENTITYEnum;
import physx.common.PxQuat;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.extensions.PxRigidBodyExt;
import physx.geometry.PxBoxGeometry;
import physx.physics.PxFilterData;
import physx.physics.PxMaterial;
import physx.physics.PxRigidDynamic;
import physx.physics.PxRigidStatic;
import physx.physics.PxShape;

/** The boxes of a scene in PhysX. */
public final class PhysxWorld extends BoxEngine<PxRigidDynamic, PhysxSimulation> {
    /** In metres per second. Without a limit, overlapping boxes are shot apart. */
    private static final float DEPENETRATION = 5;

    /** The collision group of all shapes, each of which collides with all others. */
    private static final int SOLID = 1;

    private final boolean reportsContacts;
    private PxMaterial material;
    private PxShape cube;

    /**
     * Makes the world of some boxes.
     *
     * @param reportsContacts whether contacts become events. The Java binding allocates for each, and a stress run
     *     could not distinguish that from an allocation by Freestep
     */
    public PhysxWorld(PlacedBoxes boxes, boolean reportsContacts) {
        super(boxes);
        this.reportsContacts = reportsContacts;
    }

    /** The binding returns each pose in an object. Compiled code does without it. */
    @Override
    boolean allocates(boolean settled) {
        return !settled;
    }

    @Override
    public PhysxSimulation simulation() {
        return reportsContacts
                ? PhysxSimulation.of(boxes.layout(), this)
                : PhysxSimulation.of(
                        boxes.layout(),
                        description -> description.setFilterShader(PxTopLevelFunctions.DefaultFilterShader()),
                        this);
    }

    @Override
    void addFloor() {
        material = world.own(world.physics().createMaterial(0.5f, 0.5f, 0.1f));
        cube = shape(HALF, HALF, HALF);
        PxTransform pose = at(0, -HALF, 0);
        PxRigidStatic floor = world.own(world.physics().createRigidStatic(pose));
        pose.destroy();
        floor.attachShape(shape(FLOOR, HALF, FLOOR));
        world.scene().addActor(floor);
    }

    /** Makes a box with these half extents. */
    private PxShape shape(float x, float y, float z) {
        PxBoxGeometry geometry = new PxBoxGeometry(x, y, z);
        PxShape shape = world.own(world.physics().createShape(geometry, material, false));
        geometry.destroy();
        // With some collision filters, such as that of the Java binding, a shape without a group collides with nothing.
        PxFilterData groups = new PxFilterData(SOLID, SOLID, 0, 0);
        shape.setSimulationFilterData(groups);
        groups.destroy();
        return shape;
    }

    @Override
    public PxRigidDynamic box() {
        PxTransform pose = at(0, 0, 0);
        PxRigidDynamic box = world.physics().createRigidDynamic(pose);
        pose.destroy();
        box.attachShape(cube);
        PxRigidBodyExt.setMassAndUpdateInertia(box, 1);
        box.setMaxDepenetrationVelocity(DEPENETRATION);
        return box;
    }

    @Override
    public void put(PxRigidDynamic box, float x, float y, float z) {
        PxTransform pose = at(x, y, z);
        PxVec3 still = new PxVec3(0, 0, 0);
        box.setGlobalPose(pose);
        box.setLinearVelocity(still);
        box.setAngularVelocity(still);
        still.destroy();
        pose.destroy();
    }

    private static PxTransform at(float x, float y, float z) {
        PxTransform pose = new PxTransform(PxIDENTITYEnum.PxIdentity);
        PxVec3 p = pose.getP();
        p.setX(x);
        p.setY(y);
        p.setZ(z);
        return pose;
    }

    @Override
    public void maySleep(PxRigidDynamic box, boolean may) {
        if (!may) {
            box.setSleepThreshold(0);
        }
    }

    @Override
    public double readAlone(PxRigidDynamic box) {
        if (box.isSleeping()) {
            return 0;
        }
        PxTransform pose = box.getGlobalPose();
        PxVec3 p = pose.getP();
        PxQuat q = pose.getQ();
        return p.getX() + p.getY() + p.getZ() + q.getX() + q.getY() + q.getZ() + q.getW();
    }

    @Override
    public void stepAlone() {
        world.scene().simulate(TICK_SECONDS);
        world.scene().fetchResults(true);
    }
}
