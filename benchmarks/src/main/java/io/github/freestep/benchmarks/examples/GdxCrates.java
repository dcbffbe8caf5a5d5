package io.github.freestep.benchmarks.examples;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.backends.headless.HeadlessApplication;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.EdgeShape;
import com.badlogic.gdx.physics.box2d.PolygonShape;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.box2d.Box2dSimulation;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import java.util.Locale;

/**
 * A row of crates, the first of which is pushed: libGDX shows them, and Box2D steps them on the physics thread. It has
 * no window, so it prints what a game draws and plays. With gdx-backend-lwjgl3 on the class path, {@code new
 * Lwjgl3Application(new GdxCrates())} opens one.
 */
public final class GdxCrates extends ApplicationAdapter {
    private static final int CRATES = 5;
    private static final int PUSH = 0; // an axis: the wanted speed of the first crate

    private PhysicsService physics;
    private FrameSampler frames;
    private EventReader hits;
    private int frameCount;

    @Override
    public void create() {
        Box2dSimulation world = Box2dSimulation.of(StateLayout.of(CRATES), new Row());
        physics = PhysicsService.builder(world).rate(100).build();
        frames = FrameSampler.open(physics.states());
        hits = physics.events().with(PhysicsEvent.Kind.CONTACT_BEGIN).open();
        physics.start(); // after the reader of hits was opened, which would otherwise miss the first ones
        physics.input().axis(PUSH, 3); // as a key does
    }

    @Override
    public void render() { // each frame
        Frame frame = frames.sample();
        hits.poll(frame.reachedTick(), this::play); // a hit is heard when it is seen
        if (frame.hasState() && frameCount++ % 30 == 0) {
            System.out.printf(Locale.ROOT, "frame %d: crates at", frameCount);
            for (int slot = 0; slot < frame.slots(); slot++) {
                System.out.printf(Locale.ROOT, " %.2f", frame.x()[slot]); // draw it here
            }
            System.out.println();
        }
        if (frameCount == 150 || physics.failure() != null) {
            Gdx.app.exit();
        }
    }

    private void play(PhysicsEvent hit) {
        if (hit.slotB() >= 0) { // the ground has no slot
            System.out.println("crate " + hit.slotA() + " hits crate " + hit.slotB());
        }
    }

    @Override
    public void dispose() {
        hits.close();
        frames.close();
        physics.close();
        if (physics.failure() != null) {
            System.out.println("the world has failed: " + physics.failure());
            System.exit(1); // an exception on this thread would not change the exit code
        }
    }

    /** The level. All of it runs on the physics thread. */
    private static final class Row implements EngineScene<Box2dSimulation> {
        @Override
        public void build(Box2dSimulation world) {
            EdgeShape ground = new EdgeShape();
            ground.set(-100, 0, 100, 0);
            world.world().createBody(new BodyDef()).createFixture(ground, 0);
            ground.dispose();
            for (int i = 0; i < CRATES; i++) {
                world.add(crate(world, 2 * i));
            }
        }

        private static Body crate(Box2dSimulation world, float x) {
            BodyDef at = new BodyDef();
            at.type = BodyDef.BodyType.DynamicBody;
            at.position.set(x, 0.5f);
            Body crate = world.world().createBody(at);
            PolygonShape square = new PolygonShape();
            square.setAsBox(0.5f, 0.5f);
            crate.createFixture(square, 1);
            square.dispose();
            return crate;
        }

        @Override
        public void beforeStep(Box2dSimulation world, Tick tick) {
            Body pushed = world.body(0);
            pushed.setLinearVelocity(tick.input().axis(PUSH), pushed.getLinearVelocity().y);
        }
    }

    public static void main(String[] args) {
        new HeadlessApplication(new GdxCrates()); // 60 frames a second, on a thread of its own
    }
}
