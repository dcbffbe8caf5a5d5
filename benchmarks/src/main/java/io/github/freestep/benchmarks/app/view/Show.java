package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameMode;
import io.github.freestep.time.Ratio;
import java.util.List;

/**
 * A scene, the service that steps it at one rate, and two pictures of it: the newest state, and what a sampler makes of
 * the same states. Close a show before you open the next.
 */
final class Show implements AutoCloseable {
    final MouseInput mouse = new MouseInput();

    /** A remark on the scene for the user; null for none. */
    final String notice;

    final PhysicsService physics;
    final Eye raw;
    final Boxes rawBoxes;
    final Boxes boxes;

    private final boolean even;
    private Eye eye;

    /** {@code even} means that frames are presented exactly at display refreshes (vsync). */
    Show(ViewSettings settings, Ratio rate, Ratio speed, boolean paused, FrameMode mode, boolean even) {
        this.even = even;
        Scene scene = Scenes.of(settings.simulation(), settings.bodies(), settings.seed(), StepCost.NONE);
        notice = scene.notice();
        physics = PhysicsService.builder(scene).rate(rate).input(mouse).start();
        physics.timeScale(speed);
        pause(paused);
        raw = new Eye(physics.states(), FrameMode.LATEST, even);
        eye = new Eye(physics.states(), mode, even);
        int capacity = physics.states().layout().capacity();
        rawBoxes = new Boxes(capacity);
        boxes = new Boxes(capacity);
    }

    /**
     * Samples both pictures at the same time, and uploads what has changed. If the service has failed, throws its
     * failure.
     */
    void look() {
        if (physics.status() == Physics.Status.FAILED) {
            physics.close();
        }
        long now = nanoTime();
        rawBoxes.upload(raw.look(now));
        boxes.upload(eye.look(now));
    }

    long nanoTime() {
        return physics.clock().nanoTime();
    }

    void pause(boolean paused) {
        if (paused) {
            physics.pause();
        } else {
            physics.resume();
        }
    }

    Eye eye() {
        return eye;
    }

    List<Eye> eyes(boolean one) {
        return one ? List.of(eye) : List.of(raw, eye);
    }

    /** Opens another sampler, because the mode of a sampler is fixed. */
    void mode(FrameMode mode) {
        eye.close();
        eye = new Eye(physics.states(), mode, even);
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
