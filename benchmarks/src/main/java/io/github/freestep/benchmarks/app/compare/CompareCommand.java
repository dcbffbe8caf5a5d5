package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.app.compare.peers.PeerComparison;
import io.github.freestep.benchmarks.app.compare.peers.PeerTable;
import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.benchmarks.report.Machine;
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
            "Prints the motion of each loop after it has settled.",
            "With --peers, runs Freestep beside Minie, SiO2 and libGDX with Box2D, unmodified, each in a"
                    + " process of its own, and prints tables. `mvn -Ppeers package` gets Minie and SiO2."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all loops were played",
            "1:with --peers: the host of a peer failed; the tables have the others",
            "2:an option is wrong"
        })
public final class CompareCommand extends AppCommand {
    static final List<Integer> LOOP_FPS = List.of(30, 60, 75, 144, 240);
    static final int LOOP_SECONDS = 40;
    static final long SEED = 1;
    static final List<Integer> PEER_FPS = List.of(60, 144);

    private static final int PEER_SECONDS = 30;
    private static final int PEER_ROUNDS = 4;

    @Option(
            names = "--peers",
            description =
                    "Compare Freestep with other libraries instead, each in a process. Needs an idle machine. Says at"
                            + " the start how long it will take, and prints all tables at the end.")
    private boolean peers;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "With --peers: how often each play is repeated, 1 to 100. Figures are medians. Default: 4.")
    @Range(max = 100)
    private Integer rounds;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "With --peers: how long each play is measured, 1 to 600, after a third of that as a warm-up."
                    + " Default: 30.")
    @Range(max = 600)
    private Integer seconds;

    @Option(
            names = "--slow-motion",
            paramLabel = "N",
            description = "With --peers: make displays, costs of steps, drawing and clocks N times slower, 1 to 100."
                    + " A busy machine then disturbs motion N times less. The steps of engines are not slower.")
    @Range(max = 100)
    private Integer slowness;

    @Override
    public Integer call() {
        if ((rounds != null || seconds != null || slowness != null) && !peers) {
            throw wrong("--rounds, --seconds and --slow-motion need --peers");
        }
        try {
            return peers ? callPeers() : callLoops();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Interrupt.EXIT_CODE;
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

    private Integer callPeers() throws InterruptedException {
        PeerComparison comparison =
                new PeerComparison(PEER_FPS, SEED, or(seconds, PEER_SECONDS), or(rounds, PEER_ROUNDS), or(slowness, 1));
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

    private static int or(Integer option, int otherwise) {
        return option != null ? option : otherwise;
    }
}
