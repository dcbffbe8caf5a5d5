package io.github.freestep.benchmarks.jmh.engines;

import com.badlogic.gdx.physics.box2d.Body;
import io.github.freestep.benchmarks.scenes.Box2dWorld;
import io.github.freestep.benchmarks.scenes.Places;
import io.github.freestep.physics.box2d.Box2dSimulation;

/** A heap in Box2D, in a plane. */
final class Box2dHeap extends Heap<Body> {
    private final Box2dSimulation world = (Box2dSimulation) world();

    Box2dHeap(int boxes, boolean awake) {
        super(Places.flatPile(boxes), Box2dWorld::new, awake);
    }

    @Override
    protected void prepare(Body box) {
        box.setSleepingAllowed(!awake);
    }

    @Override
    void step() {
        world.world().step(TICK_SECONDS, Box2dSimulation.VELOCITY_ITERATIONS, Box2dSimulation.POSITION_ITERATIONS);
    }

    @Override
    void detach() {
        world.world().setContactListener(null);
    }

    @Override
    void putToSleep(Body box) {
        box.setAwake(false);
    }
}
