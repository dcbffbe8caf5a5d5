package io.github.freestep.benchmarks.jmh.engines;

import io.github.freestep.benchmarks.scenes.Dyn4jWorld;
import io.github.freestep.benchmarks.scenes.Places;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import org.dyn4j.dynamics.Body;

/** A heap in dyn4j, in a plane. */
final class Dyn4jHeap extends Heap<Body> {
    private final Dyn4jSimulation world = (Dyn4jSimulation) world();

    Dyn4jHeap(int boxes, boolean awake) {
        super(Places.flatPile(boxes), Dyn4jWorld::new, awake);
    }

    @Override
    protected void prepare(Body box) {
        box.setAtRestDetectionEnabled(!awake);
    }

    @Override
    void step() {
        world.world().step(1, TICK_SECONDS);
    }

    @Override
    void detach() {
        world.world().removeAllContactListeners();
        world.world().removeAllStepListeners();
    }

    @Override
    void putToSleep(Body box) {
        box.setAtRest(true);
    }
}
