package io.github.freestep.benchmarks.jmh.engines;

import io.github.freestep.benchmarks.scenes.Places;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.state.StateLayout;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.dyn4j.geometry.Transform;

/** A heap in dyn4j, in a plane. */
final class Dyn4jHeap extends Heap<Body> {
    private final Dyn4jSimulation world;

    private Dyn4jHeap(Dyn4jSimulation world) {
        super(world);
        this.world = world;
    }

    static Dyn4jHeap of(int boxes, boolean awake) {
        Places places = Places.flatPile(boxes);
        return new Dyn4jHeap(Dyn4jSimulation.of(StateLayout.of(boxes), world -> {
            Body floor = new Body();
            floor.addFixture(Geometry.createRectangle(2_000, 1));
            floor.setMass(MassType.INFINITE);
            floor.translate(0, -0.5);
            world.world().addBody(floor);
            for (int i = 0; i < places.count(); i++) {
                Body box = new Body();
                box.addFixture(Geometry.createSquare(1));
                box.setMass(MassType.NORMAL);
                box.translate(places.x[i], places.y[i]);
                box.setAtRestDetectionEnabled(!awake);
                world.add(box);
            }
        }));
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
    float read(Body box) {
        Transform pose = box.getTransform();
        return (float) (pose.getTranslationX() + pose.getTranslationY() + pose.getCost() + pose.getSint());
    }

    @Override
    void putToSleep(Body box) {
        box.setAtRest(true);
    }
}
