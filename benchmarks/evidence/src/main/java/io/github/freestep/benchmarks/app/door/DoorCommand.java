package io.github.freestep.benchmarks.app.door;

import io.github.freestep.benchmarks.app.compare.peers.PeerFigures;
import io.github.freestep.benchmarks.app.compare.peers.PeerPlay;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerFilm;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerLoad;
import io.github.freestep.benchmarks.app.door.DoorHost.Form;
import io.github.freestep.tools.AppCommand;
import io.github.freestep.tools.Options.Range;
import io.github.freestep.tools.report.Interrupt;
import io.github.freestep.tools.report.Machine;
import io.github.freestep.tools.report.Median;
import io.github.freestep.tools.report.ReportFile;
import io.github.freestep.tools.report.Units;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plays the game of the first page in both forms, and prints the rows of its table. */
@Command(
        name = "door",
        description = {
            "Play the game of the first page before and after it uses Freestep, and print what a player gets.",
            "The game is one of libGDX with Box2D. Each play has a process, a simulated display and real threads, and"
                    + " presses the same keys in both forms.",
            "A cell has the judder, the refreshes without a new frame, the age of the picture, and the time from a key"
                    + " to the first picture that shows it."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all forms were played", "1:a form failed", "2:an option is wrong"})
public final class DoorCommand extends AppCommand {
    private static final List<Integer> FPS = List.of(60, 144);

    /** Does not count: it has two slow steps, and then Freestep hides what has come twice. */
    private static final double SETTLE_SECONDS = 4.5;

    private static final double MILLI = 1e6;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            description =
                    "How long each play takes, 6 to 600, in seconds of its display. The first 4.5 do not count. From"
                            + " 22 on, a play has all phases between 60 steps and 59.94 refreshes, so its age is exact."
                            + " Default: ${DEFAULT-VALUE}.")
    @Range(min = 6, max = 600)
    private int seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "1",
            description = "How often to repeat each play, 1 to 100. Figures are medians. Default: ${DEFAULT-VALUE}.")
    @Range(max = 100)
    private int rounds;

    @Option(
            names = "--slow-motion",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Make the display, drawing, keys, slow code and clocks N times slower, 1 to 100, so that other"
                            + " programs disturb motion N times less. Default: ${DEFAULT-VALUE}.")
    @Range(max = 100)
    private int slowness;

    @Option(
            names = "--picture",
            paramLabel = "FILE",
            description = "Also draw the first play at 60 Hz with spikes, as an SVG.")
    private Path picture;

    @Override
    public Integer call() {
        ReportFile file = picture == null ? null : checked(() -> new ReportFile("--picture", picture));
        try {
            return play(file);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Interrupt.EXIT_CODE;
        } catch (IOException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private Integer play(ReportFile file) throws IOException, InterruptedException {
        int plays = PeerLoad.values().length * FPS.size() * Form.values().length * rounds;
        print("On %s.%nTakes about %d s.%n%n", Machine.here(), plays * (seconds * slowness + 1));
        print("| steps | before, %d Hz | after | before, %d Hz | after |%n|---|---|---|---|---|%n", FPS.toArray());
        for (PeerLoad load : PeerLoad.values()) {
            StringBuilder row = new StringBuilder("| " + load.cause + " |");
            for (int fps : FPS) {
                List<PeerFilm> before = play(Form.BEFORE, load, fps);
                List<PeerFilm> after = play(Form.AFTER, load, fps);
                row.append(cell(before, fps)).append(cell(after, fps));
                if (file != null && load == PeerLoad.SPIKES && fps == DoorPicture.FPS) {
                    file.write(DoorPicture.svg(before.get(0), after.get(0)));
                }
            }
            print("%s%n", row);
        }
        return CommandLine.ExitCode.OK;
    }

    private List<PeerFilm> play(Form form, PeerLoad load, int fps) throws IOException, InterruptedException {
        List<PeerFilm> films = new ArrayList<>();
        for (int seed = 1; seed <= rounds; seed++) {
            PeerPlay play = new PeerPlay(fps, load, SETTLE_SECONDS, seconds - SETTLE_SECONDS, seed, slowness);
            films.add(play.run("the game " + form, DoorHost.class.getName(), form.name(), false)[0]);
        }
        return films;
    }

    private static String cell(List<PeerFilm> films, int fps) {
        return Units.text(
                " %.2f %%, %.0f lost, %.0f ms, %.0f ms |",
                median(films, fps, each -> 100 * each.judder()),
                Median.of(films.stream().mapToDouble(each -> DoorPicture.lost(each, fps))),
                median(films, fps, each -> each.ageNanos() / MILLI),
                median(films, fps, each -> each.firstNanos() / MILLI));
    }

    private static double median(List<PeerFilm> films, int fps, ToDoubleFunction<PeerFigures> figure) {
        return Median.of(films.stream().map(each -> PeerFigures.of(each, fps)).mapToDouble(figure));
    }
}
