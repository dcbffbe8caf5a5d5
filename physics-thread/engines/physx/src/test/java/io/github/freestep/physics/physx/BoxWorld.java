package io.github.freestep.physics.physx;

import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.state.StateLayout;
import java.util.function.Consumer;
import physx.common.PxIDENTITYEnum;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.extensions.PxRigidBodyExt;
import physx.geometry.PxBoxGeometry;
import physx.physics.PxMaterial;
import physx.physics.PxRigidActor;
import physx.physics.PxRigidDynamic;
import physx.physics.PxRigidStatic;
import physx.physics.PxSceneDesc;
import physx.physics.PxShape;

/** Makes worlds of cubes with edges of one metre, and a floor whose top is at height 0. */
final class BoxWorld {
    private BoxWorld() {}

    static PhysxSimulation of(int capacity, EngineScene<PhysxSimulation> scene) {
        return of(capacity, description -> {}, scene);
    }

    static PhysxSimulation of(int capacity, Consumer<PxSceneDesc> describe, EngineScene<PhysxSimulation> scene) {
        return PhysxSimulation.of(StateLayout.of(capacity), describe, world -> {
            floor(world);
            scene.build(world);
        });
    }

    static PxRigidStatic floor(PhysxSimulation world) {
        PxTransform pose = at(0, -0.5f, 0);
        PxRigidStatic floor = world.own(world.physics().createRigidStatic(pose));
        pose.destroy();
        shape(world, floor, 100, 0.5f, 100);
        world.scene().addActor(floor);
        return floor;
    }

    static void shape(PhysxSimulation world, PxRigidActor of, float x, float y, float z) {
        PxBoxGeometry geometry = new PxBoxGeometry(x, y, z);
        PxMaterial material = world.physics().createMaterial(0.5f, 0.5f, 0.1f);
        PxShape shape = world.physics().createShape(geometry, material, true);
        of.attachShape(shape);
        // The body keeps its shape, and the shape its material.
        shape.release();
        material.release();
        geometry.destroy();
    }

    /** Makes a box that is not in the scene yet. */
    static PxRigidDynamic box(PhysxSimulation world, float x, float y, float z) {
        PxTransform pose = at(x, y, z);
        PxRigidDynamic box = world.physics().createRigidDynamic(pose);
        pose.destroy();
        shape(world, box, 0.5f, 0.5f, 0.5f);
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
