package io.github.freestep.benchmarks.app.remote;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.app.StatusLine;
import io.github.freestep.benchmarks.app.view.RemoteViewer;
import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.benchmarks.report.ReportFile;
import io.github.freestep.benchmarks.scenes.Scene;
import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.net.RemoteStates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the states that a serve command sends. */
@Command(
        name = "watch",
        sortOptions = false,
        description = {
            "Show the scene of a serve command, here or on another machine: in a window, or, with --headless or without"
                    + " a display, as a line of figures per second.",
            "Either command may be started first. Use the same scene and number of bodies for both."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the user closed the window, or all seconds have passed",
            "1:no state has arrived, or the network failed",
            "2:an option is wrong, or the screenshot could not be written",
            "130:interrupted"
        },
        footer = {
            "%nExamples:",
            "  watch",
            "  watch --server 192.168.0.7 --key-file key",
            "  watch --simulation pile --headless --seconds 10"
        })
public final class WatchCommand extends AppCommand {
    private static final long FRAME_NANOS = 16_000_000;
    private static final int MAX_FRAMES = 1_000_000_000;

    @Option(
            names = "--server",
            paramLabel = "HOST",
            description = "The machine of the serve command. Default: ${DEFAULT-VALUE}.")
    private String server = "127.0.0.1";

    @Option(names = "--port", paramLabel = "N", description = "Its UDP port. Default: ${DEFAULT-VALUE}.")
    @Range(max = 65_534)
    private int port = RemoteStates.Builder.DEFAULT_PORT;

    @Option(
            names = "--key-file",
            converter = KeyFile.Converter.class,
            paramLabel = "FILE",
            description = "The file with the key of the server: 32 or 64 hexadecimal digits.")
    private KeyFile key;

    @Option(
            names = "--simulation",
            converter = Options.SceneName.class,
            paramLabel = "NAME",
            description = "The server's scene. Default: ${DEFAULT-VALUE}.")
    private String simulation = "swarm";

    @Option(
            names = "--bodies",
            paramLabel = "N",
            description = "The server's number of bodies. Default: depends on the scene.")
    @Range(max = 1_000_000)
    private Integer bodies;

    @Option(names = "--headless", description = "Print a line of figures per second, without a window.")
    private boolean headless;

    @Option(names = "--seconds", paramLabel = "N", description = "End after N seconds. Default: when interrupted.")
    @Range(max = 31_536_000)
    private Integer seconds;

    @Option(
            names = "--screenshot",
            paramLabel = "FILE",
            description = "Draw --frames frames off-screen once states arrive, and save the last one as a PNG file.")
    private Path screenshot;

    @Option(names = "--frames", paramLabel = "N", description = "With --screenshot: the number. Default: 120.")
    @Range(max = MAX_FRAMES)
    private int frames = 120;

    private volatile boolean stopped;

    /** Ends the command. For any thread. */
    void stop() {
        stopped = true;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (screenshot != null) {
            // Fails here rather than after all frames are drawn.
            checked(() -> new ReportFile("--screenshot", screenshot));
        }
        int count = bodies == null ? Scenes.usualBodies(simulation) : bodies;
        Scene scene = checked(() -> Scenes.of(simulation, count, 1, StepCost.NONE));
        RemoteStates.Builder builder =
                RemoteStates.builder(scene.layout()).server(server).port(port);
        if (key != null) {
            builder.key(key.key());
        }
        try (Interrupt interrupt = new Interrupt(out())) {
            if (!interrupt.begins(this::stop)) {
                return Interrupt.EXIT_CODE;
            }
            boolean received;
            try (RemoteStates remote = builder.start();
                    Watching watching = watching(remote)) {
                show(remote, watching, count);
                received = watching.hasStates();
            }
            boolean early = interrupt.over();
            return early ? Interrupt.EXIT_CODE : received ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } catch (IllegalStateException | UncheckedIOException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        } catch (IOException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
    }

    private Watching watching(RemoteStates remote) {
        return new Watching(
                remote,
                new LinkFigures(remote),
                new LinkNews(server + ":" + port),
                new StatusLine(out(), System.console() != null),
                seconds == null ? Long.MAX_VALUE : seconds * 1_000_000_000L,
                () -> stopped);
    }

    private void show(RemoteStates remote, Watching watching, int count) throws IOException {
        if (!headless && screenshot != null) {
            while (!watching.hasStates() && watching.goesOn(false)) {
                LockSupport.parkNanos(FRAME_NANOS);
            }
        }
        if (!headless) {
            try {
                print(
                        "%s%n",
                        RemoteViewer.show(
                                remote,
                                simulation,
                                count,
                                screenshot == null ? 0 : frames,
                                screenshot,
                                watching::link,
                                () -> watching.goesOn(false)));
                return;
            } catch (RemoteViewer.NoWindowException e) {
                // The remedy of the view command is not that of this one.
                print("%s; printing figures instead%n", e.getMessage().replaceFirst("; use .*", ""));
            }
        }
        while (watching.goesOn(true)) {
            LockSupport.parkNanos(FRAME_NANOS);
        }
    }
}
