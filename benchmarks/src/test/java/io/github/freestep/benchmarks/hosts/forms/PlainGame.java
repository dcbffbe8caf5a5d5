package io.github.freestep.benchmarks.hosts.forms;

import io.github.freestep.time.NanoClock;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Transform;
import org.dyn4j.world.World;

/** The game in a usual loop, which steps by an accumulator, and draws bodies where the last step has left them. */
final class PlainGame implements Game, Rules.Stage {
    private static final long STEP_NANOS = 1_000_000_000 / 60;

    private final World<Body> world = new World<>();
    private final Screen screen;
    private final NanoClock clock;
    private final Rules rules;
    private long lastNanos;
    private long owedNanos;

    PlainGame(Screen screen, NanoClock clock) {
        this.screen = screen;
        this.clock = clock;
        lastNanos = clock.nanoTime();
        rules = new Rules(world, this);
    }

    @Override
    public void frame() {
        rules.direction = screen.direction();
        long nowNanos = clock.nanoTime();
        owedNanos += nowNanos - lastNanos;
        lastNanos = nowNanos;
        for (; owedNanos >= STEP_NANOS; owedNanos -= STEP_NANOS) {
            step(1 / 60.0);
        }
        draw();
    }

    private void step(double seconds) {
        rules.act();
        world.step(1, seconds);
    }

    private void draw() {
        for (Body each : rules.drawn) {
            Transform at = each.getTransform();
            screen.sprite(at.getTranslationX(), at.getTranslationY());
        }
        screen.text(Rules.hud(rules.coins, rules.missed, rules.lives));
    }

    @Override
    public void add(Body body) {
        world.addBody(body);
    }

    @Override
    public void remove(Body body) {
        world.removeBody(body);
    }

    @Override
    public void play(Rules.Sound sound) {
        screen.play(sound);
    }

    @Override
    public void close() {}

    @Override
    public Rules rules() {
        return rules;
    }
}
