package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.report.ReportFile;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.render.FrameMode;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows a scene in a window, as it is and through a sampler. */
@Command(
        name = "view",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show a scene in a window: left the newest state as it is, right interpolated.",
            "Keys are listed on screen. With --frames it ends by itself, and with --screenshot it leaves the last frame."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the window was closed, or all frames were drawn",
            "1:there is nothing to draw on, or the simulation has failed",
            "2:an option is wrong, or the screenshot could not be written"
        },
        footer = {
            "%nExamples:",
            "  view --rate 5",
            "  view --headless --screenshot thrown.png --frames 150 --keys \"60:T 70:Down 71:Down\""
        })
public final class ViewCommand implements Callable<Integer> {
    /** More than can be told apart, and few enough for the heap that a JVM usually has. */
    private static final int MOST_BODIES = 1_000_000;

    private static final int MOST_FRAMES = 1_000_000_000;
    private static final int SCREENSHOT_FRAMES = 120;

    @Option(
            names = "--simulation",
            converter = Options.SceneName.class,
            paramLabel = "NAME",
            description = "The scene: pile, stack, pile2d, swarm, orbit or springs (pile).")
    private String simulation = "pile";

    @Option(
            names = "--bodies",
            paramLabel = "N",
            description = "How many; as many as suit the scene, unless told otherwise.")
    @Range(max = MOST_BODIES)
    private Integer bodies;

    @Option(names = "--rate", paramLabel = "HZ", description = "Ticks a second: a number, or 60000/1001 (100).")
    private Ratio rate = Ratio.of(100);

    @Option(names = "--seed", paramLabel = "N", description = "Of all that is random (1).")
    private long seed = 1;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description = "What is shown right: interpolate, extrapolate or latest (interpolate).")
    private FrameMode mode = FrameMode.INTERPOLATE;

    @Option(names = "--frames", paramLabel = "N", description = "End after so many; 120 for a screenshot.")
    @Range(max = MOST_FRAMES)
    private Integer frames;

    @Option(
            names = "--screenshot",
            paramLabel = "FILE",
            description = "Draw off-screen, and write the last frame there, as a PNG.")
    private Path screenshot;

    @Option(names = "--headless", description = "Draw with no display at all, by EGL; with --frames or --screenshot.")
    private boolean headless;

    @Option(
            names = "--keys",
            paramLabel = "SCRIPT",
            description = "Press keys before certain frames: \"60:T 120:Down\", by their names on screen.")
    private String keys = "";

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        ViewSettings settings;
        try {
            settings = settings();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        PrintWriter out = spec.commandLine().getOut();
        try (Window window = new Window(settings);
                Viewer viewer = new Viewer(settings, window)) {
            if (viewer.world().notice != null) {
                out.println(viewer.world().notice);
                out.flush();
            }
            out.println(viewer.run());
            out.flush();
            return CommandLine.ExitCode.OK;
        } catch (NoPictureException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        } catch (IOException e) {
            spec.commandLine().getErr().println(screenshot + " could not be written (" + e + ")");
            return CommandLine.ExitCode.USAGE;
        }
    }

    private ViewSettings settings() {
        if (screenshot != null) {
            // Found out before all frames are drawn.
            new ReportFile("--screenshot", screenshot);
        }
        if (headless && screenshot == null && frames == null) {
            throw new IllegalArgumentException(
                    "--headless shows nothing to anybody; give --screenshot FILE, or --frames N");
        }
        int limit = frames != null ? frames : screenshot != null ? SCREENSHOT_FRAMES : ViewSettings.ENDLESS;
        return new ViewSettings(
                simulation,
                bodies == null ? usualBodies() : bodies,
                rate,
                seed,
                mode,
                limit,
                screenshot,
                headless,
                KeyScript.parse(keys));
    }

    /** Springs stand above each other, and more would be too high to be seen. */
    private int usualBodies() {
        return simulation.equals("springs") ? 24 : Scenes.usualBodies(simulation);
    }
}
