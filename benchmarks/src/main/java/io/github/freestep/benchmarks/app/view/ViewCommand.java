package io.github.freestep.benchmarks.app.view;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.app.ReportOptions;
import io.github.freestep.benchmarks.app.record.RecordingText;
import io.github.freestep.benchmarks.report.ReportFile;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.render.FrameMode;
import io.github.freestep.render.Playback;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows a scene or a clip in a window, both as the newest state and through a sampler. */
@Command(
        name = "view",
        sortOptions = false,
        description = {
            "Show a scene in a window: the newest state on the left, the interpolated one on the right.",
            "The window lists the keys.",
            "With FILE, play a clip of a StateHistory instead."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the user closed the window, or all frames were drawn",
            "1:neither a display nor EGL is available, or the simulation failed",
            "2:an option is wrong, the clip cannot be read, or a file could not be written"
        },
        footer = {
            "%nExamples:",
            "  view",
            "  view --rate 5 --report out",
            "  view crash.fsh",
            "  view --headless --screenshot thrown.png --frames 150 --keys \"60:T 70:Down\""
        })
public final class ViewCommand extends AppCommand {
    /** More than a user can tell apart, and few enough for the default heap of a JVM. */
    private static final int MAX_BODIES = 1_000_000;

    private static final int MAX_FRAMES = 1_000_000_000;
    private static final int SCREENSHOT_FRAMES = 120;

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "The clip to play.")
    private Path clip;

    @Option(
            names = "--simulation",
            converter = Options.SceneName.class,
            paramLabel = "NAME",
            description =
                    "The scene: drum, pile, stack, pile2d, pile-bullet, pile-box2d, pile-jolt, swarm, orbit or springs."
                            + " Default: ${DEFAULT-VALUE}.")
    private String simulation = "drum";

    @Option(names = "--bodies", paramLabel = "N", description = "The number of bodies. Default: depends on the scene.")
    @Range(max = MAX_BODIES)
    private Integer bodies;

    @Option(
            names = "--rate",
            paramLabel = "HZ",
            description = "Ticks per second, such as 60 or 60000/1001. Default: ${DEFAULT-VALUE}, so few that the"
                    + " picture on the left visibly stutters.")
    private Ratio rate = Ratio.of(20);

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all random numbers. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            description =
                    "What the picture on the right shows: interpolate, extrapolate or latest. Default: interpolate.")
    private FrameMode mode = FrameMode.INTERPOLATE;

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

    @Option(
            names = "--marker",
            description = "Show the number and the simulation time of each frame as a QR code, in the format of"
                    + " mb-framepacing, which reads it from a capture of the display.")
    private boolean marker;

    @Option(
            names = "--keys",
            converter = KeyScript.Converter.class,
            paramLabel = "SCRIPT",
            description =
                    "Press keys before given frames: \"60:T 120:Down\" presses T before frame 60 and Down before frame"
                            + " 120.")
    private KeyScript keys = new KeyScript(List.of());

    @Mixin
    private ReportOptions output;

    @Override
    public Integer call() {
        ViewSettings options = checked(this::settings);
        Playback playback = clip == null ? null : open(clip);
        ViewSettings settings = playback == null ? options : ClipWorld.settings(options, playback);
        try (Window window = new Window(settings);
                Viewer viewer = new Viewer(
                        settings,
                        window,
                        (rate, speed, paused) -> playback == null
                                ? new LocalWorld(settings, rate, speed, paused)
                                : new ClipWorld(playback, speed, paused),
                        () -> true)) {
            if (viewer.show().world.notice() != null) {
                print("%s%n", viewer.show().world.notice());
            }
            print(
                    "%s%n",
                    window.run(() -> {
                        String summary = viewer.run();
                        output.write(
                                () -> viewer.report().html(),
                                () -> viewer.report().json());
                        return summary;
                    }));
            print("%s", output.where());
            return CommandLine.ExitCode.OK;
        } catch (WindowSystem.UnavailableException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        } catch (IOException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
    }

    private Playback open(Path file) {
        try {
            return Playback.open(file, NanoClock.system());
        } catch (IOException e) {
            throw wrong(RecordingText.unread(file, e));
        }
    }

    private ViewSettings settings() {
        if (screenshot != null) {
            // Fails here rather than after all frames are drawn.
            new ReportFile("--screenshot", screenshot);
        }
        output.check("view");
        if (headless && screenshot == null && frames == null) {
            throw new IllegalArgumentException("--headless needs --screenshot FILE or --frames N");
        }
        int limit = frames != null ? frames : screenshot != null ? SCREENSHOT_FRAMES : ViewSettings.ENDLESS;
        return new ViewSettings(
                simulation,
                bodies == null ? defaultBodies() : bodies,
                rate,
                seed,
                mode,
                limit,
                screenshot,
                headless,
                marker,
                keys);
    }

    /** Springs are stacked upwards; a higher stack would be too high to see. */
    private int defaultBodies() {
        return simulation.equals("springs") ? 24 : Scenes.usualBodies(simulation);
    }
}
