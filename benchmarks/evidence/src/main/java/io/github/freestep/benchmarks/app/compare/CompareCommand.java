package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.peers.PeerComparison;
import io.github.freestep.benchmarks.app.compare.peers.PeerTable;
import io.github.freestep.benchmarks.app.compare.sent.SentTable;
import io.github.freestep.benchmarks.app.compare.sent.Training;
import io.github.freestep.tools.AppCommand;
import io.github.freestep.tools.Options.Range;
import io.github.freestep.tools.report.Interrupt;
import io.github.freestep.tools.report.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
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
                    + " which Unity's netcode, Velthoric and Sable delay a picture, all in the same seconds, each in a"
                    + " process of its own, and prints the tables of the page with the load of the machine. `mvn"
                    + " -Ppeers package` gets Minie and SiO2."
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
    private static final long TRAINING_SEED = 77;

    private static final int DRAWN_FPS = 60;
    private static final List<LoopKind> LOOPS =
            List.of(LoopKind.CAPPED, LoopKind.INTERPOLATED, LoopKind.CLAMPED, LoopKind.UNITY, LoopKind.FREESTEP);
    static final List<Integer> PEER_FPS = List.of(60, 144);

    /** After that, a pacer knows its display, and the picture is as young as it gets. */
    private static final int PEER_SETTLE_SECONDS = 12;

    private static final int PEER_SECONDS = 5;
    private static final int PEER_SLOWNESS = 12;

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
            names = "--bytes",
            description = "Print instead how many kbit/s states take, with all headers: the cubes of the article"
                    + " \"Snapshot Compression\" and other scenes, beside all floats and the coding of that article.")
    private boolean bytes;

    @Option(
            names = "--models",
            paramLabel = "FILE",
            description = "Play scenes of another seed instead, and write the models that the coder of bodies begins"
                    + " with: bodies.models of freestep-net.")
    private Path models;

    @Option(
            names = "--slow-motion",
            paramLabel = "N",
            description = "With --peers: make displays, costs of steps, drawing, keys and clocks N times slower, 1 to"
                    + " 100, so that other programs disturb motion N times less. The steps of engines are not slower."
                    + " Default: 12. Real time is 1, and needs an idle machine.")
    @Range(max = 100)
    private Integer slowness;

    @Override
    public Integer call() {
        if (Stream.of(pictures != null, peers, bytes, models != null)
                        .filter(Boolean::booleanValue)
                        .count()
                > 1) {
            throw wrong("only one of --pictures, --peers, --bytes and --models may be used");
        }
        if (slowness != null && !peers) {
            throw wrong("--slow-motion needs --peers");
        }
        if (pictures != null) {
            return callPictures();
        }
        if (bytes) {
            SentTable.lines(SEED, line -> print("%s%n", line));
            return CommandLine.ExitCode.OK;
        }
        try {
            if (models != null) {
                Files.write(models, Training.models(TRAINING_SEED));
                return CommandLine.ExitCode.OK;
            }
            return peers ? callPeers() : callLoops();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Interrupt.EXIT_CODE;
        } catch (IOException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
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
        PeerComparison comparison = new PeerComparison(
                PEER_FPS, SEED, PEER_SETTLE_SECONDS, PEER_SECONDS, slowness == null ? PEER_SLOWNESS : slowness);
        String out = PeerComparison.leftOut();
        print("On %s.%s%nTakes %d min.%n", Machine.here(), out.isEmpty() ? "" : " " + out, comparison.minutes());
        AtomicInteger failures = new AtomicInteger();
        PeerTable table = comparison.run(reason -> {
            failures.incrementAndGet();
            print("%s%n", reason);
        });
        print("%n## Motion%n%n%s%n## From key to picture%n%n%s", table.motion(), table.keys());
        return failures.get() == 0 ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
}
