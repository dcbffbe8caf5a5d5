package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsMetrics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.Ratio;

/** A scene and the service that steps it, at one rate. For the window's thread. */
final class ViewedScene implements AutoCloseable {
    final MouseInput mouse = new MouseInput();

    /** What there is to know about the scene; null if nothing is. */
    final String notice;

    private final PhysicsService physics;

    /** Goes on at that speed; paused, if so. */
    ViewedScene(ViewSettings settings, Ratio rate, Ratio speed, boolean paused) {
        Scene scene = Scenes.of(settings.simulation(), settings.bodies(), settings.seed(), StepCost.NONE);
        notice = scene.notice();
        physics = PhysicsService.builder(scene).rate(rate).input(mouse).start();
        speed(speed);
        pause(paused);
    }

    StateBuffer states() {
        return physics.states();
    }

    PhysicsMetrics metrics() {
        return physics.metrics();
    }

    long nanoTime() {
        return physics.clock().nanoTime();
    }

    /** Throws what the physics thread has died of. */
    void check() {
        if (physics.status() == Physics.Status.FAILED) {
            physics.close();
        }
    }

    void speed(Ratio speed) {
        physics.timeScale(speed);
    }

    void pause(boolean paused) {
        if (paused) {
            physics.pause();
        } else {
            physics.resume();
        }
    }

    void step() {
        physics.step();
    }

    @Override
    public void close() {
        physics.close();
    }
}
