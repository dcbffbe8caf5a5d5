package io.github.freestep.benchmarks.app.compare.peers.host;

import io.github.freestep.benchmarks.scenes.Dyn4jWorld;
import org.dyn4j.dynamics.Body;
import org.dyn4j.dynamics.TimeStep;
import org.dyn4j.geometry.MassType;
import org.dyn4j.geometry.Transform;
import org.dyn4j.world.PhysicsWorld;
import org.dyn4j.world.World;
import org.dyn4j.world.listener.StepListenerAdapter;

/**
 * dyn4j with {@code world.update(elapsed, steps)}. With {@code interpolated}, it draws between the last two steps, for
 * which dyn4j keeps the previous transforms.
 */
public final class Dyn4jPeer {
    /** More steps than a frame needs after a pause of a quarter of a second. dyn4j's default is one. */
    private static final int MOST_STEPS = 25;

    private final PeerScreen screen;
    private final boolean interpolated;
    private final World<Body> world = new World<>();
    private final Transform[] picture = new Transform[PeerScene.DYN4J_BOXES + 1];

    private Dyn4jPeer(PeerScreen screen, boolean interpolated) {
        this.screen = screen;
        this.interpolated = interpolated;
        world.getSettings().setStepFrequency(1.0 / PeerScene.RATE);
        world.getSettings().setAtRestDetectionEnabled(false);
        world.addBody(Dyn4jWorld.floor());
        for (int i = 0; i < PeerScene.DYN4J_BOXES; i++) {
            add(MassType.NORMAL, PeerScene.planeX(i), PeerScene.y(i));
        }
        add(MassType.INFINITE, 0, PeerScene.RUNNER_Y).setLinearVelocity(PeerScene.SPEED, 0);
        world.addStepListener(new StepListenerAdapter<>() {
            @Override
            public void begin(TimeStep step, PhysicsWorld<Body, ?> of) {
                screen.step();
            }
        });
    }

    private Body add(MassType type, double x, double y) {
        Body box = Dyn4jWorld.box(type, x, y);
        world.addBody(box);
        return box;
    }

    private void run() {
        long before = System.nanoTime();
        do {
            long now = System.nanoTime();
            world.update((now - before) / 1e9, MOST_STEPS);
            before = now;
            double alpha = world.getAccumulatedTime() * PeerScene.RATE;
            for (int i = 0; i < picture.length; i++) {
                Body body = world.getBody(i + 1);
                picture[i] = interpolated
                        ? body.getPreviousTransform().lerped(body.getTransform(), alpha)
                        : body.getTransform();
            }
            screen.draw();
        } while (screen.show(picture[PeerScene.DYN4J_BOXES].getTranslationX()));
    }

    /** Runs it. */
    public static void main(String[] args) {
        new Dyn4jPeer(PeerScreen.open(args), args[args.length - 1].equals("interpolated")).run();
    }
}
