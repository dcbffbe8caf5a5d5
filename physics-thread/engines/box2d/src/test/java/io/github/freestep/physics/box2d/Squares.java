package io.github.freestep.physics.box2d;

import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.PolygonShape;

/** Makes squares with sides of one metre, and a floor whose top is at height 0. */
final class Squares {
    private Squares() {}

    static void floor(Box2dSimulation world) {
        rectangle(world, BodyDef.BodyType.StaticBody, 0, -0.5f, 100);
    }

    /** Makes a square that has no slot. */
    static Body square(Box2dSimulation world, float x, float y) {
        return rectangle(world, BodyDef.BodyType.DynamicBody, x, y, 0.5f);
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
}
