package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.app.Failures;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.StateBuffer;

/** A scene and the service that steps it. For the drawing thread. */
final class World implements AutoCloseable {
    private final Scene scene;
    private final PhysicsService physics;

    World(ViewSettings settings) {
        scene = Scenes.of(settings.simulation(), settings.bodies(), settings.seed(), StepCost.NONE);
        physics = PhysicsService.builder(scene).rate(settings.rate()).start();
        physics.timeScale(settings.speed());
    }

    StateBuffer states() {
        return physics.states();
    }

    PhysicsService service() {
        return physics;
    }

    /** Returns a remark on the scene for the user; null for none. */
    String notice() {
        return scene.notice();
    }

    /** Throws the failure of the simulation if it has failed. */
    void requireRunning() {
        Failures.requireNone(physics);
    }

    /** Describes the state of the simulation, in a few lines. */
    void describe(Panel panel) {
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
