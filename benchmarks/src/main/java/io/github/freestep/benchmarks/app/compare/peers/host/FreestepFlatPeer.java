package io.github.freestep.benchmarks.app.compare.peers.host;

import com.badlogic.gdx.physics.box2d.BodyDef.BodyType;
import io.github.freestep.benchmarks.scenes.Dyn4jWorld;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.box2d.Box2dSimulation;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.DisplayTimes;
import io.github.freestep.state.StateLayout;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.dyn4j.geometry.MassType;

/**
 * Freestep with an engine of bodies in a plane: Box2D or dyn4j.
 *
 * @param <B> the engine's bodies
 * @param <W> the engine's world
 */
public final class FreestepFlatPeer<B, W extends EngineSimulation<B>> implements EngineScene<W> {
    private interface Maker<B, W> {
        B box(W world, boolean falls, float x, float y);
    }

    private interface Mover<B> {
        void move(B box, float speed);
    }

    private final int boxes;
    private final Consumer<W> ground;
    private final Maker<B, W> maker;
    private final Mover<B> mover;
    private PeerScreen screen;
    private int runner;

    private FreestepFlatPeer(int boxes, Consumer<W> ground, Maker<B, W> maker, Mover<B> mover) {
        this.boxes = boxes;
        this.ground = ground;
        this.maker = maker;
        this.mover = mover;
    }

    @Override
    public void build(W world) {
        ground.accept(world);
        for (int i = 0; i < boxes; i++) {
            world.add(maker.box(world, true, PeerScene.planeX(i), PeerScene.y(i)));
        }
        runner = world.add(maker.box(world, false, 0, PeerScene.RUNNER_Y));
        mover.move(world.body(runner), PeerScene.SPEED);
    }

    @Override
    public void beforeStep(W world, Tick tick) {
        screen.step();
    }

    private void run(PeerScreen on, BiFunction<StateLayout, EngineScene<W>, W> engine) {
        screen = on;
        W world = engine.apply(StateLayout.of(boxes + 1), this);
        try (PhysicsService physics =
                        PhysicsService.builder(world).rate(PeerScene.RATE).start();
                FrameSampler frames = FrameSampler.builder(physics.states())
                        .followDisplay(DisplayTimes::follower)
                        .open()) {
            Frame frame;
            do {
                frame = frames.sample();
                screen.draw(); // a game draws the arrays of the frame
            } while (screen.show(frame.hasState() ? frame.x()[runner] : 0));
        }
    }

    private static void box2d(PeerScreen screen) {
        new FreestepFlatPeer<com.badlogic.gdx.physics.box2d.Body, Box2dSimulation>(
                        PeerScene.BOXES,
                        world -> GdxPeer.addGround(world.world()),
                        (world, falls, x, y) ->
                                GdxPeer.box(world.world(), falls ? BodyType.DynamicBody : BodyType.KinematicBody, x, y),
                        (box, speed) -> box.setLinearVelocity(speed, 0))
                .run(screen, Box2dSimulation::of);
    }

    private static void dyn4j(PeerScreen screen) {
        new FreestepFlatPeer<org.dyn4j.dynamics.Body, Dyn4jSimulation>(
                        PeerScene.DYN4J_BOXES,
                        world -> {
                            world.world().getSettings().setAtRestDetectionEnabled(false);
                            world.world().addBody(Dyn4jWorld.floor());
                        },
                        (world, falls, x, y) -> Dyn4jWorld.box(falls ? MassType.NORMAL : MassType.INFINITE, x, y),
                        (box, speed) -> box.setLinearVelocity(speed, 0))
                .run(screen, Dyn4jSimulation::of);
    }

    /** Runs it with the engine that the last argument names. */
    public static void main(String[] args) {
        PeerScreen screen = PeerScreen.open(args);
        if (args[args.length - 1].equals("box2d")) {
            box2d(screen);
        } else {
            dyn4j(screen);
        }
    }
}
