package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.app.compare.peers.PeerComparison;
import io.github.freestep.benchmarks.app.compare.peers.PeerTable;
import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.benchmarks.report.Json;
import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.ReportFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
            "Prints the motion of each loop after it has settled.",
            "With --peers, runs Freestep beside Minie, SiO2, libGDX with Box2D and dyn4j, unmodified, each in a"
                    + " process of its own, and prints tables. `mvn -Ppeers package` gets Minie and SiO2."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all loops were played",
            "1:with --peers: the host of a peer failed; the tables and the file have the others",
            "2:an option is wrong, or the file could not be written"
        })
public final class CompareCommand extends AppCommand {
    static final List<Integer> LOOP_FPS = List.of(30, 60, 75, 144, 240);
    static final int LOOP_SECONDS = 40;
    static final List<Integer> PEER_FPS = List.of(60, 144, 240);

    private static final int PEER_SECONDS = 3;
    private static final int PEER_ROUNDS = 3;
    private static final int MOST_DISPLAYS = 8;

    @Option(
            names = "--fps",
            paramLabel = "FPS",
            split = ",",
            description = "Refreshes per second of up to 8 displays, 20 to 1000. Default: 30,60,75,144,240; with"
                    + " --peers: 60,144,240.")
    @Range(min = 20, max = 1_000)
    private List<Integer> fps;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all random numbers. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--peers",
            description =
                    "Compare Freestep with other physics services instead. Needs an idle machine. Says at the start"
                            + " how long it will take, and prints all tables at the end.")
    private boolean peers;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "With --peers: seconds per play, 1 to 600. Default: 3.")
    @Range(max = 600)
    private Integer seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "With --peers: how often each play is repeated, 1 to 100. Figures are medians. Default: 3.")
    @Range(max = 100)
    private Integer rounds;

    @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON to this file.")
    private Path json;

    @Override
    public Integer call() {
        if ((rounds != null || seconds != null) && !peers) {
            throw wrong((rounds != null ? "--rounds" : "--seconds") + " needs --peers");
        }
        if (json != null && peers) {
            throw wrong("--json must not be given with --peers");
        }
        if (fps != null && fps.size() > MOST_DISPLAYS) {
            throw wrong("--fps must be at most " + MOST_DISPLAYS + " displays, was " + fps.size());
        }
        ReportFile file = json == null ? null : checked(() -> new ReportFile("--json", json));
        try {
            return peers ? callPeers() : callLoops(file);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Interrupt.EXIT_CODE;
        } catch (IOException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
    }

    private Integer callLoops(ReportFile file) throws IOException {
        Comparison comparison = new Comparison(fps != null ? fps : LOOP_FPS, seed, LOOP_SECONDS);
        LoopTable table = LoopTable.of(comparison.fps());
        LoopTable troubles = LoopTable.ofTroubles();
        List<LoopResult> rows = new ArrayList<>();
        print("On a scripted clock, seed %d: the same on every machine.%n%s%n", seed, table.titles());
        comparison.rows(row -> {
            rows.add(row);
            print("%s%n", table.line(row));
        });
        print("%n%s%n", troubles.titles());
        rows.forEach(row -> print("%s%n", troubles.line(row)));
        print("%n%s%n", String.join(System.lineSeparator(), LoopTable.LEGEND));
        if (file != null) {
            file.write(Json.write(json(comparison, rows)) + System.lineSeparator());
        }
        return CommandLine.ExitCode.OK;
    }

    /** Returns all figures: nanoseconds, metres, seconds and shares, by the names that they have here. */
    static Map<String, Object> json(Comparison comparison, List<LoopResult> rows) {
        return Map.of("settings", comparison, "loops", rows);
    }

    private Integer callPeers() throws InterruptedException {
        PeerComparison comparison = new PeerComparison(
                fps != null ? fps : PEER_FPS,
                seed,
                seconds != null ? seconds : PEER_SECONDS,
                rounds != null ? rounds : PEER_ROUNDS);
        String out = PeerComparison.leftOut();
        print("On %s.%s%nTakes %d min.%n", Machine.here(), out.isEmpty() ? "" : " " + out, comparison.minutes());
        AtomicInteger failures = new AtomicInteger();
        PeerTable table = comparison.run(reason -> {
            failures.incrementAndGet();
            print("%s%n", reason);
        });
        print("%n%s%n%s%n", table.text(), String.join(System.lineSeparator(), PeerComparison.LEGEND));
        return failures.get() == 0 ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
}
