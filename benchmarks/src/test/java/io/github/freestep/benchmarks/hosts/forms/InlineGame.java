package io.github.freestep.benchmarks.hosts.forms;

import io.github.freestep.smooth.Smooth;
import io.github.freestep.time.NanoClock;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Transform;
import org.dyn4j.world.World;

/** The game with {@link Smooth}, which steps in the loop of the game, and says where bodies are drawn. */
final class InlineGame implements Game, Rules.Stage {
    private final World<Body> world = new World<>();
    private final Screen screen;
    private final Smooth<Body> smooth;
    private final Rules rules;

    InlineGame(Screen screen, NanoClock clock) {
        this.screen = screen;
        smooth = Smooth.inline(60, 100, clock, this::step, InlineGame::pose);
        rules = new Rules(world, this);
    }

    @Override
    public void frame() {
        smooth.frame(this::update);
        draw();
    }

    private void update(float seconds) {
        rules.direction = screen.direction();
    }

    private void step(double seconds) {
        rules.act();
        world.step(1, seconds);
    }

    private static void pose(Body body, Smooth.Pose to) {
        Transform at = body.getTransform();
        to.flat(at.getTranslationX(), at.getTranslationY(), at.getRotationAngle());
    }

    private void draw() {
        for (Body each : rules.drawn) {
            screen.sprite(smooth.x(each), smooth.y(each));
        }
        screen.text(Rules.hud(rules.coins, rules.missed, rules.lives));
    }

    @Override
    public void add(Body body) {
        world.addBody(body);
        smooth.add(body);
    }

    @Override
    public void remove(Body body) {
        smooth.remove(body);
        world.removeBody(body);
    }

    @Override
    public void play(Rules.Sound sound) {
        screen.play(sound);
    }

    @Override
    public void close() {
        smooth.close();
    }

    @Override
    public Rules rules() {
        return rules;
    }
}
