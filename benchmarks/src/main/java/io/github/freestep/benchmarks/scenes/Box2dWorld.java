package io.github.freestep.benchmarks.scenes;

import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.PolygonShape;
import io.github.freestep.physics.box2d.Box2dSimulation;

/** The boxes of a scene in Box2D, in the plane z = 0. */
public final class Box2dWorld extends BoxEngine<Body, Box2dSimulation> {

    /** Makes the world of some boxes. */
    public Box2dWorld(PlacedBoxes boxes) {
        super(boxes);
    }

    @Override
    boolean allocates(boolean settled) {
        return false;
    }

    @Override
    public Box2dSimulation simulation() {
        return Box2dSimulation.of(boxes.layout(), this);
    }

    @Override
    void addFloor() {
        rectangle(BodyDef.BodyType.StaticBody, FLOOR).setTransform(0, -HALF, 0);
    }

    @Override
    public Body box() {
        return rectangle(BodyDef.BodyType.DynamicBody, HALF);
    }

    private Body rectangle(BodyDef.BodyType type, float halfWidth) {
        BodyDef definition = new BodyDef();
        definition.type = type;
        Body body = world.world().createBody(definition);
        PolygonShape shape = new PolygonShape();
        shape.setAsBox(halfWidth, HALF);
        body.createFixture(shape, 1);
        shape.dispose();
        return body;
    }

    @Override
    public void put(Body box, float x, float y, float z) {
        box.setTransform(x, y, 0);
        box.setLinearVelocity(0, 0);
        box.setAngularVelocity(0);
        box.setAwake(true);
    }

    @Override
    public void maySleep(Body box, boolean may) {
        box.setSleepingAllowed(may);
    }

    @Override
    public void putToSleep(Body box) {
        box.setAwake(false);
    }

    @Override
    public void detach() {
        world.world().setContactListener(null);
    }

    @Override
    public void stepAlone() {
        world.world().step(TICK_SECONDS, Box2dSimulation.VELOCITY_ITERATIONS, Box2dSimulation.POSITION_ITERATIONS);
    }
}
