package io.github.freestep.benchmarks.app.compare.peers.host;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.BodyDef.BodyType;
import com.badlogic.gdx.physics.box2d.EdgeShape;
import com.badlogic.gdx.physics.box2d.World;
import io.github.freestep.benchmarks.scenes.Box2dWorld;

/** Where the bodies of the scene in Box2D are at some time, and how to add and move them, for all hosts of Box2D. */
final class Box2dPicture {
    private static final int BODIES = PeerScene.KEYS + 1;

    private final float[] x = new float[BODIES];
    private final float[] y = new float[BODIES];
    private final float[] angle = new float[BODIES];

    /** Adds the ground, whose top is at height 0, and the bodies of the scene. */
    static Body[] addTo(World world) {
        EdgeShape edge = new EdgeShape();
        edge.set(-1_000, 0, 1_000, 0);
        world.createBody(new BodyDef()).createFixture(edge, 0);
        edge.dispose();
        Body[] bodies = new Body[BODIES];
        for (int i = 0; i < BODIES; i++) {
            bodies[i] = i < PeerScene.BOXES
                    ? Box2dWorld.box(world, BodyType.DynamicBody, PeerScene.planeX(i), PeerScene.y(i))
                    : Box2dWorld.box(world, BodyType.KinematicBody, 0, PeerScene.aboveY(i));
            bodies[i].setSleepingAllowed(false);
        }
        bodies[PeerScene.RUNNER].setTransform(PeerScene.RUNNER_X, PeerScene.aboveY(PeerScene.RUNNER), 0);
        bodies[PeerScene.RUNNER].setLinearVelocity(PeerScene.SPEED, 0);
        return bodies;
    }

    /** Moves the bodies above the boxes, before a step. */
    static void move(Body[] bodies, int step, float keys) {
        bodies[PeerScene.SHUTTLE].setLinearVelocity(PeerScene.shuttleVelocity(step), 0);
        bodies[PeerScene.KEYS].setTransform(keys, PeerScene.aboveY(PeerScene.KEYS), 0);
    }

    Box2dPicture read(Body[] bodies) {
        for (int i = 0; i < BODIES; i++) {
            Vector2 position = bodies[i].getPosition();
            x[i] = position.x;
            y[i] = position.y;
            angle[i] = bodies[i].getAngle();
        }
        return this;
    }

    /** Interpolates two states, or extrapolates them beyond 1. */
    void between(Box2dPicture older, Box2dPicture newer, float alpha) {
        for (int i = 0; i < BODIES; i++) {
            x[i] = older.x[i] + alpha * (newer.x[i] - older.x[i]);
            y[i] = older.y[i] + alpha * (newer.y[i] - older.y[i]);
            angle[i] = older.angle[i] + alpha * (newer.angle[i] - older.angle[i]);
        }
    }

    void showOn(PeerScreen screen, int picture) {
        screen.picture(picture, x[PeerScene.RUNNER], x[PeerScene.SHUTTLE], x[PeerScene.KEYS]);
    }
}
