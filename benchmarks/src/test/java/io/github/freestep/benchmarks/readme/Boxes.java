package io.github.freestep.benchmarks.readme;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.state.StateLayout;
import physx.common.PxIDENTITYEnum;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.geometry.PxBoxGeometry;
import physx.physics.PxFilterData;
import physx.physics.PxMaterial;
import physx.physics.PxRigidDynamic;
import physx.physics.PxShape;

public class Boxes extends PhysxSimulation { // or Dyn4jSimulation
    private PxShape cube;

    public Boxes() {
        super(StateLayout.of(1_000)); // throws if PhysX has no native library for this platform
    }

    protected void build() {
        PxMaterial material = own(physics().createMaterial(0.5f, 0.5f, 0.1f)); // freed with the world
        cube = own(physics().createShape(new PxBoxGeometry(0.5f, 0.5f, 0.5f), material, false));
        cube.setSimulationFilterData(new PxFilterData(1, 1, 0, 0));
        for (int i = 0; i < 10; i++) {
            add(box());
        }
    }

    public PxRigidDynamic box() {
        PxRigidDynamic box = physics().createRigidDynamic(new PxTransform(PxIDENTITYEnum.PxIdentity));
        box.attachShape(cube);
        return box;
    }

    protected void beforeStep(Tick tick) {
        body(0).addForce(new PxVec3(tick.input().axis(0), 0, 0));
    }
}
