package io.github.freestep.benchmarks.jmh.wire;

import io.github.freestep.benchmarks.scenes.PhysxBoxes;
import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.state.StateLayout;
import java.util.SplittableRandom;
import physx.common.PxVec3;
import physx.physics.PxRigidDynamic;

/** A square of boxes on the floor, and a heavy one that is driven through them, like a player's. */
final class DrivenBox extends PhysxBoxes {
    private static final float APART = 2;
    private static final double SPEED = 12;
    private static final float MASS = 10;

    private final int side;
    private final SplittableRandom random = new SplittableRandom(1);
    private PxRigidDynamic driven;

    DrivenBox(int side) {
        this.side = side;
    }

    PhysxSimulation simulation() {
        return PhysxSimulation.of(StateLayout.of(side * side + 1), this);
    }

    @Override
    protected void fill(PhysxSimulation world) {
        for (int i = 0; i < side * side; i++) {
            PxRigidDynamic box = box();
            put(box, (i % side - side / 2) * APART, 0.5f, (i / side - side / 2) * APART, 0, 0, 0);
            world.add(box);
        }
        driven = box();
        put(driven, 0, 3, 0, 0, 0, 0);
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
