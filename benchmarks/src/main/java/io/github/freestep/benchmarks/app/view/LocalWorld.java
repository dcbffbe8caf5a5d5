package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.app.Failures;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.Ratio;

/** A scene and the service that steps it at one rate. */
final class LocalWorld implements World {
    private final MouseInput mouse = new MouseInput();
    private final Scene scene;
    private final PhysicsService physics;

    LocalWorld(ViewSettings settings, Ratio rate, Ratio speed, boolean paused) {
        scene = Scenes.of(settings.simulation(), settings.bodies(), settings.seed(), StepCost.NONE);
        physics = PhysicsService.builder(scene).rate(rate).input(mouse).start();
        physics.timeScale(speed);
        if (paused) {
            physics.pause();
        }
    }

    @Override
    public StateBuffer states() {
        return physics.states();
    }

    @Override
    public Physics service() {
        return physics;
    }

    @Override
    public String notice() {
        return scene.notice();
    }

    @Override
    public void requireRunning() {
        Failures.requireNone(physics);
    }

    @Override
    public boolean toss(Toss toss) {
        return mouse.add(toss);
    }

    @Override
    public void describe(Panel panel) {
        PhysicsMetrics metrics = physics.metrics();
        panel.line(Panel.PLAIN, Units.text("tick %d   took %.2f ms", metrics.tick(), metrics.computeNanos() / 1e6))
                .line(
                        Panel.PLAIN,
                        Units.text(
                                "late %.3f ms   max %.1f ms",
                                metrics.publicationLatenessNanos() / 1e6, metrics.maxPublicationLatenessNanos() / 1e6));
    }

    @Override
    public void close() {
        physics.close();
    }
}
