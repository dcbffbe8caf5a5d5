package io.github.freestep.benchmarks.app.view;

import static org.lwjgl.glfw.GLFW.*;

import io.github.freestep.tools.AppCommand;
import io.github.freestep.tools.Options.Range;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.lwjgl.glfw.Callbacks;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Opens a window with one world by the usual loop and by Freestep. */
@Command(
        name = "view",
        sortOptions = false,
        description = {
            "Open a window with one world twice: by the usual interpolated loop on the left, and by Freestep on the"
                    + " right. Keys push a ball, and sliders make steps slow.",
            "Without a display, the command presses keys itself, and writes a picture of the last frame."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the user closed the window, or the picture was written",
            "1:neither a display nor EGL is available, or the world failed",
            "2:an option is wrong, or the picture could not be written"
        },
        footer = {"%nExamples:", "  view", "  view --seconds 20 --out pictures"})
public final class ViewCommand extends AppCommand {
    private static final int LEAST_SECONDS = 4;
    private static final int MOST_SECONDS = 60;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "How long to run without a display. Default: ${DEFAULT-VALUE}.")
    @Range(min = LEAST_SECONDS, max = MOST_SECONDS)
    private int seconds = 8;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description = "Where to write view.png without a display. Default: the current folder.")
    private Path out = Path.of("");

    @Override
    public Integer call() throws Exception {
        try {
            try {
                show(WindowSystem.open(Viewer.WIDTH, Viewer.HEIGHT, false), false);
            } catch (WindowSystem.UnavailableException e) {
                print("no window (%s), so %d s are drawn off-screen%n", e.getMessage(), seconds);
                show(WindowSystem.open(Viewer.WIDTH, Viewer.HEIGHT, true), true);
            }
            return CommandLine.ExitCode.OK;
        } catch (WindowSystem.UnavailableException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        } catch (IOException e) {
            err().println("the picture could not be written to " + out.toAbsolutePath() + " (" + e + ")");
            return CommandLine.ExitCode.USAGE;
        }
    }

    private void show(long window, boolean isOffscreen) throws Exception {
        try {
            OffscreenTarget target = isOffscreen ? new OffscreenTarget(Viewer.WIDTH, Viewer.HEIGHT) : null;
            Viewer viewer = new Viewer(
                    window,
                    target,
                    Files.createDirectories(out.toAbsolutePath()).resolve("view.png"));
            viewer.run(isOffscreen ? seconds : 0);
            print("%s%n", viewer.figures());
            if (isOffscreen) {
                print("The last frame is %s.%n", out.resolve("view.png"));
            }
        } finally {
            Callbacks.glfwFreeCallbacks(window);
            glfwDestroyWindow(window);
            glfwTerminate();
        }
    }
}
