package io.github.freestep.benchmarks.app.compare.peers.host;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Geometry;
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
        Body ground = new Body();
        ground.addFixture(Geometry.createRectangle(2_000, 1), 1, 0.5, 0.1);
        ground.setMass(MassType.INFINITE);
        ground.translate(0, -0.5);
        world.world().addBody(ground);
        for (int i = 0; i < PeerScene.DYN4J_BOXES; i++) {
            box(world, MassType.NORMAL, PeerScene.planeX(i), PeerScene.y(i));
        }
        runner = box(world, MassType.INFINITE, 0, PeerScene.RUNNER_Y);
        probe = box(world, MassType.INFINITE, 0, PeerScene.PROBE_Y);
        world.body(runner).setLinearVelocity(PeerScene.SPEED, 0);
    }

    private static int box(Dyn4jSimulation world, MassType type, double x, double y) {
        Body box = new Body();
        box.addFixture(Geometry.createSquare(1), 1, 0.5, 0.1);
        box.setMass(type);
        box.translate(x, y);
        return world.add(box);
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
