package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.physx.PhysxSimulation;
import physx.physics.PxRigidDynamic;

/** Boxes in PhysX whose contacts are reported, unlike those of the stress scenes. */
public final class PhysxPile extends PhysxBoxes implements BoxEngine<PxRigidDynamic> {
    private final PlacedBoxes boxes;

    /** Makes the world of some boxes. */
    public PhysxPile(PlacedBoxes boxes) {
        this.boxes = boxes;
    }

    @Override
    public PhysxSimulation simulation() {
        return PhysxSimulation.of(boxes.layout(), this);
    }

    @Override
    protected void fill(PhysxSimulation world) {
        boxes.fill();
    }
}
