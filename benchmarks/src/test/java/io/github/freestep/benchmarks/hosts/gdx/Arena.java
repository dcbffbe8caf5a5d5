package io.github.freestep.benchmarks.hosts.gdx;

import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.ChainShape;
import com.badlogic.gdx.physics.box2d.PolygonShape;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.physics.box2d.Box2dSimulation;
import io.github.freestep.physics.engine.EngineScene;

/** The level: a player between two walls, and crates. */
public class Arena implements EngineScene<Box2dSimulation> {
    public static final int PLAYER = 0;
    public static final int CRATES = 10;
    public static final int MOVE = 0; // an axis, from -1 to 1
    public static final int JUMP = 1; // an action

    private static final float SPEED = 8;
    private static final float JUMP_SPEED = 7;
    private static final float WIDTH = 20;

    public void build(Box2dSimulation world) {
        ChainShape walls = new ChainShape();
        walls.createChain(new float[] {-WIDTH, WIDTH, -WIDTH, 0, WIDTH, 0, WIDTH, WIDTH});
        world.world().createBody(new BodyDef()).createFixture(walls, 0);
        walls.dispose();
        begin(world);
    }

    private static void begin(Box2dSimulation world) {
        world.add(box(world, -5, 0.5f));
        for (int i = 0; i < CRATES; i++) {
            world.add(box(world, 5 + 1.4f * i, 0.5f));
        }
    }

    private static Body box(Box2dSimulation world, float x, float y) {
        BodyDef at = new BodyDef();
        at.type = BodyDef.BodyType.DynamicBody;
        at.position.set(x, y);
        Body body = world.world().createBody(at);
        PolygonShape square = new PolygonShape();
        square.setAsBox(0.5f, 0.5f);
        body.createFixture(square, 1).setFriction(0.4f);
        square.dispose();
        return body;
    }

    public void restart(Box2dSimulation world) {
        for (int slot = CRATES; slot >= PLAYER; slot--) { // the next body gets the slot that was freed last
            world.remove(slot);
        }
        begin(world);
    }

    public void kick(Box2dSimulation world, int slot) {
        Body body = world.body(slot);
        body.applyLinearImpulse(0, 6 * body.getMass(), body.getPosition().x, body.getPosition().y, true);
    }

    public void beforeStep(Box2dSimulation world, Tick tick) {
        TickInput input = tick.input();
        Body player = world.body(PLAYER);
        float rise = player.getLinearVelocity().y;
        for (int i = 0; i < input.size(); i++) {
            rise = input.isAction(i) && input.code(i) == JUMP ? JUMP_SPEED : rise;
        }
        player.setLinearVelocity(SPEED * input.axis(MOVE), rise);
    }
}
