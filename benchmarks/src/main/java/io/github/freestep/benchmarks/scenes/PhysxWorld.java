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
import physx.physics.PxRigidBodyFlagEnum;
import physx.physics.PxRigidDynamic;
import physx.physics.PxRigidStatic;
import physx.physics.PxShape;
import physx.physics.PxSimulationEventCallbackImpl;

/** The boxes of a scene in PhysX. */
public final class PhysxWorld extends BoxEngine<PxRigidDynamic, PhysxSimulation> {
    /** In metres per second. Without a limit, overlapping boxes are shot apart. */
    private static final float DEPENETRATION = 5;

    /** The groups of shapes, and those with which they collide. */
    private static final int SOLID = 1;

    private static final int WALL = 2;

    /** What a drum encloses: it collides with the walls, which let the parts of the drum through. */
    private static final int ENCLOSED = 4;

    /** How thick the walls are, so that no box passes through within a step. */
    private static final float THICK = 4;

    private static final int SIDES = 24;

    private final boolean reportsContacts;
    private PxMaterial material;
    private PxShape enclosed;
    private PxShape solid;
    private Ignores ignores;

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
        enclosed = shape(HALF, HALF, HALF, material, SOLID | ENCLOSED, SOLID | WALL);
        solid = shape(HALF, HALF, HALF, material, SOLID, SOLID);
        PxTransform pose = at(0, -HALF, 0);
        PxRigidStatic floor = world.own(world.physics().createRigidStatic(pose));
        pose.destroy();
        floor.attachShape(shape(FLOOR, HALF, FLOOR, material, SOLID, SOLID));
        world.scene().addActor(floor);
    }

    /** Makes a box of half that size. Two shapes collide if each has a bit in its group that the other names. */
    private PxShape shape(float x, float y, float z, PxMaterial of, int group, int others) {
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
        return box(enclosed);
    }

    private PxRigidDynamic box(PxShape shape) {
        PxTransform pose = at(0, 0, 0);
        PxRigidDynamic box = world.physics().createRigidDynamic(pose);
        pose.destroy();
        box.attachShape(shape);
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
    PxRigidDynamic part(Drum drum, int part) {
        PxRigidDynamic box = box(solid);
        PxTransform pose = pose(drum, part, 0);
        box.setGlobalPose(pose);
        pose.destroy();
        box.setRigidBodyFlag(PxRigidBodyFlagEnum.eKINEMATIC, true);
        return box;
    }

    @Override
    void turn(PxRigidDynamic box, Drum drum, int part, double fromSeconds, double toSeconds) {
        PxTransform pose = pose(drum, part, toSeconds);
        box.setKinematicTarget(pose);
        pose.destroy();
    }

    private static PxTransform pose(Drum drum, int part, double seconds) {
        PxTransform pose = at(drum.x(part, seconds), drum.y(part, seconds), drum.z(part));
        turn(pose, drum.angle(part, seconds));
        return pose;
    }

    private static void turn(PxTransform pose, double angle) {
        PxQuat turned = pose.getQ();
        turned.setZ((float) StrictMath.sin(angle / 2));
        turned.setW((float) StrictMath.cos(angle / 2));
    }

    /** Closes the sides, and puts a shell around the rim: at a low rate, a box could pass through the rim in a step. */
    @Override
    void enclose(Drum drum) {
        PxMaterial slippery = world.own(world.physics().createMaterial(0, 0, 0));
        float radius = (float) drum.radius;
        float side = (Drum.DEPTH + THICK) / 2;
        for (float z : new float[] {-side, side}) {
            wall(
                    0,
                    (float) drum.height,
                    z,
                    0,
                    shape(radius + THICK, radius + THICK, THICK / 2, slippery, WALL, ENCLOSED));
        }
        float out = radius + 1 + THICK / 2;
        float wide = (float) ((out + THICK / 2) * StrictMath.tan(Math.PI / SIDES));
        for (int i = 0; i < SIDES; i++) {
            double angle = 2 * Math.PI * i / SIDES;
            float x = (float) (-out * StrictMath.sin(angle));
            float y = (float) (drum.height + out * StrictMath.cos(angle));
            wall(x, y, 0, angle, shape(wide, THICK / 2, side + THICK, slippery, WALL, ENCLOSED));
        }
    }

    private void wall(float x, float y, float z, double angle, PxShape shape) {
        PxTransform pose = at(x, y, z);
        turn(pose, angle);
        PxRigidStatic wall = world.own(world.physics().createRigidStatic(pose));
        pose.destroy();
        wall.attachShape(shape);
        world.scene().addActor(wall);
    }

    @Override
    public void maySleep(PxRigidDynamic box, boolean may) {
        if (!may) {
            box.setSleepThreshold(0);
        }
    }

    @Override
    public void putToSleep(PxRigidDynamic box) {
        box.putToSleep();
    }

    /** A scene cannot be without a callback. */
    @Override
    public void detach() {
        ignores = new Ignores();
        world.scene().setSimulationEventCallback(ignores);
    }

    @Override
    public void stepAlone() {
        world.scene().simulate(TICK_SECONDS);
        world.scene().fetchResults(true);
    }

    private static final class Ignores extends PxSimulationEventCallbackImpl {}
}
