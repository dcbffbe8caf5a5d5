package io.github.freestep.benchmarks.app.compare.peers.host;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.backends.headless.HeadlessApplication;
import com.badlogic.gdx.backends.headless.HeadlessApplicationConfiguration;
import com.badlogic.gdx.physics.box2d.BodyDef;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.box2d.Box2dSimulation;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;

/** Freestep with Box2D in a headless libGDX. */
public final class FreestepBox2dPeer extends ApplicationAdapter implements EngineScene<Box2dSimulation> {
    private final PeerScreen screen;
    private PhysicsService physics;
    private FrameSampler frames;
    private int runner;
    private int probe;

    private FreestepBox2dPeer(PeerScreen screen) {
        this.screen = screen;
    }

    @Override
    public void create() {
        Box2dSimulation world = Box2dSimulation.of(StateLayout.of(PeerScene.BOXES + 2), this);
        physics = PhysicsService.builder(world).rate(PeerScene.RATE).start();
        frames = FrameSampler.builder(physics.states()).snapToRefresh(true).open();
    }

    @Override
    public void build(Box2dSimulation world) {
        GdxPeer.addGround(world.world());
        for (int i = 0; i < PeerScene.BOXES; i++) {
            box(world, BodyDef.BodyType.DynamicBody, PeerScene.planeX(i), PeerScene.y(i));
        }
        runner = box(world, BodyDef.BodyType.KinematicBody, 0, PeerScene.RUNNER_Y);
        probe = box(world, BodyDef.BodyType.KinematicBody, 0, PeerScene.PROBE_Y);
        world.body(runner).setLinearVelocity(PeerScene.SPEED, 0);
    }

    private static int box(Box2dSimulation world, BodyDef.BodyType type, float x, float y) {
        return world.add(GdxPeer.box(world.world(), type, x, y));
    }

    @Override
    public void beforeStep(Box2dSimulation world, Tick tick) {
        screen.step();
        world.body(probe).setLinearVelocity(PeerScene.SPEED * tick.input().axis(0), 0);
    }

    @Override
    public void render() {
        physics.input().axis(0, screen.held() ? 1 : 0);
        Frame frame = frames.sample();
        screen.draw(); // a game draws the arrays of the frame
        if (!screen.show(frame.hasState() ? frame.x()[runner] : 0, frame.hasState() ? frame.x()[probe] : 0)) {
            Gdx.app.exit();
        }
    }

    @Override
    public void dispose() {
        frames.close();
        physics.close();
    }

    /** Runs it. */
    public static void main(String[] args) {
        HeadlessApplicationConfiguration never = new HeadlessApplicationConfiguration();
        never.updatesPerSecond = 0; // the display decides
        new HeadlessApplication(new FreestepBox2dPeer(PeerScreen.open(args)), never);
    }
}
