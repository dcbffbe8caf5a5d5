package io.github.freestep.benchmarks.app.compare;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.app.Progress;
import io.github.freestep.benchmarks.app.ReportOptions;
import io.github.freestep.benchmarks.app.compare.loops.LoopKind;
import io.github.freestep.benchmarks.app.compare.peers.PeerComparison;
import io.github.freestep.benchmarks.app.compare.peers.PeerTable;
import io.github.freestep.benchmarks.report.Interrupt;
import io.github.freestep.benchmarks.report.Machine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Plays the loops of the classic articles, of engines, and Freestep under the same settings, and prints figures of
 * their motion.
 */
@Command(
        name = "compare",
        description = {
            "Compare the ways to drive a simulation: the loops of the classic articles and of engines"
                    + " beside Freestep.",
            "By default, the loops run on a scripted clock, so the table is the same on every machine. With --real,"
                    + " they run in threads on the real clock.",
            "Prints two lines per loop: its motion after it has settled, and its motion in the first 3 s.",
            "With --peers, runs Freestep beside Minie, SiO2, libGDX with Box2D and dyn4j, unmodified, each in a"
                    + " process of its own, and prints tables. `mvn -Ppeers package` gets Minie and SiO2."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all loops were played",
            "1:with --peers: the host of a peer failed; the tables and files have the others",
            "2:an option is wrong, or a file could not be written",
            "130:interrupted; the files have the loops played so far, and with --peers nothing"
        })
public final class CompareCommand extends AppCommand {
    static final List<Integer> SCRIPTED_FPS = List.of(30, 60, 75, 144, 240);
    static final List<Integer> REAL_FPS = List.of(60, 144);
    static final int SCRIPTED_SECONDS = 40;
    static final int REAL_SECONDS = 3;
    static final List<Integer> PEER_FPS = List.of(60, 144, 240);
    private static final int PEER_ROUNDS = 3;
    private static final int MOST_DISPLAYS = 8;

