package io.github.freestep.benchmarks.app.compare.peers.host;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.backends.headless.HeadlessApplication;
import com.badlogic.gdx.backends.headless.HeadlessApplicationConfiguration;
import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.Box2D;
import com.badlogic.gdx.physics.box2d.EdgeShape;
import com.badlogic.gdx.physics.box2d.World;
import io.github.freestep.benchmarks.scenes.Box2dWorld;

/**
 * Box2D in a headless libGDX, with the accumulator of its documentation. It draws between the last two steps, as the
 * article does that the documentation refers to.
 */
public final class GdxPeer extends ApplicationAdapter {
    private static final float TIME_STEP = 1f / PeerScene.RATE;
    private static final float LONGEST_FRAME = 0.25f;

    private final PeerScreen screen;
    private final Body[] bodies = new Body[PeerScene.BOXES + 1];
    private final float[] x = new float[bodies.length]; // the picture
    private final float[] y = new float[bodies.length];
    private final float[] angle = new float[bodies.length];
    private final float[] lastX = new float[bodies.length]; // before the last step
    private final float[] lastY = new float[bodies.length];
    private final float[] lastAngle = new float[bodies.length];
    private World world;
    private float accumulator;

    private GdxPeer(PeerScreen screen) {
        this.screen = screen;
    }

    @Override
    public void create() {
        Box2D.init();
        world = new World(new Vector2(0, -9.81f), true);
        addGround(world);
        for (int i = 0; i < PeerScene.BOXES; i++) {
            bodies[i] = box(world, BodyDef.BodyType.DynamicBody, PeerScene.planeX(i), PeerScene.y(i));
        }
        bodies[PeerScene.BOXES] = box(world, BodyDef.BodyType.KinematicBody, 0, PeerScene.RUNNER_Y);
        bodies[PeerScene.BOXES].setLinearVelocity(PeerScene.SPEED, 0);
    }

    /** Adds the ground, whose top is at height 0. */
    static void addGround(World world) {
        EdgeShape ground = new EdgeShape();
        ground.set(-1_000, 0, 1_000, 0);
        world.createBody(new BodyDef()).createFixture(ground, 0);
        ground.dispose();
    }

    /** Adds a box of one metre, which never sleeps. */
    static Body box(World world, BodyDef.BodyType type, float atX, float atY) {
        Body box = Box2dWorld.box(world, type, atX, atY);
        box.setSleepingAllowed(false);
        return box;
    }

    @Override
    public void render() {
        accumulator += Math.min(Gdx.graphics.getDeltaTime() / screen.slowness(), LONGEST_FRAME);
        while (accumulator >= TIME_STEP) {
            read(lastX, lastY, lastAngle);
            screen.step();
            world.step(TIME_STEP, 8, 3);
            accumulator -= TIME_STEP;
        }
        read(x, y, angle);
        float alpha = accumulator / TIME_STEP;
        for (int i = 0; i < bodies.length; i++) {
            x[i] = lastX[i] + alpha * (x[i] - lastX[i]);
            y[i] = lastY[i] + alpha * (y[i] - lastY[i]);
            angle[i] = lastAngle[i] + alpha * (angle[i] - lastAngle[i]);
        }
        screen.draw();
        if (!screen.show(x[PeerScene.BOXES])) {
            Gdx.app.exit();
        }
    }

    private void read(float[] toX, float[] toY, float[] toAngle) {
        for (int i = 0; i < bodies.length; i++) {
            Vector2 position = bodies[i].getPosition();
            toX[i] = position.x;
            toY[i] = position.y;
            toAngle[i] = bodies[i].getAngle();
        }
    }

    @Override
    public void dispose() {
        world.dispose();
    }

    /** Runs it. */
    public static void main(String[] args) {
        HeadlessApplicationConfiguration never = new HeadlessApplicationConfiguration();
        never.updatesPerSecond = 0; // the display decides
        new HeadlessApplication(new GdxPeer(PeerScreen.open(args)), never);
    }
}
