package io.github.freestep.benchmarks.jmh.wire;

import io.github.freestep.benchmarks.scenes.PhysxWorld;
import io.github.freestep.benchmarks.scenes.PlacedBoxes;
import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.state.StateLayout;
import java.util.SplittableRandom;
import physx.common.PxVec3;
import physx.physics.PxRigidDynamic;

/** A square of boxes on the floor, and a heavy one that is driven through them, like a player's. */
final class DrivenBox implements PlacedBoxes {
    private static final float APART = 2;
    private static final double SPEED = 12;
    private static final float MASS = 10;

    private final int side;
    private final SplittableRandom random = new SplittableRandom(1);
    private final PhysxWorld engine;
    private final PhysxSimulation world;
    private PxRigidDynamic driven;

    DrivenBox(int side) {
        this.side = side;
        engine = new PhysxWorld(this, true);
        world = engine.simulation();
    }

    PhysxSimulation simulation() {
        return world;
    }

    @Override
    public StateLayout layout() {
        return StateLayout.of(side * side + 1);
    }

    @Override
    public void fill() {
        for (int i = 0; i < side * side; i++) {
            PxRigidDynamic box = engine.box();
            engine.put(box, (i % side - side / 2) * APART, 0.5f, (i / side - side / 2) * APART);
            world.add(box);
        }
        driven = engine.box();
        engine.put(driven, 0, 3, 0);
        driven.setMass(MASS);
        world.add(driven);
    }

    /** Drives the box towards another place in the square every second. Call it before each tick. */
    void drive(int tick, int rate) {
        if (tick % rate != 0) {
            return;
        }
        PxVec3 at = driven.getGlobalPose().getP();
        double x = (random.nextDouble() - 0.5) * side * APART - at.getX();
        double z = (random.nextDouble() - 0.5) * side * APART - at.getZ();
        double scale = SPEED / Math.max(1, Math.hypot(x, z));
        PxVec3 velocity = new PxVec3((float) (x * scale), 1, (float) (z * scale));
        driven.setLinearVelocity(velocity);
        velocity.destroy();
    }
}
