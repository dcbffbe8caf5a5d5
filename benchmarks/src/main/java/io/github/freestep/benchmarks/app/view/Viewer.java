package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.benchmarks.app.Failures;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameMode;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.util.List;

/**
 * The frame loop: samples a frame for each eye, and draws them. For the main thread.
 */
final class Viewer implements AutoCloseable {
    private final ViewSettings settings;
    private final Window window;
    private final OffscreenTarget target;
    private final Painter painter = new Painter();
    private final Overlay overlay = new Overlay();
    private Camera camera;
    private final PhysicsService physics;
    private final Eye raw;
    private final Eye eye;
    private final Boxes rawBoxes;
    private final Boxes boxes;

    Viewer(ViewSettings settings, Window window) {
        this.settings = settings;
        this.window = window;
        target = window.isVisible() ? null : new OffscreenTarget(window.width(), window.height());
        Scene scene = Scenes.of("drum", settings.bodies(), 1, StepCost.NONE);
        physics = PhysicsService.builder(scene).rate(settings.rate()).start();
        physics.timeScale(settings.speed());
        raw = new Eye(physics.states(), FrameMode.LATEST, window.isEven());
        eye = new Eye(physics.states(), FrameMode.INTERPOLATE, window.isEven());
        rawBoxes = new Boxes(scene.layout().capacity());
        boxes = new Boxes(scene.layout().capacity());
    }

    /**
     * Draws frames until the number of the settings is reached or the user closes the window, and saves the last frame
     * if the settings ask for it.
     *
     * @return a summary for the user
     */
    String run() throws IOException {
        long since = physics.clock().nanoTime();
        int frame = 0;
        while (!window.wantsToClose() && settings.goesOn(frame)) {
            frame++;
            window.poll();
            draw();
            window.present();
        }
        if (settings.screenshot() != null) {
            try {
                target.save(settings.screenshot());
            } catch (IOException e) {
                throw new IOException(settings.screenshot() + " could not be written (" + e + ")", e);
            }
        }
        double seconds = (physics.clock().nanoTime() - since) / 1e9;
        return Units.text(
                "%d frames, %.1f frames/s; judder %.1f %%, of the newest state %.1f %%",
                frame, frame / seconds, 100 * eye.judder(), 100 * raw.judder());
    }

    private void draw() {
        Failures.requireNone(physics);
        long now = physics.clock().nanoTime();
        rawBoxes.upload(raw.look(now));
        boxes.upload(eye.look(now));
        boolean minimised = window.width() == 0 || window.height() == 0;
        if (minimised) {
            return;
        }
        glBindFramebuffer(GL_FRAMEBUFFER, target == null ? 0 : target.framebuffer());
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        if (eye.frame().hasState()) {
            paint();
        }
        overlay.draw(
                summary(),
                List.of(raw, eye),
                List.of(leftView(), rightView()),
                window.width(),
                window.height(),
                window.contentScale());
    }

    private void paint() {
        if (camera == null) {
            camera = new Camera(settings.bodies(), eye.frame());
        }
        painter.paint(rawBoxes, camera, leftView());
        painter.paint(boxes, camera, rightView());
    }

    private Area leftView() {
        return view(0, window.width() / 2);
    }

    private Area rightView() {
        int left = window.width() / 2;
        return view(left, window.width() - left);
    }

    /** Pictures are above the graph. */
    private Area view(int left, int width) {
        int below = Overlay.graphHeight(window.height());
        return new Area(left, below, width, window.height() - below);
    }

    /** Describes the number of boxes, the rate and speed in one line. */
    private String summary() {
        String speed = settings.speed().equals(Ratio.ONE) ? "" : "   speed " + settings.speed();
        return settings.bodies() + " boxes   " + settings.rate() + " Hz" + speed;
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
