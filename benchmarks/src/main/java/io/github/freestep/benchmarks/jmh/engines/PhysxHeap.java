package io.github.freestep.benchmarks.jmh.engines;

import io.github.freestep.benchmarks.scenes.PhysxBoxes;
import io.github.freestep.benchmarks.scenes.Places;
import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.state.StateLayout;
import physx.common.PxQuat;
import physx.common.PxTransform;
import physx.common.PxVec3;
import physx.physics.PxRigidDynamic;
import physx.physics.PxScene;
import physx.physics.PxSimulationEventCallbackImpl;

/** A heap in PhysX, by one thread. */
final class PhysxHeap extends Heap<PxRigidDynamic> {
    private final PhysxSimulation world;
    private final Ignores ignores = new Ignores();

    /** Parts of the pose that PhysX returns, which is always the same object. */
    private PxVec3 position;

    private PxQuat orientation;

    private PhysxHeap(PhysxSimulation world) {
        super(world);
        this.world = world;
    }

    static PhysxHeap of(int boxes) {
        return new PhysxHeap(PhysxSimulation.of(StateLayout.of(boxes), new Falling(Places.pile(boxes))));
    }

    @Override
    void step() {
        PxScene scene = world.scene();
        scene.simulate(TICK_SECONDS);
        scene.fetchResults(true);
    }

    @Override
    void detach() {
        world.scene().setSimulationEventCallback(ignores);
    }

    @Override
    float read(PxRigidDynamic box) {
        PxTransform pose = box.getGlobalPose();
        if (position == null) {
            position = pose.getP();
            orientation = pose.getQ();
        }
        return position.getX()
                + position.getY()
                + position.getZ()
                + orientation.getX()
                + orientation.getY()
                + orientation.getZ()
                + orientation.getW();
    }

    @Override
    void putToSleep(PxRigidDynamic box) {
        box.putToSleep();
    }

    /** Ignores all events, because a scene cannot be without a callback. */
    private static final class Ignores extends PxSimulationEventCallbackImpl {}

    /** Boxes that sleep only if they are put to sleep. */
    private static final class Falling extends PhysxBoxes {
        private final Places places;

        Falling(Places places) {
            this.places = places;
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
}
