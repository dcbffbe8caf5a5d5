package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.physx.PhysxSimulation;
import physx.common.PxIDENTITYEnum;
import physx.common.PxTransform;
import physx.physics.PxRigidBodyFlagEnum;
import physx.physics.PxRigidDynamic;

public class Lift implements EngineScene<PhysxSimulation> {
    private static final double SPEED = 2; // metres per second

    private final Boxes boxes = new Boxes();
    private PxRigidDynamic platform;
    private double height;
    private double target;

    public void build(PhysxSimulation world) {
        boxes.build(world);
        platform = boxes.box(world, 0);
        platform.setRigidBodyFlag(PxRigidBodyFlagEnum.eKINEMATIC, true);
        world.add(platform);
    }

    public void goTo(double newTarget) { // in a command: physics.submit(c -> c.world(Lift.class).goTo(12))
        target = newTarget;
    }

    public void beforeStep(PhysxSimulation world, Tick tick) {
        double most = SPEED * tick.dtSeconds();
        height += Math.max(-most, Math.min(most, target - height));
        PxTransform pose = new PxTransform(PxIDENTITYEnum.PxIdentity);
        pose.getP().setY((float) height);
        platform.setKinematicTarget(pose); // pushes and carries what is in its way
        pose.destroy();
    }
}
