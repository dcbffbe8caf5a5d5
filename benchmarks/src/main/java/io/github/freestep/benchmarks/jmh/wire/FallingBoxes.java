package io.github.freestep.benchmarks.jmh.wire;

import io.github.freestep.benchmarks.scenes.PhysxBoxes;
import io.github.freestep.benchmarks.scenes.Places;
import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.state.StateLayout;
import physx.physics.PxRigidDynamic;

/** Boxes of one metre that fall into a heap, and then sleep. */
final class FallingBoxes extends PhysxBoxes {
    private final Places places;

    private FallingBoxes(int boxes) {
        places = Places.pile(boxes);
    }

    static PhysxSimulation of(int boxes) {
        return PhysxSimulation.of(StateLayout.of(boxes), new FallingBoxes(boxes));
    }

    @Override
    protected void fill(PhysxSimulation world) {
        for (int i = 0; i < places.count(); i++) {
            PxRigidDynamic box = box();
            put(box, places.x[i], places.y[i], places.z[i], 0, 0, 0);
            world.add(box);
        }
    }
}
