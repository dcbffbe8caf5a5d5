package io.github.freestep.benchmarks.app.compare.peers.host;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.backends.headless.HeadlessApplication;
import com.badlogic.gdx.backends.headless.HeadlessApplicationConfiguration;
import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.Box2D;
import com.badlogic.gdx.physics.box2d.World;

/**
 * Box2D in a headless libGDX, with the accumulator of its documentation. It draws between the last two steps, as the
 * article does that the documentation refers to.
 */
public final class GdxPeer extends ApplicationAdapter {
    private static final float TIME_STEP = 1f / PeerScene.RATE;
    private static final float LONGEST_FRAME = 0.25f;

    private final PeerScreen screen;
    private final Box2dPicture last = new Box2dPicture(); // before the last step
    private final Box2dPicture newest = new Box2dPicture();
    private final Box2dPicture picture = new Box2dPicture();
    private World world;
    private Body[] bodies;
    private float accumulator;

    private GdxPeer(PeerScreen screen) {
        this.screen = screen;
    }

    @Override
    public void create() {
        Box2D.init();
        world = new World(new Vector2(0, -9.81f), true);
        bodies = Box2dPicture.addTo(world);
        last.read(bodies);
    }

    @Override
    public void render() {
        int keys = screen.keys();
        accumulator += Math.min(Gdx.graphics.getDeltaTime() / screen.slowness(), LONGEST_FRAME);
        while (accumulator >= TIME_STEP) {
            last.read(bodies);
            Box2dPicture.move(bodies, screen.step(), keys);
            world.step(TIME_STEP, 8, 3);
            accumulator -= TIME_STEP;
        }
        picture.between(last, newest.read(bodies), accumulator / TIME_STEP);
        screen.draw();
        picture.showOn(screen, 0);
        if (!screen.show()) {
            Gdx.app.exit();
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
