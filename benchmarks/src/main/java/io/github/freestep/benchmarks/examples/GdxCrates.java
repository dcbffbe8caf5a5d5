package io.github.freestep.benchmarks.examples;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Input.Keys;
import com.badlogic.gdx.InputAdapter;
import com.badlogic.gdx.InputProcessor;
import com.badlogic.gdx.backends.headless.HeadlessApplication;
import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.EdgeShape;
import com.badlogic.gdx.physics.box2d.PolygonShape;
import com.badlogic.gdx.physics.box2d.World;
import io.github.freestep.render.display.FramePacer;
import io.github.freestep.smooth.Smooth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A row of crates, the first of which is pushed while the space bar is down: a usual game with libGDX and Box2D, which
 * keeps its world. Only the lines with {@code smooth} and {@code pacer} are Freestep's. It has no window, so it prints
 * what a game draws, and presses the key itself. With gdx-backend-lwjgl3 on the class path, a {@code Lwjgl3Application}
 * opens one, which awaits the pacer in {@code DefaultLwjgl3Input.prepareNext}.
 */
public final class GdxCrates extends ApplicationAdapter {
    private final List<Body> crates = new ArrayList<>();
    private final FramePacer pacer = FramePacer.open();
    private final InputProcessor keys = new InputAdapter() {
        @Override
        public boolean keyDown(int key) {
            isPushed |= key == Keys.SPACE;
            return true;
        }

        @Override
        public boolean keyUp(int key) {
            isPushed &= key != Keys.SPACE;
            return true;
        }
    };
    private boolean isPushed;
    private World world;
    private Smooth<Body> smooth;
    private int frame;

    @Override
    public void create() {
        world = new World(new Vector2(0, -10), true);
        smooth = Smooth.inline(60, dt -> world.step((float) dt, 6, 2), GdxCrates::pose);
        EdgeShape ground = new EdgeShape();
        ground.set(-100, 0, 100, 0);
        world.createBody(new BodyDef()).createFixture(ground, 0);
        ground.dispose();
        PolygonShape square = new PolygonShape();
        square.setAsBox(0.5f, 0.5f);
        for (int i = 0; i < 5; i++) {
            BodyDef at = new BodyDef();
            at.type = BodyDef.BodyType.DynamicBody;
            at.position.set(2 * i, 0.5f);
            Body crate = world.createBody(at);
            crate.createFixture(square, 1);
            crates.add(crate);
            smooth.add(crate);
        }
        square.dispose();
        Gdx.input.setInputProcessor(keys);
        keys.keyDown(Keys.SPACE); // with a window, leave this line out
    }

    private static void pose(Body body, Smooth.Pose to) {
        to.flat(body.getPosition().x, body.getPosition().y, body.getAngle());
    }

    @Override
    public void render() { // each frame
        if (isPushed) {
            crates.get(0).setLinearVelocity(3, 0); // the game uses its bodies as before
        }
        smooth.tryFrame(pacer.refreshNanos()); // instead of an accumulator: the world when this frame is seen
        if (frame++ % 30 == 0) {
            System.out.printf(Locale.ROOT, "frame %d: crates at", frame);
            crates.forEach(each -> System.out.printf(Locale.ROOT, " %.2f", smooth.x(each))); // draw them here
            System.out.println();
        }
        if (frame > 150) {
            Gdx.app.exit();
        }
        pacer.drawn(); // libGDX swaps next
    }

    @Override
    public void dispose() {
        smooth.close();
        world.dispose();
        pacer.close();
    }

    public static void main(String[] args) {
        GdxCrates game = new GdxCrates();
        new HeadlessApplication(game) { // 60 frames a second, on a thread of its own
            @Override
            public boolean executeRunnables() { // between two frames; with a window, that is in prepareNext
                game.pacer.await();
                return super.executeRunnables();
            }
        };
    }
}
