package io.github.freestep.benchmarks.jmh.engines;

import io.github.freestep.benchmarks.scenes.PhysxWorld;
import io.github.freestep.benchmarks.scenes.Places;
import io.github.freestep.physics.physx.PhysxSimulation;
import physx.physics.PxRigidDynamic;
import physx.physics.PxScene;
import physx.physics.PxSimulationEventCallbackImpl;

/** A heap in PhysX, by one thread. */
final class PhysxHeap extends Heap<PxRigidDynamic> {
    private final PhysxSimulation world = (PhysxSimulation) world();
    private final Ignores ignores = new Ignores();

    PhysxHeap(int boxes) {
        super(Places.pile(boxes), placed -> new PhysxWorld(placed, true), true);
    }

    /** The boxes sleep only if they are put to sleep. */
    @Override
    protected void prepare(PxRigidDynamic box) {
        box.setSleepThreshold(0);
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
    void putToSleep(PxRigidDynamic box) {
        box.putToSleep();
    }

    /** Ignores all events, because a scene cannot be without a callback. */
    private static final class Ignores extends PxSimulationEventCallbackImpl {}
}
