package io.github.freestep.benchmarks.app.compare.peers.host;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.Box2D;
import com.badlogic.gdx.physics.box2d.World;
import com.badlogic.gdx.utils.GdxNativesLoader;
import io.github.freestep.smooth.Smooth;

/** A game that keeps its world of Box2D, and polls its keys in its turn. */
public final class SmoothPeer {
    private int keys;
    private boolean isShown;

    private void run(PeerScreen screen, boolean inline) {
        GdxNativesLoader.load();
        Box2D.init();
        World world = new World(new Vector2(0, -9.81f), true);
        Body[] bodies = Box2dPicture.addTo(world);
        Smooth.Step step = seconds -> {
            Box2dPicture.move(bodies, screen.step(), keys);
            world.step((float) seconds, 8, 3);
        };
        try (Smooth<Body> smooth = inline
                ? Smooth.inline(PeerScene.RATE, bodies.length, screen.clock(), step, SmoothPeer::pose)
                : Smooth.open(PeerScene.RATE, bodies.length, screen.clock(), step, SmoothPeer::pose)) {
            for (Body body : bodies) {
                smooth.add(body);
            }
            Runnable swap = () -> isShown = screen.show();
            do {
                smooth.frame(seconds -> keys = screen.keys());
                screen.draw();
                screen.picture(
                        0,
                        smooth.x(bodies[PeerScene.RUNNER]),
                        smooth.x(bodies[PeerScene.SHUTTLE]),
                        smooth.x(bodies[PeerScene.KEYS]));
                smooth.swap(swap);
            } while (isShown);
        }
        world.dispose();
    }

    private static void pose(Body body, Smooth.Pose to) {
        to.flat(body.getPosition().x, body.getPosition().y, body.getAngle());
    }

    /** Runs it; with the last argument {@code inline}, on one thread. */
    public static void main(String[] args) {
        new SmoothPeer().run(PeerScreen.open(args), args[args.length - 1].equals("inline"));
    }
}