    @Option(
            names = "--fps",
            paramLabel = "FPS",
            split = ",",
            description = "Refreshes per second of up to 8 displays, 20 to 1000. Default: 30,60,75,144,240; with"
                    + " --real: 60,144; with --peers: 60,144,240.")
    @Range(min = 20, max = 1_000)
    private List<Integer> fps;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all random numbers. Default: ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--real",
            description =
                    "Play on the real clock. Needs an idle machine, and says at the start how long it will take. The"
                            + " effect of stalls and the equality of end states are not measured; their columns show"
                            + " dashes. Nor are drawing that takes time and displays that vary.")
    private boolean real;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "With --real or --peers: seconds per play, 1 to 600. Default: 3.")
    @Range(max = 600)
    private Integer seconds;

    @Option(
            names = "--peers",
            description =
                    "Compare Freestep with other physics services instead. Needs an idle machine. Says at the start"
                            + " how long it will take, and prints all tables at the end.")
    private boolean peers;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "With --peers: how often each play is repeated, 1 to 100. Figures are medians. Default: 3.")
    @Range(max = 100)
    private Integer rounds;

    @Mixin
    private ReportOptions files;

    @Override
    public Integer call() {
        if (rounds != null && !peers) {
            throw wrong("--rounds needs --peers");
        }
        return peers ? callPeers() : callLoops();
    }

    private Integer callPeers() {
        if (real) {
            throw wrong("--peers does not go with --real");
        }
        checked(() -> files.check("peers"));
        PeerComparison comparison = new PeerComparison(
                displays(PEER_FPS),
                seed,
                seconds != null ? seconds : REAL_SECONDS,
                rounds != null ? rounds : PEER_ROUNDS);
        Machine machine = Machine.here();
        String out = PeerComparison.leftOut();
        String where = "On " + machine + "." + (out.isEmpty() ? "" : " " + out);
        print("%s%nTakes %d min.%n", where, comparison.minutes());
        Progress progress = new Progress(out(), "play", comparison.plays());
        AtomicInteger plays = new AtomicInteger();
        AtomicInteger failures = new AtomicInteger();
        try {
            PeerTable table = comparison.run(() -> played(comparison, plays.incrementAndGet(), progress), reason -> {
                failures.incrementAndGet();
                progress.clear();
                print("%s%n", reason);
            });
            progress.clear();
            print("%n%s%n", table.text());
            PeerComparison.LEGEND.forEach(line -> print("%s%n", line));
            boolean all = failures.get() == 0;
            files.write(
                    () -> PeerPage.html(
                            comparison, table, where + (all ? "" : " A host failed, so its later plays are missing.")),
                    () -> PeerPage.json(comparison, table, all && out.isEmpty(), machine.json()));
            print("%s", files.where());
            return all ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Interrupt.EXIT_CODE;
        } catch (IOException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
    }

    private void played(PeerComparison comparison, int plays, Progress progress) {
        progress.at(plays);
        int playsOfRound = comparison.plays() / comparison.rounds();
        if (plays % playsOfRound == 0) {
            progress.clear();
            print("Round %d of %d is over.%n", plays / playsOfRound, comparison.rounds());
        }
    }

    private Integer callLoops() {
        try (Interrupt interrupt = new Interrupt(out())) {
            Comparison comparison = comparison();
            checked(() -> files.check("compare"));
            Machine machine = Machine.here();
            List<LoopResult> rows = Collections.synchronizedList(new ArrayList<>());
            boolean begins = interrupt.begins(() -> {
                // Do not wait for the current loop, which may take minutes.
                end(comparison, List.copyOf(rows), machine);
                interrupt.written();
            });
            if (begins) {
                play(comparison, machine, rows);
            }
            if (interrupt.over()) {
                // The interrupting thread writes the files.
                return Interrupt.EXIT_CODE;
            }
            int exitCode = end(comparison, rows, machine);
            interrupt.exitsWith(exitCode);
            return exitCode;
        }
    }

    private void play(Comparison comparison, Machine machine, List<LoopResult> rows) {
        print("%s%n", where(machine));
        if (real) {
            print(
                    "Takes %d s; prints each loop when it has been played.%n",
                    Math.round(comparison.plays() * comparison.seconds()));
        }
        LoopTable table = LoopTable.of(comparison.fps());
        print("%s%n", table.titles());
        Progress progress = new Progress(out(), "play", comparison.plays());
        AtomicInteger plays = new AtomicInteger();
        comparison.rows(() -> progress.at(plays.incrementAndGet()), row -> {
            rows.add(row);
            progress.clear();
            print("%s%n", table.lines(row));
        });
        progress.clear();
    }

    private String where(Machine machine) {
        return real
                ? "In threads on the real clock of " + machine + "."
                : "On a scripted clock, seed " + seed + ": the same on every machine.";
    }

    /** Prints the legend and writes the files, for all loops or, after an interrupt, for the first of them. */
    private int end(Comparison comparison, List<LoopResult> rows, Machine machine) {
        if (rows.isEmpty()) {
            print("interrupted before the first loop was played: nothing to report%n");
            return Interrupt.EXIT_CODE;
        }
        if (!real) {
            LoopTable troubles = LoopTable.ofTroubles();
            print("%n%s%n", troubles.titles());
            rows.forEach(row -> print("%s%n", troubles.line(row)));
            print("%n");
        }
        LoopTable.LEGEND.forEach(line -> print("%s%n", line));
        String all = "";
        if (rows.size() < LoopKind.values().length) {
            all = " Interrupted: " + rows.size() + " of " + LoopKind.values().length + " loops were played.";
            print("%s%n", all.strip());
        }
        String how = where(machine) + all;
        try {
            files.write(
                    () -> ComparePage.html(comparison, rows, how),
                    () -> Figures.json(comparison, rows, machine.json()));
            print("%s", files.where());
            return CommandLine.ExitCode.OK;
        } catch (IOException e) {
            err().println(e.getMessage());
            return CommandLine.ExitCode.USAGE;
        }
    }

    private Comparison comparison() {
        List<Integer> displays = displays(real ? REAL_FPS : SCRIPTED_FPS);
        if (seconds != null && !real) {
            throw wrong("--seconds needs --real or --peers; on the scripted clock every loop is played for "
                    + SCRIPTED_SECONDS + " s");
        }
        int played = seconds != null ? seconds : real ? REAL_SECONDS : SCRIPTED_SECONDS;
        return new Comparison(displays, seed, played, real);
    }

    private List<Integer> displays(List<Integer> usual) {
        if (fps != null && fps.size() > MOST_DISPLAYS) {
            throw wrong("--fps must be at most " + MOST_DISPLAYS + " displays, was " + fps.size());
        }
        return fps != null ? fps : usual;
    }
}
