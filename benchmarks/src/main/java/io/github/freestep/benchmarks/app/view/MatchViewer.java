package io.github.freestep.benchmarks.app.view;

import io.github.freestep.render.FrameMode;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Shows a player's world of a match in a window. Stateless; for the main thread. */
public final class MatchViewer {
    private static final String LOOK = "pile2d";

    private MatchViewer() {}

    /** Thrown if there is no display, or no OpenGL. The message is one line with the reason. */
    public static final class NoWindowException extends Exception {
        private static final long serialVersionUID = 1;

        NoWindowException(String message) {
            super(message);
        }
    }

    /** Takes the direction in which the user pushes. */
    @FunctionalInterface
    public interface Push {
        /** Pushes to the right by {@code x} and up by {@code y}, each from -1 to 1. */
        void to(float x, float y);
    }

    /**
     * Shows the world until the user closes the window.
     *
     * @param states the states to show
     * @param bodies the number of bodies
     * @param figures called for each update of the text; returns a line about the match
     * @param push called for each click
     * @param goesOn called for each frame; returns whether to go on
     * @throws NoWindowException if no window can be opened
     */
    public static void show(StateBuffer states, int bodies, Supplier<String> figures, Push push, BooleanSupplier goesOn)
            throws NoWindowException {
        ViewSettings settings = new ViewSettings(
                LOOK, bodies, Ratio.ONE, 0, FrameMode.INTERPOLATE, 0, null, false, false, new KeyScript(List.of()));
        try (Window window = new Window(settings);
                Viewer viewer = new Viewer(
                        settings, window, (rate, speed, paused) -> new MatchWorld(states, figures, push), goesOn)) {
            viewer.run();
        } catch (WindowSystem.UnavailableException e) {
            throw new NoWindowException(e.getMessage().replaceFirst("; use .*", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record MatchWorld(StateBuffer states, Supplier<String> figures, Push push) implements World {
        @Override
        public boolean toss(Toss toss) {
            double length = Math.max(1e-6, Math.hypot(toss.velocityX(), toss.velocityY()));
            push.to((float) (toss.velocityX() / length), (float) (toss.velocityY() / length));
            return true;
        }

        @Override
        public void describe(Panel panel) {
            panel.line(Panel.PLAIN, figures.get());
        }

        /** Does nothing: the service belongs to the command. */
        @Override
        public void close() {}
    }
}
