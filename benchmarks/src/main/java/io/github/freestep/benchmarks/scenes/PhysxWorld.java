package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.physx.PhysxSimulation;
import physx.PxTopLevelFunctions;
import physx.common.PxQuat;
import physx.common.PxTransform;
import physx.physics.PxMaterial;
import physx.physics.PxRigidBodyFlagEnum;
import physx.physics.PxRigidDynamic;
import physx.physics.PxRigidStatic;
import physx.physics.PxShape;

/**
 * The boxes of a scene in PhysX. It reports no contacts. The Java binding allocates for each contact, and a stress run
 * could not distinguish that from an allocation by Freestep.
 */
final class PhysxWorld extends PhysxBoxes implements BoxEngine<PxRigidDynamic> {
    /** What a drum encloses: it collides with the walls, which let the parts of the drum through. */
    private static final int ENCLOSED = 4;

    private static final int WALL = 2;
    private static final int SOLID = 1;

    /** How thick the walls are, so that no box passes through within a step. */
    private static final float THICK = 4;

    private static final int SIDES = 24;

    private final PlacedBoxes boxes;
    private PhysxSimulation world;
    private PxShape enclosed;
    private PxShape solid;

    PhysxWorld(PlacedBoxes boxes) {
        this.boxes = boxes;
    }

    /** The binding returns each pose in an object. Compiled code does without it. */
    @Override
    public boolean allocatesUntilCompiled() {
        return true;
    }

    @Override
    public PhysxSimulation simulation() {
        return PhysxSimulation.of(
                boxes.layout(),
                description -> description.setFilterShader(PxTopLevelFunctions.DefaultFilterShader()),
                this);
    }

    @Override
    protected void fill(PhysxSimulation to) {
        world = to;
        enclosed = cube(SOLID | ENCLOSED, SOLID | WALL);
        solid = cube(SOLID, SOLID);
        boxes.fill();
    }

    @Override
    public PxRigidDynamic box() {
        return box(enclosed);
    }

    @Override
    public PxRigidDynamic part(Drum drum, int part) {
        PxRigidDynamic box = box(solid);
        PxTransform pose = pose(drum, part, 0);
        box.setGlobalPose(pose);
        pose.destroy();
        box.setRigidBodyFlag(PxRigidBodyFlagEnum.eKINEMATIC, true);
        return box;
    }

    @Override
    public void turn(PxRigidDynamic box, Drum drum, int part, double fromSeconds, double toSeconds) {
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
    public void enclose(Drum drum) {
        PxMaterial slippery = world.own(world.physics().createMaterial(0, 0, 0));
        float radius = (float) drum.radius;
        float side = (drum.depth + THICK) / 2;
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
    public void onPose(
            PhysxSimulation world, int slot, double px, double py, double pz, float ox, float oy, float oz, float ow) {
        boxes.pose(slot, (float) px, (float) py, (float) pz, ox, oy, oz, ow);
    }
}
