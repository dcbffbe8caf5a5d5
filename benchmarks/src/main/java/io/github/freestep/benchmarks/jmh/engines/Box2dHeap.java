package io.github.freestep.benchmarks.jmh.engines;

import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.PolygonShape;
import com.badlogic.gdx.physics.box2d.Transform;
import io.github.freestep.benchmarks.scenes.Places;
import io.github.freestep.physics.box2d.Box2dSimulation;
import io.github.freestep.state.StateLayout;

/** A heap in Box2D, in a plane. */
final class Box2dHeap extends Heap<Body> {
    private final Box2dSimulation world;

    private Box2dHeap(Box2dSimulation world) {
        super(world);
        this.world = world;
    }

    static Box2dHeap of(int boxes, boolean awake) {
        Places places = Places.flatPile(boxes);
        return new Box2dHeap(Box2dSimulation.of(StateLayout.of(boxes), world -> {
            rectangle(world, BodyDef.BodyType.StaticBody, 0, -0.5f, 1_000);
            for (int i = 0; i < places.count(); i++) {
                Body box = rectangle(world, BodyDef.BodyType.DynamicBody, places.x[i], places.y[i], 0.5f);
                box.setSleepingAllowed(!awake);
                world.add(box);
            }
        }));
    }

    private static Body rectangle(Box2dSimulation world, BodyDef.BodyType type, float x, float y, float halfWidth) {
        BodyDef at = new BodyDef();
        at.type = type;
        at.position.set(x, y);
        Body body = world.world().createBody(at);
        PolygonShape shape = new PolygonShape();
        shape.setAsBox(halfWidth, 0.5f);
        body.createFixture(shape, 1);
        shape.dispose();
        return body;
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
    float read(Body box) {
        float[] pose = box.getTransform().vals;
        return pose[Transform.POS_X] + pose[Transform.POS_Y] + pose[Transform.COS] + pose[Transform.SIN];
    }

    @Override
    void putToSleep(Body box) {
        box.setAwake(false);
    }
}
