package io.github.freestep.benchmarks.app.view;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.render.FrameMode;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Shows a scene of another process in the window of the {@code view} command. Stateless; for the main thread. */
public final class RemoteViewer {
    private RemoteViewer() {}

    /** Thrown if there is no display, or no OpenGL. The message is one line with the reason. */
    public static final class NoWindowException extends Exception {
        private static final long serialVersionUID = 1;

        NoWindowException(String message) {
            super(message);
        }
    }

    /**
     * Shows the states until the user closes the window, or all frames are drawn.
     *
     * @param remote what to show; stays open
     * @param simulation the name of the scene
     * @param bodies the number of bodies, without thrown boxes
     * @param frames how many to draw; 0 until the user closes the window
     * @param screenshot where to save the last frame, which is then drawn off-screen; null for a window
     * @param figures called for each update of the text; returns a line about the link
     * @param goesOn called for each frame; returns whether to go on
     * @return a summary for the user
     * @throws NoWindowException if no window can be opened
     * @throws IOException if the last frame can't be saved
     */
    public static String show(
            RemoteStates remote,
            String simulation,
            int bodies,
            int frames,
            Path screenshot,
            Supplier<String> figures,
            BooleanSupplier goesOn)
            throws NoWindowException, IOException {
        ViewSettings settings = new ViewSettings(
                simulation,
                bodies,
                Ratio.ONE,
                0,
                FrameMode.INTERPOLATE,
                frames,
                screenshot,
                screenshot != null,
                false,
                new KeyScript(List.of()));
        try (Window window = new Window(settings);
                Viewer viewer = new Viewer(
                        settings, window, (rate, speed, paused) -> new RemoteWorld(remote, figures), goesOn)) {
            return window.run(viewer::run);
        } catch (WindowSystem.UnavailableException e) {
            throw new NoWindowException(e.getMessage());
        }
    }
}
