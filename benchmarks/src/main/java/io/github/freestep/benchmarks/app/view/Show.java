package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.app.Failures;
import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameMode;
import java.util.List;

/**
 * The drum, the service that steps it, and two pictures of it: the newest state, and what a sampler makes of the same
 * states.
 */
final class Show implements AutoCloseable {
    final PhysicsService physics;
    final Eye raw;
    final Eye eye;
    final Boxes rawBoxes;
    final Boxes boxes;
    private final Scene scene;

    /** {@code even} means that frames are presented exactly at display refreshes (vsync). */
    Show(ViewSettings settings, boolean even) {
        scene = Scenes.of("drum", settings.bodies(), 1, StepCost.NONE);
        physics = PhysicsService.builder(scene).rate(settings.rate()).start();
        physics.timeScale(settings.speed());
        raw = new Eye(physics.states(), FrameMode.LATEST, even);
        eye = new Eye(physics.states(), FrameMode.INTERPOLATE, even);
        int capacity = scene.layout().capacity();
        rawBoxes = new Boxes(capacity);
        boxes = new Boxes(capacity);
    }

    /** Returns a remark on the scene for the user; null for none. */
    String notice() {
        return scene.notice();
    }

    /**
     * Samples both pictures at the same time, and uploads them. If the simulation has failed, throws its
     * failure.
     */
    void look() {
        Failures.requireNone(physics);
        long now = nanoTime();
        rawBoxes.upload(raw.look(now));
        boxes.upload(eye.look(now));
    }

    long nanoTime() {
        return physics.clock().nanoTime();
    }

    List<Eye> eyes() {
        return List.of(raw, eye);
    }

    @Override
    public void close() {
        raw.close();
        eye.close();
        rawBoxes.free();
        boxes.free();
        physics.close();
    }
}
