package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.report.ReportFile;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows a drum of boxes in a window, both as the newest state and through a sampler. */
@Command(
        name = "view",
        sortOptions = false,
        description = {
            "Show a drum of boxes in a window: the newest state on the left, the interpolated one on the right."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the user closed the window, or all frames were drawn",
            "1:neither a display nor EGL is available, or the simulation failed",
            "2:an option is wrong, or the picture could not be written"
        },
        footer = {"%nExamples:", "  view", "  view --rate 5", "  view --headless --screenshot drum.png --frames 150"})
public final class ViewCommand extends AppCommand {
    private static final int MAX_BODIES = 10_000;

    private static final int MAX_FRAMES = 1_000_000_000;
    private static final int SCREENSHOT_FRAMES = 120;

    @Option(names = "--bodies", paramLabel = "N", description = "The number of boxes. Default: ${DEFAULT-VALUE}.")
    @Range(max = MAX_BODIES)
    private int bodies = Scenes.usualBodies("drum");

    @Option(
            names = "--rate",
            paramLabel = "HZ",
            description = "Ticks per second, such as 60 or 60000/1001. Default: ${DEFAULT-VALUE}, so few that the"
                    + " picture on the left visibly stutters.")
    private Ratio rate = Ratio.of(20);

    @Option(
            names = "--frames",
            paramLabel = "N",
            description = "End after N frames. Default: when the user closes the window; with --screenshot: 120.")
    @Range(max = MAX_FRAMES)
    private Integer frames;

    @Option(
            names = "--screenshot",
            paramLabel = "FILE",
            description = "Draw off-screen, and save the last frame as a PNG file.")
    private Path screenshot;

    @Option(
            names = "--headless",
            description = "Draw through EGL, which needs no display. Requires --frames or --screenshot.")
    private boolean headless;

    @Override
    public Integer call() {
        ViewSettings settings = checked(this::settings);
        try (Window window = new Window(settings);
                Viewer viewer = checked(() -> new Viewer(settings, window))) {
            print("%s%n", viewer.run());
            return CommandLine.ExitCode.OK;
        } catch (WindowSystem.UnavailableException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        } catch (IOException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
    }

    private ViewSettings settings() {
        if (screenshot != null) {
            // Fails here rather than after all frames are drawn.
            new ReportFile("--screenshot", screenshot);
        }
        if (headless && screenshot == null && frames == null) {
            throw new IllegalArgumentException("--headless needs --screenshot FILE or --frames N");
        }
        int limit = frames != null ? frames : screenshot != null ? SCREENSHOT_FRAMES : ViewSettings.ENDLESS;
        return new ViewSettings(bodies, rate, limit, screenshot, headless);
    }
}
