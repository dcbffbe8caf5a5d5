package io.github.freestep.physics.physx;

import io.github.freestep.state.StateLayout;
import physx.common.PxIDENTITYEnum;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.extensions.PxRigidBodyExt;
import physx.geometry.PxBoxGeometry;
import physx.physics.PxMaterial;
import physx.physics.PxRigidActor;
import physx.physics.PxRigidDynamic;
import physx.physics.PxRigidStatic;
import physx.physics.PxShape;

/** A world of cubes with edges of one metre, and a floor whose top is at height 0. */
abstract class BoxWorld extends PhysxSimulation {
    private PxMaterial material;

    BoxWorld(StateLayout layout) {
        super(layout);
    }

    abstract void fill();

    @Override
    protected final void build() {
        material = own(physics().createMaterial(0.5f, 0.5f, 0.1f));
        PxTransform pose = at(0, -0.5f, 0);
        PxRigidStatic floor = own(physics().createRigidStatic(pose));
        pose.destroy();
        shape(floor, 100, 0.5f, 100);
        scene().addActor(floor);
        fill();
    }

    private void shape(PxRigidActor of, float x, float y, float z) {
        PxBoxGeometry geometry = new PxBoxGeometry(x, y, z);
        PxShape shape = physics().createShape(geometry, material, true);
        of.attachShape(shape);
        shape.release();
        geometry.destroy();
    }

    /** Makes a box that is not in the scene yet. */
    final PxRigidDynamic box(float x, float y, float z) {
        PxTransform pose = at(x, y, z);
        PxRigidDynamic box = physics().createRigidDynamic(pose);
        pose.destroy();
        shape(box, 0.5f, 0.5f, 0.5f);
        PxRigidBodyExt.setMassAndUpdateInertia(box, 1);
        return box;
    }

    static PxTransform at(float x, float y, float z) {
        PxVec3 position = new PxVec3(x, y, z);
        PxTransform pose = new PxTransform(PxIDENTITYEnum.PxIdentity);
        pose.setP(position);
        position.destroy();
        return pose;
    }
}
