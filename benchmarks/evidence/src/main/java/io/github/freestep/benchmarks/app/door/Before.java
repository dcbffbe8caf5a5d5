package io.github.freestep.benchmarks.app.door;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.math.MathUtils;
import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.math.Vector3;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.BodyDef;
import com.badlogic.gdx.physics.box2d.BodyDef.BodyType;
import com.badlogic.gdx.physics.box2d.Box2D;
import com.badlogic.gdx.physics.box2d.Contact;
import com.badlogic.gdx.physics.box2d.ContactImpulse;
import com.badlogic.gdx.physics.box2d.ContactListener;
import com.badlogic.gdx.physics.box2d.Manifold;
import com.badlogic.gdx.physics.box2d.PolygonShape;
import com.badlogic.gdx.physics.box2d.World;
import com.badlogic.gdx.utils.Array;
import com.badlogic.gdx.utils.ObjectMap;

/**
 * A small game in libGDX with Box2D: a cart rolls over a pile of crates, a player hops at each key, and a crate that is
 * hit hard breaks. Its frames step by an accumulator, and draw between the last two steps.
 */
class Before extends ApplicationAdapter implements ContactListener {
    private static final float STEP = 1 / 60f;

    private final ObjectMap<Body, Vector3> last = new ObjectMap<>(); // x, y and angle before the last step
    private float accumulator;
    final Array<Body> drawn = new Array<>();
    private final Array<Body> broken = new Array<>();
    private final Stage stage;
    World world;
    private Body player;
    private float untilCrate;
    private int keys;
    int score;

    Before(Stage stage) {
        this.stage = stage;
    }

    @Override
    public void create() {
        Box2D.init();
        world = new World(new Vector2(0, -10), true);
        world.setContactListener(this);
        body("ground", BodyType.StaticBody, 100, 0, -0.5f);
        body("cart", BodyType.KinematicBody, 1, -5, 10).setLinearVelocity(1, 0);
        player = body("player", BodyType.KinematicBody, 1, 0, 20);
        for (int i = 0; i < 60; i++) {
            body("crate", BodyType.DynamicBody, 1, 1.2f * (i % 12) - 6, 1 + i / 12);
        }
    }

    private Body body(String picture, BodyType type, float width, float x, float y) {
        BodyDef def = new BodyDef();
        def.type = type;
        def.position.set(x, y);
        Body body = world.createBody(def);
        PolygonShape box = new PolygonShape();
        box.setAsBox(width / 2, 0.5f);
        body.createFixture(box, 1);
        box.dispose();
        body.setUserData(picture);
        drawn.add(body);
        last.put(body, new Vector3(x, y, 0));
        return body;
    }

    @Override
    public void render() {
        float seconds = Gdx.graphics.getDeltaTime();
        update(seconds);
        accumulator += Math.min(seconds, 0.25f);
        while (accumulator >= STEP) {
            for (Body each : drawn) {
                last.get(each).set(each.getPosition(), each.getAngle());
            }
            step(STEP);
            accumulator -= STEP;
        }
        draw(accumulator / STEP);
    }

    /** The keys and the rules of the game. */
    private void update(float seconds) {
        keys = stage.keys();
        untilCrate -= seconds;
        if (untilCrate < 0) {
            untilCrate += 1;
            body("crate", BodyType.DynamicBody, 1, MathUtils.random(-8f, 8f), 15);
        }
        for (Body each : broken) {
            if (drawn.removeValue(each, true)) { // it may have been hit twice
                last.remove(each);
                world.destroyBody(each);
                score++;
            }
        }
        broken.clear();
    }

    void step(float seconds) {
        stage.slowCode();
        player.setLinearVelocity((keys - player.getPosition().x) / seconds, 0);
        world.step(seconds, 6, 2);
    }

    private void draw(float alpha) {
        for (Body each : drawn) {
            Vector3 from = last.get(each);
            Vector2 to = each.getPosition();
            float x = MathUtils.lerp(from.x, to.x, alpha);
            float y = MathUtils.lerp(from.y, to.y, alpha);
            stage.sprite(each.getUserData(), x, y, MathUtils.lerp(from.z, each.getAngle(), alpha));
        }
    }

    @Override
    public void postSolve(Contact contact, ContactImpulse impulse) {
        Body hit = contact.getFixtureB().getBody();
        if (impulse.getNormalImpulses()[0] > 5 && hit.getType() == BodyType.DynamicBody) {
            broken.add(hit);
        }
    }

    @Override
    public void beginContact(Contact contact) {}

    @Override
    public void endContact(Contact contact) {}

    @Override
    public void preSolve(Contact contact, Manifold oldManifold) {}

    @Override
    public void dispose() {
        world.dispose();
    }
}
