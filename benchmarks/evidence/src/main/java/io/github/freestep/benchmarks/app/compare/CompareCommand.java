package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.peers.PeerComparison;
import io.github.freestep.benchmarks.app.compare.peers.PeerTable;
import io.github.freestep.tools.AppCommand;
import io.github.freestep.tools.Options.Range;
import io.github.freestep.tools.report.Interrupt;
import io.github.freestep.tools.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Plays the loops of the classic articles and Freestep under the same settings, and prints figures of their motion. */
@Command(
        name = "compare",
        description = {
            "Compare the ways to drive a simulation: the loops of the classic articles beside Freestep.",
            "The loops run on a scripted clock, so the table is the same on every machine.",
            "Prints the motion of each loop after it has settled, and draws some of them with --pictures.",
            "With --peers, runs Freestep beside Minie, SiO2 and libGDX with Box2D, unmodified, and beside the rules by"
                    + " which Unity's netcode, Velthoric and Sable delay a picture, each in a process of its own, and"
                    + " prints the tables of the page. `mvn -Ppeers package` gets Minie and SiO2."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all loops were played",
            "1:with --peers: the host of a peer failed; the tables have the others",
            "2:an option is wrong, or a picture could not be written"
        })
public final class CompareCommand extends AppCommand {
    static final List<Integer> LOOP_FPS = List.of(30, 60, 75, 144, 240);
    static final int LOOP_SECONDS = 40;
    static final long SEED = 1;

    private static final int DRAWN_FPS = 60;
    private static final List<LoopKind> LOOPS =
            List.of(LoopKind.CAPPED, LoopKind.INTERPOLATED, LoopKind.CLAMPED, LoopKind.UNITY, LoopKind.FREESTEP);
    static final List<Integer> PEER_FPS = List.of(60, 144);

    private static final int PEER_SECONDS = 6;
    private static final int PEER_ROUNDS = 1;
    private static final int PEER_SLOWNESS = 8;

    @Option(
            names = "--pictures",
            paramLabel = "FOLDER",
            description = "Write the pictures of the gallery into this folder instead.")
    private Path pictures;

    @Option(
            names = "--peers",
            description =
                    "Compare Freestep with other libraries instead, each in a process. Says at the start how long it"
                            + " will take, and prints all tables at the end.")
    private boolean peers;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "With --peers: how often each play is repeated, 1 to 100. Figures are medians. Default: 1.")
    @Range(max = 100)
    private Integer rounds;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "With --peers: how long each play is measured, 1 to 600, after five sixths of that as a"
                    + " warm-up, in seconds of its display. Default: 6.")
    @Range(max = 600)
    private Integer seconds;

    @Option(
            names = "--slow-motion",
            paramLabel = "N",
            description = "With --peers: make displays, costs of steps, drawing, keys and clocks N times slower, 1 to"
                    + " 100, so that other programs disturb motion N times less. The steps of engines are not slower."
                    + " Default: 8. Real time is 1, and needs an idle machine.")
    @Range(max = 100)
    private Integer slowness;

    @Option(
            names = "--films",
            paramLabel = "FOLDER",
            description = "With --peers: where to keep what was shown. Another run with the same options continues"
                    + " after what is there.")
    private Path films;

    @Override
    public Integer call() {
        if (pictures != null && peers) {
            throw wrong("--pictures must not be used with --peers");
        }
        if ((rounds != null || seconds != null || slowness != null || films != null) && !peers) {
            throw wrong("--rounds, --seconds, --slow-motion and --films need --peers");
        }
        if (pictures != null) {
            return callPictures();
        }
        try {
            return peers ? callPeers() : callLoops();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Interrupt.EXIT_CODE;
        } catch (IOException e) {
            throw wrong("--films must be a folder to write to: " + e.getMessage());
        }
    }

    private Integer callLoops() {
        List<LoopResult> rows = new Comparison(LOOP_FPS, SEED, LOOP_SECONDS).rows();
        print("On a scripted clock, seed %d: the same on every machine. The gallery explains the columns.%n", SEED);
        for (LoopTable table : LoopTable.all()) {
            print("%n%s%n", table.titles());
            rows.forEach(row -> print("%s%n", table.line(row)));
        }
        print("%n");
        KeyTable.lines(SEED).forEach(line -> print("%s%n", line));
        return CommandLine.ExitCode.OK;
    }

    private Integer callPictures() {
        try {
            Files.createDirectories(pictures);
            draw("newest.svg", LoopDrawing.svg(List.of(LoopKind.RAW, LoopKind.FREESTEP), DRAWN_FPS, SEED));
            draw("loops.svg", LoopDrawing.svg(LOOPS, DRAWN_FPS, SEED));
            draw("delays.svg", DelayCurve.svg(DRAWN_FPS, SEED));
            return CommandLine.ExitCode.OK;
        } catch (IOException e) {
            throw wrong("--pictures must be a folder to write to: " + e.getMessage());
        }
    }

    private void draw(String name, String svg) throws IOException {
        Path file = pictures.resolve(name);
        Files.writeString(file, svg);
        print("drawn in %s%n", file);
    }

    private Integer callPeers() throws InterruptedException, IOException {
        Path folder = films == null ? Files.createTempDirectory("freestep-peers") : Files.createDirectories(films);
        PeerComparison comparison = new PeerComparison(
                PEER_FPS,
                SEED,
                or(seconds, PEER_SECONDS),
                or(rounds, PEER_ROUNDS),
                or(slowness, PEER_SLOWNESS),
                folder);
        String out = PeerComparison.leftOut();
        print(
                "On %s.%s%nTakes %d min, and keeps films in %s.%n",
                Machine.here(), out.isEmpty() ? "" : " " + out, comparison.minutes(), folder);
        AtomicInteger failures = new AtomicInteger();
        PeerTable table = comparison.run(reason -> {
            failures.incrementAndGet();
            print("%s%n", reason);
        });
        print("%n## Motion%n%n%s%n## From key to picture%n%n%s", table.motion(), table.keys());
        return failures.get() == 0 ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private static int or(Integer option, int otherwise) {
        return option != null ? option : otherwise;
    }
}
