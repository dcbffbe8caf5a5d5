package io.github.freestep.benchmarks.hosts.gdx;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Input.Keys;
import com.badlogic.gdx.InputAdapter;
import com.badlogic.gdx.graphics.g2d.Sprite;
import com.badlogic.gdx.math.MathUtils;
import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.BodyDef.BodyType;
import com.badlogic.gdx.physics.box2d.Box2D;
import com.badlogic.gdx.physics.box2d.EdgeShape;
import com.badlogic.gdx.physics.box2d.PolygonShape;
import com.badlogic.gdx.physics.box2d.World;
import io.github.freestep.gdx.SmoothListener;
import io.github.freestep.smooth.Smooth;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A usual game with Box2D that keeps its world: the player jumps, and a crate falls in each frame. It
 * has no window, so it moves its sprites, but does not draw them.
 */
public class CratesGame extends ApplicationAdapter implements SmoothListener.Game {
    private static final int CRATES = 20;
    private static final int JUMP_SPEED = 7;

    private final Deque<Body> crates = new ArrayDeque<>();
    final Sprite sprite = new Sprite();
    World world;
    Body player;
    Smooth<Body> smooth;

    @Override
    public void create() {
        Box2D.init();
        world = new World(new Vector2(0, -10), true);
        smooth = begin();
        EdgeShape ground = new EdgeShape();
        ground.set(-100, 0, 100, 0);
        world.createBody(new BodyDef()).createFixture(ground, 0);
        ground.dispose();
        player = box(-5, 0.5f);
        Gdx.input.setInputProcessor(new InputAdapter() {
            @Override
            public boolean keyDown(int key) {
                player.setLinearVelocity(0, key == Keys.SPACE ? JUMP_SPEED : 0);
                return true;
            }
        });
    }

    Smooth<Body> begin() {
        return Smooth.open(60, dt -> world.step((float) dt, 6, 2), CratesGame::pose);
    }

    public void render() { // not called by a SmoothListener, without which keys need smooth.later(...)
        smooth.frame(this::update); // instead of the accumulator
        draw();
    }

    private void show(Body body) {
        smooth.add(body);
    }

    private void draw(Body body) {
        sprite.setOriginBasedPosition(smooth.x(body), smooth.y(body));
    }

    static void pose(Body body, Smooth.Pose to) {
        to.flat(body.getPosition().x, body.getPosition().y, body.getAngle());
    }

    private Body box(float x, float y) {
        BodyDef at = new BodyDef();
        at.type = BodyType.DynamicBody;
        at.position.set(x, y);
        Body body = world.createBody(at);
        PolygonShape square = new PolygonShape();
        square.setAsBox(0.5f, 0.5f);
        body.createFixture(square, 1);
        square.dispose();
        show(body);
        return body;
    }

    @Override
    public void update(float seconds) {
        if (crates.size() == CRATES) {
            smooth.remove(crates.peek()); // before its body is destroyed
            world.destroyBody(crates.remove());
        }
        crates.add(box(MathUtils.random(0f, 8f), 10));
    }

    @Override
    public void draw() {
        crates.forEach(this::draw);
        draw(player);
    }

    @Override
    public Smooth<Body> smooth() {
        return smooth;
    }

    @Override
    public void dispose() {
        smooth.close();
        world.dispose();
    }
}
