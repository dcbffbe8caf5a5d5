package io.github.freestep.benchmarks.hosts.forms;

import io.github.freestep.smooth.Smooth;
import io.github.freestep.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import org.dyn4j.dynamics.Body;
import org.dyn4j.geometry.Transform;
import org.dyn4j.world.World;

/** The game with {@link Smooth}, which steps on another thread, by turns with the game. */
final class ThreadedGame implements Game, Rules.Stage {
    private final World<Body> world = new World<>();
    private final Screen screen;
    private final Smooth<Body> smooth;
    private final Rules rules;
    private final List<Rules.Sound> sounds = new ArrayList<>(); // of the steps since the last turn
    private List<Body> drawn = List.of();
    private String hud = "";

    ThreadedGame(Screen screen, NanoClock clock) {
        this.screen = screen;
        smooth = Smooth.threaded(60, 100, clock, this::step, ThreadedGame::pose);
        rules = new Rules(world, this);
    }

    @Override
    public void frame() {
        if (smooth.tryFrame()) {
            rules.direction = screen.direction();
            takeFromSteps();
            smooth.draw();
        }
        draw();
    }

    /** Takes what the frame needs, because steps run while it is drawn. */
    private void takeFromSteps() {
        for (Body each : drawn) {
            if (!rules.drawn.contains(each)) {
                smooth.remove(each); // with Box2D, destroy it here, too, because steps have read it until now
            }
        }
        rules.drawn.forEach(smooth::add);
        drawn = List.copyOf(rules.drawn);
        hud = Rules.hud(rules.coins, rules.missed, rules.lives);
        sounds.forEach(screen::play);
        sounds.clear();
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
        for (Body each : drawn) {
            screen.sprite(smooth.x(each), smooth.y(each));
        }
        screen.text(hud);
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
        sounds.add(sound);
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
