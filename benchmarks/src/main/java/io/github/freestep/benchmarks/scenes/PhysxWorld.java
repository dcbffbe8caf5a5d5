package io.github.freestep.benchmarks.scenes;

import physx.PxTopLevelFunctions;
import physx.physics.PxRigidDynamic;
import physx.physics.PxSceneDesc;

/**
 * The boxes of a scene in PhysX. It reports no contacts. The Java binding allocates for each contact, and a stress run
 * could not distinguish that from an allocation by Freestep.
 */
final class PhysxWorld extends PhysxBoxes {
    private final BoxScene<PxRigidDynamic> scene;

    PhysxWorld(BoxScene<PxRigidDynamic> scene) {
        super(scene.layout());
        this.scene = scene;
    }

    @Override
    protected void describe(PxSceneDesc scene) {
        scene.setFilterShader(PxTopLevelFunctions.DefaultFilterShader());
    }

    @Override
    protected void fill() {
        scene.fill();
    }

    @Override
    protected void pose(int slot, double px, double py, double pz, float ox, float oy, float oz, float ow) {
        super.pose(slot, px, py, pz, ox, oy, oz, ow);
        scene.pose(slot, (float) px, (float) py, (float) pz, ox, oy, oz, ow);
    }
}
