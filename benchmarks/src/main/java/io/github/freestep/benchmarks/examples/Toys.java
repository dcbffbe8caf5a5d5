package io.github.freestep.benchmarks.examples;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Convex;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.dyn4j.geometry.Vector2;
import org.dyn4j.world.World;

/**
 * A player's ball and some toys in a room, which a turning plank stirs: the world of dyn4j that the examples for LWJGL,
 * libGDX and jMonkeyEngine share with {@code view}. A renderer asks the stepped channel {@link #KIND} what to draw for
 * a slot.
 *
 * <p>Only the thread that steps may call it, except for {@link #takes}. The room is in the plane z = 0, from the
 * origin.
 */
public final class Toys implements EngineScene<Dyn4jSimulation> {
    /** How many bodies are visible. The player has the first slot. */
    public static final int BODIES = 40;

    public static final float WIDTH = 11;
    public static final float HEIGHT = 9;

    /** The channel of what a body is. */
    public static final int KIND = 0;

    /** What a body is. */
    public static final int PLAYER = 0, PLANK = 1, BALL = 2, CRATE = 3;

    /** What a key does: push the player in a direction, blow the toys up, or make the next step take longer. */
    public static final int PUSH = 0, BLAST = 1, SLOW = 2;

    private static final double PUSH_SPEED = 5;
    private static final double BLAST_SPEED = 20;
    private static final double SECONDS_BETWEEN_SPIKES = 2;

    private final NanoClock clock;
    private final List<Body> bodies = new ArrayList<>();
    private volatile double stepMillis;
    private volatile double spikeMillis;
    private double seconds;
    private double slowMillis;

    /** Makes toys, and measures by the clock how long their steps take. */
    public Toys(NanoClock clock) {
        this.clock = clock;
    }

    /** Returns a simulation of these toys for a service. */
    public Dyn4jSimulation simulation() {
        return Dyn4jSimulation.of(StateLayout.of(BODIES).stepped("kind"), this);
    }

    /** Sets how long each step takes, and how much longer one takes in every two seconds. For any thread. */
    public void takes(double millis, double longerMillis) {
        stepMillis = millis;
        spikeMillis = longerMillis;
    }

    @Override
    public void build(Dyn4jSimulation world) {
        build(world.world(), world::add);
    }

    /** Fills a world, whose visible bodies go to {@code add} in the order of their slots. */
    public void build(World<Body> world, Consumer<Body> add) {
        bodies.clear();
        for (int side = -1; side <= 1; side += 2) {
            world.addBody(
                    body(Geometry.createRectangle(3 * WIDTH, 1), WIDTH / 2, HEIGHT / 2 + side * (HEIGHT + 1) / 2));
            world.addBody(
                    body(Geometry.createRectangle(1, 3 * HEIGHT), WIDTH / 2 + side * (WIDTH + 1) / 2, HEIGHT / 2));
        }
        for (int slot = 0; slot < BODIES; slot++) {
            int kind = kind(slot);
            double x = 1 + slot % 14 * 0.68;
            double y = 6.6 + slot / 14 * 0.8;
            Body body = switch (kind) {
                case PLAYER -> body(Geometry.createCircle(0.45), 1, 1);
                case PLANK -> body(Geometry.createRectangle(6, 0.4), WIDTH / 2, 3.4);
                case BALL -> body(Geometry.createCircle(0.25), x, y);
                default -> body(Geometry.createSquare(0.5), x, y);
            };
            if (kind == PLANK) {
                body.setAngularVelocity(1.5);
            } else {
                body.setMass(MassType.NORMAL);
            }
            bodies.add(body);
            add.accept(body);
        }
    }

    private static Body body(Convex shape, double x, double y) {
        Body body = new Body();
        body.addFixture(shape, 1, 0.3, 0.3);
        body.setMass(MassType.INFINITE);
        body.translate(x, y);
        return body;
    }

    /** Returns what the body of a slot is. */
    public static int kind(int slot) {
        return slot < 2 ? slot : BALL + slot % 2;
    }

    /** Returns the bodies by slot. */
    public List<Body> bodies() {
        return bodies;
    }

    @Override
    public void beforeStep(Dyn4jSimulation world, Tick tick) {
        for (int i = 0; i < tick.input().size(); i++) {
            if (tick.input().isAction(i)) {
                act(tick.input().code(i), tick.input().value(i));
            }
        }
        takeTime(tick.dtSeconds());
    }

    /** Does what a key asks for: the value is the angle of the push, or how many milliseconds the next step takes. */
    public void act(int code, double value) {
        if (code == SLOW) {
            slowMillis = value;
        } else if (code == PUSH) {
            push(bodies.get(PLAYER), Vector2.create(PUSH_SPEED, value));
        } else {
            for (Body body : bodies) {
                Vector2 away = new Vector2(WIDTH / 2, -1).to(body.getTransform().getTranslation());
                push(body, away.multiply(BLAST_SPEED / (1 + away.getMagnitudeSquared() / 6)));
            }
        }
    }

    private static void push(Body body, Vector2 speed) {
        body.applyImpulse(speed.multiply(body.getMass().getMass()));
    }

    /** Spends the time that this step must take in addition to its own work. */
    public void takeTime(double dtSeconds) {
        double before = seconds;
        seconds += dtSeconds;
        boolean isSpike = (long) (seconds / SECONDS_BETWEEN_SPIKES) > (long) (before / SECONDS_BETWEEN_SPIKES);
        double millis = Math.max(slowMillis, stepMillis + (isSpike ? spikeMillis : 0));
        slowMillis = 0;
        long end = clock.nanoTime() + (long) (millis * 1e6);
        for (long left = end - clock.nanoTime(); left > 0; left = end - clock.nanoTime()) {
            clock.park(left);
        }
    }

    @Override
    public void write(Dyn4jSimulation world, StateWriter state) {
        for (int slot = 0; slot < BODIES; slot++) {
            state.stepped(KIND, slot, kind(slot));
        }
    }
}
