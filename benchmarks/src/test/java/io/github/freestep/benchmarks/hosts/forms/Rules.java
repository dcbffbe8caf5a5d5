package io.github.freestep.benchmarks.hosts.forms;

import io.github.freestep.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.dyn4j.dynamics.Body;
import org.dyn4j.dynamics.contact.Contact;
import org.dyn4j.geometry.Convex;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.dyn4j.world.ContactCollisionData;
import org.dyn4j.world.World;
import org.dyn4j.world.listener.ContactListenerAdapter;

/**
 * The rules of a game with dyn4j: coins and bombs fall over pegs for half a minute, and a paddle catches them. They
 * act in each step, so the score depends on keys and steps, but not on frames. Both forms of the game share this class.
 */
final class Rules extends ContactListenerAdapter<Body> {
    /** What each form does in its own way. Called in steps. */
    interface Stage {
        void add(Body body);

        void remove(Body body);

        void play(Sound sound);
    }

    enum Sound {
        COIN,
        BOMB,
        MISSED,
        PEG
    }

    private static final int STEPS = 30 * 60;
    private static final int STEPS_PER_THING = 25;
    private static final double PADDLE_SPEED = 12;
    private static final double WALL = 8;

    final World<Body> world;
    final List<Body> drawn = new ArrayList<>();
    int direction; // -1 while the left key is down, 1 while the right one is
    int coins;
    int missed;
    int lives = 20;
    private final Stage stage;
    private final Body paddle = fixed(Geometry.createRectangle(4, 0.4), 0, 0);
    private final List<Body> caught = new ArrayList<>();
    private final Random random = Seeds.random(5);
    private int steps;
    private boolean isOver;

    Rules(World<Body> world, Stage stage) {
        this.world = world;
        this.stage = stage;
        world.addContactListener(this);
        for (int i = 0; i < 21; i++) {
            world.addBody(fixed(Geometry.createCircle(0.25), -6 + i % 7 * 2 + i / 7 % 2, 4 + i / 7 * 2));
        }
        add(paddle);
    }

    private static Body fixed(Convex shape, double x, double y) {
        Body body = new Body();
        body.addFixture(shape);
        body.setMass(MassType.INFINITE);
        body.translate(x, y);
        return body;
    }

    private void add(Body body) {
        drawn.add(body);
        stage.add(body);
    }

    /** Acts before each step of the world. */
    void act() {
        isOver |= steps == STEPS || lives == 0;
        if (isOver) {
            paddle.setLinearVelocity(0, 0);
            return;
        }
        double x = paddle.getTransform().getTranslationX();
        paddle.setLinearVelocity(Math.abs(x + direction) < WALL ? PADDLE_SPEED * direction : 0, 0);
        for (int i = drawn.size() - 1; i > 0; i--) { // the first one is the paddle
            Body thing = drawn.get(i);
            boolean isLost = thing.getTransform().getTranslationY() < -1;
            if (isLost && thing.getUserData() == Sound.COIN) {
                missed++;
                stage.play(Sound.MISSED);
            }
            if (isLost || caught.contains(thing)) {
                drawn.remove(i);
                stage.remove(thing);
            }
        }
        caught.clear();
        if (++steps % STEPS_PER_THING == 0) {
            drop();
        }
    }

    private void drop() {
        Body thing = new Body();
        thing.addFixture(Geometry.createCircle(0.3), 1, 0.2, 0.4);
        thing.setMass(MassType.NORMAL);
        thing.translate(12 * random.nextDouble() - 6, 12);
        thing.setUserData(random.nextInt(4) == 0 ? Sound.BOMB : Sound.COIN);
        add(thing);
    }

    /** dyn4j calls this in its step, once for each point at which two bodies begin to touch. */
    @Override
    public void begin(ContactCollisionData<Body> pair, Contact point) {
        boolean isCatch = pair.getBody1() == paddle || pair.getBody2() == paddle;
        Body thing = pair.getBody1() == paddle ? pair.getBody2() : pair.getBody1();
        if (isOver || caught.contains(thing)) {
            return;
        }
        if (!isCatch) {
            stage.play(Sound.PEG);
            return;
        }
        caught.add(thing);
        coins += thing.getUserData() == Sound.COIN ? 1 : 0;
        lives -= thing.getUserData() == Sound.BOMB ? 1 : 0;
        stage.play((Sound) thing.getUserData());
    }

    static String hud(int coins, int missed, int lives) {
        return coins + " coins, " + missed + " missed, " + lives + " lives";
    }
}
