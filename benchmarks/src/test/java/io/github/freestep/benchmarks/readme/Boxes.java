package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.physx.PhysxSimulation;
import physx.common.PxIDENTITYEnum;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.geometry.PxBoxGeometry;
import physx.physics.PxMaterial;
import physx.physics.PxRigidDynamic;
import physx.physics.PxShape;

public class Boxes implements EngineScene<PhysxSimulation> {
    private PxShape cube;

    public void build(PhysxSimulation world) {
        PxMaterial material = world.own(world.physics().createMaterial(0.5f, 0.5f, 0.1f)); // freed with the world
        PxBoxGeometry sides = new PxBoxGeometry(0.5f, 0.5f, 0.5f);
        cube = world.own(world.physics().createShape(sides, material, false));
        sides.destroy();
        for (int i = 0; i < 10; i++) {
            world.add(box(world, 1 + 2 * i));
        }
    }

    public PxRigidDynamic box(PhysxSimulation world, float height) {
        PxTransform at = new PxTransform(PxIDENTITYEnum.PxIdentity);
        at.getP().setY(height);
        PxRigidDynamic box = world.physics().createRigidDynamic(at);
        at.destroy();
        box.attachShape(cube);
        return box;
    }

    public void beforeStep(PhysxSimulation world, Tick tick) {
        PxVec3 push = new PxVec3(tick.input().axis(0), 0, 0);
        world.body(0).addForce(push);
        push.destroy(); // or native memory grows
    }
}
