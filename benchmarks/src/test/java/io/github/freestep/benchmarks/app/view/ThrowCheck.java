package io.github.freestep.benchmarks.app.view;

import io.github.freestep.render.FrameMode;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.file.Path;

/** Presses keys before frames of the viewer: throws a box while the world is paused, and steps one tick. */
final class ThrowCheck {
    private static final int FRAMES = 30;

    /** Argument: where to save the last frame. */
    public static void main(String[] args) throws IOException {
        ViewSettings settings = new ViewSettings(
                "pile", 9, Ratio.of(100), Ratio.ONE, 1, FrameMode.INTERPOLATE, FRAMES, Path.of(args[0]), true);
        try (Window window = new Window(settings);
                Viewer viewer = new Viewer(settings, window)) {
            viewer.press(Key.PAUSE);
            // Frames wait for the first state.
            do {
                viewer.drawNext();
            } while (!viewer.show().eye().frame().hasState());
            viewer.drawNext();
            viewer.press(Key.THROW);
            viewer.press(Key.STEP);
            viewer.run();
        } catch (WindowSystem.UnavailableException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }
}
