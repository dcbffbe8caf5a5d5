package io.github.freestep.benchmarks.app.compare.peers.host;

import com.badlogic.gdx.physics.box2d.BodyDef.BodyType;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.box2d.Box2dSimulation;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;

/** Freestep with Box2D. */
public final class FreestepBox2dPeer implements EngineScene<Box2dSimulation> {
    private final PeerScreen screen;
    private int runner;

    private FreestepBox2dPeer(PeerScreen screen) {
        this.screen = screen;
    }

    @Override
    public void build(Box2dSimulation world) {
        GdxPeer.addGround(world.world());
        for (int i = 0; i < PeerScene.BOXES; i++) {
            world.add(GdxPeer.box(world.world(), BodyType.DynamicBody, PeerScene.planeX(i), PeerScene.y(i)));
        }
        runner = world.add(GdxPeer.box(world.world(), BodyType.KinematicBody, 0, PeerScene.RUNNER_Y));
        world.body(runner).setLinearVelocity(PeerScene.SPEED, 0);
    }

    @Override
    public void beforeStep(Box2dSimulation world, Tick tick) {
        screen.step();
    }

    private void run() {
        Box2dSimulation world = Box2dSimulation.of(StateLayout.of(PeerScene.BOXES + 1), this);
        try (PhysicsService physics = PhysicsService.builder(world)
                        .rate(PeerScene.RATE)
                        .clock(screen.clock())
                        .start();
                FrameSampler frames = FrameSampler.open(physics.states())) {
            Frame frame;
            do {
                frame = frames.sample();
                screen.draw(); // a game draws the arrays of the frame
            } while (screen.show(frame.hasState() ? frame.x()[runner] : 0));
        }
    }

    /** Runs it. */
    public static void main(String[] args) {
        new FreestepBox2dPeer(PeerScreen.open(args)).run();
    }
}
