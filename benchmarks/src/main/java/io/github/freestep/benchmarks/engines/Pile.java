package io.github.freestep.benchmarks.engines;

import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import physx.common.PxIDENTITYEnum;
import physx.common.PxTransform;
import physx.extensions.PxRigidBodyExt;
import physx.geometry.PxBoxGeometry;
import physx.physics.PxMaterial;
import physx.physics.PxRigidDynamic;
import physx.physics.PxRigidStatic;
import physx.physics.PxShape;

/** Boxes of a metre that fall into a heap, and never sleep. */
final class Pile extends PhysxSimulation {
    private final int boxes;

    Pile(int boxes) {
        super(StateLayout.of(boxes));
        this.boxes = boxes;
    }

    @Override
    protected void build(Bodies bodies) {
        PxMaterial material = own(physics().createMaterial(0.5f, 0.5f, 0.1f));
        PxShape cube = shape(material, 0.5f, 0.5f, 0.5f);
        PxTransform pose = new PxTransform(PxIDENTITYEnum.PxIdentity);
        PxRigidStatic floor = own(physics().createRigidStatic(pose));
        floor.attachShape(shape(material, 1_000, 0.5f, 1_000));
        scene().addActor(floor);
        int side = (int) Math.ceil(Math.cbrt(boxes));
        for (int i = 0; i < boxes; i++) {
            int layer = i / (side * side);
            // Each layer a little aside, so that no column stands.
            pose.getP().setX(i % side * 1.1f + layer * 0.07f);
            pose.getP().setY(1 + layer * 1.2f);
            pose.getP().setZ(i / side % side * 1.1f);
            PxRigidDynamic box = physics().createRigidDynamic(pose);
            box.attachShape(cube);
            PxRigidBodyExt.setMassAndUpdateInertia(box, 1);
            box.setSleepThreshold(0);
            add(bodies, box);
        }
        pose.destroy();
    }

    private PxShape shape(PxMaterial material, float x, float y, float z) {
        PxBoxGeometry geometry = new PxBoxGeometry(x, y, z);
        PxShape shape = own(physics().createShape(geometry, material, false));
        geometry.destroy();
        return shape;
    }
}
