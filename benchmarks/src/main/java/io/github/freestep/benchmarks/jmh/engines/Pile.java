package io.github.freestep.benchmarks.jmh.engines;

import io.github.freestep.benchmarks.scenes.PhysxBoxes;
import io.github.freestep.benchmarks.scenes.Places;
import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.state.StateLayout;
import physx.physics.PxRigidDynamic;

/** Boxes of one metre that fall into a heap and never sleep. */
final class Pile extends PhysxBoxes {
    private final Places places;

    private Pile(int boxes) {
        places = Places.pile(boxes);
    }

    static PhysxSimulation of(int boxes) {
        return PhysxSimulation.of(StateLayout.of(boxes), new Pile(boxes));
    }

    @Override
    protected void fill(PhysxSimulation world) {
        for (int i = 0; i < places.count(); i++) {
            PxRigidDynamic box = box();
            put(box, places.x[i], places.y[i], places.z[i], 0, 0, 0);
            box.setSleepThreshold(0);
            world.add(box);
        }
    }
}
