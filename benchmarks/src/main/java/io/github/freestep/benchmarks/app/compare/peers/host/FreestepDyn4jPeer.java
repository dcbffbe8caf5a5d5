package io.github.freestep.benchmarks.app.compare.peers.host;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import org.dyn4j.geometry.MassType;

/** Freestep with dyn4j. */
public final class FreestepDyn4jPeer implements EngineScene<Dyn4jSimulation> {
    private final PeerScreen screen;
    private int runner;
    private int probe;

    private FreestepDyn4jPeer(PeerScreen screen) {
        this.screen = screen;
    }

    @Override
    public void build(Dyn4jSimulation world) {
        world.world().getSettings().setAtRestDetectionEnabled(false);
        world.world().addBody(Dyn4jPeer.ground());
        for (int i = 0; i < PeerScene.DYN4J_BOXES; i++) {
            world.add(Dyn4jPeer.box(MassType.NORMAL, PeerScene.planeX(i), PeerScene.y(i)));
        }
        runner = world.add(Dyn4jPeer.box(MassType.INFINITE, 0, PeerScene.RUNNER_Y));
        probe = world.add(Dyn4jPeer.box(MassType.INFINITE, 0, PeerScene.PROBE_Y));
        world.body(runner).setLinearVelocity(PeerScene.SPEED, 0);
    }

    @Override
    public void beforeStep(Dyn4jSimulation world, Tick tick) {
        screen.step();
        world.body(probe).setLinearVelocity(PeerScene.SPEED * tick.input().axis(0), 0);
    }

    private void run() {
        Dyn4jSimulation world = Dyn4jSimulation.of(StateLayout.of(PeerScene.DYN4J_BOXES + 2), this);
        try (PhysicsService physics =
                        PhysicsService.builder(world).rate(PeerScene.RATE).start();
                FrameSampler frames = FrameSampler.builder(physics.states())
                        .snapToRefresh(true)
                        .open()) {
            Frame frame;
            do {
                physics.input().axis(0, screen.held() ? 1 : 0);
                frame = frames.sample();
                screen.draw(); // a game draws the arrays of the frame
            } while (screen.show(frame.hasState() ? frame.x()[runner] : 0, frame.hasState() ? frame.x()[probe] : 0));
        }
    }

    /** Runs it. */
    public static void main(String[] args) {
        new FreestepDyn4jPeer(PeerScreen.open(args)).run();
    }
}
