package io.github.freestep.benchmarks.scenes;

import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.PolygonShape;
import com.badlogic.gdx.physics.box2d.World;
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
        rectangle(world.world(), BodyDef.BodyType.StaticBody, FLOOR, 0, -HALF);
    }

    @Override
    public Body box() {
        return box(world.world(), BodyDef.BodyType.DynamicBody, 0, 0);
    }

    /**
     * Adds a box.
     *
     * @param to the world of Box2D
     * @param type whether it falls
     * @param x the centre along x
     * @param y the height of the centre
     * @return the box
     */
    public static Body box(World to, BodyDef.BodyType type, float x, float y) {
        return rectangle(to, type, HALF, x, y);
    }

    private static Body rectangle(World to, BodyDef.BodyType type, float halfWidth, float x, float y) {
        BodyDef definition = new BodyDef();
        definition.type = type;
        definition.position.set(x, y);
        Body body = to.createBody(definition);
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
    public double readAlone(Body box) {
        if (!box.isAwake()) {
            return 0;
        }
        float[] pose = box.getTransform().vals;
        return pose[0] + pose[1] + pose[2] + pose[3];
    }

    @Override
    public void stepAlone() {
        world.world().step(TICK_SECONDS, Box2dSimulation.VELOCITY_ITERATIONS, Box2dSimulation.POSITION_ITERATIONS);
    }
}
