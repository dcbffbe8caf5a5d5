package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.physx.PhysxSimulation;
import physx.PxTopLevelFunctions;
import physx.physics.PxRigidDynamic;

/**
 * The boxes of a scene in PhysX. It reports no contacts. The Java binding allocates for each contact, and a stress run
 * could not distinguish that from an allocation by Freestep.
 */
final class PhysxWorld extends PhysxBoxes implements BoxEngine<PxRigidDynamic> {
    private final BoxScene<PxRigidDynamic> scene;

    PhysxWorld(BoxScene<PxRigidDynamic> scene) {
        this.scene = scene;
    }

    @Override
    public PhysxSimulation simulation() {
        return PhysxSimulation.of(
                scene.layout(),
                description -> description.setFilterShader(PxTopLevelFunctions.DefaultFilterShader()),
                this);
    }

    @Override
    protected void fill(PhysxSimulation world) {
        scene.fill();
    }

    @Override
    public void onPose(
            PhysxSimulation world, int slot, double px, double py, double pz, float ox, float oy, float oz, float ow) {
        scene.pose(slot, (float) px, (float) py, (float) pz, ox, oy, oz, ow);
    }
}
