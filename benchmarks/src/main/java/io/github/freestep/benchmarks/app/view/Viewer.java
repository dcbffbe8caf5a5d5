package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.opengl.GL33C.*;

import io.github.freestep.benchmarks.app.Failures;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.FrameMode;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

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

    /** Those of the newest state, on the left, and of the interpolated one. */
    private final List<Eye> eyes;

    Viewer(ViewSettings settings, Window window) {
        this.settings = settings;
        this.window = window;
        target = window.isVisible() ? null : new OffscreenTarget(Window.WIDTH, Window.HEIGHT);
        Scene scene = Scenes.of("drum", settings.bodies(), 1, StepCost.NONE);
        physics = PhysicsService.builder(scene).rate(settings.rate()).start();
        eyes = Stream.of(FrameMode.LATEST, FrameMode.INTERPOLATE)
                .map(mode -> new Eye(physics.states(), mode))
                .toList();
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
                frame,
                frame / seconds,
                100 * eyes.get(1).judder(),
                100 * eyes.get(0).judder());
    }

    private void draw() {
        Failures.requireNone(physics);
        long now = physics.clock().nanoTime();
        eyes.forEach(each -> each.look(now));
        Window.Size size = window.size();
        boolean minimised = size.width() == 0 || size.height() == 0;
        if (minimised) {
            return;
        }
        glBindFramebuffer(GL_FRAMEBUFFER, target == null ? 0 : target.framebuffer());
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        if (eyes.get(1).frame().hasState()) {
            paint();
        }
        String summary = settings.bodies() + " boxes   " + settings.rate() + " Hz";
        overlay.draw(summary, eyes, List.of(view(0), view(1)), size);
    }

    private void paint() {
        if (camera == null) {
            camera = new Camera(settings.bodies(), eyes.get(1).frame());
        }
        for (int i = 0; i < eyes.size(); i++) {
            painter.paint(eyes.get(i).boxes, camera, view(i));
        }
    }

    /** Pictures are above the graph. */
    private Area view(int picture) {
        Window.Size size = window.size();
        int half = size.width() / 2;
        int below = Overlay.graphHeight(size.height());
        int width = picture == 0 ? half : size.width() - half;
        return new Area(picture * half, below, width, size.height() - below);
    }

    @Override
    public void close() {
        eyes.forEach(Eye::close);
        physics.close();
    }
}
