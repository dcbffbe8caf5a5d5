package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.Median;
import io.github.freestep.benchmarks.report.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares in interleaved rounds many services with steppers that one thread steps by hand. */
@Command(
        name = "services",
        // The alias makes it read as an option of pacing: pacing of many services.
        aliases = "--services",
        sortOptions = false,
        description = {
            "Run many services at the same time, as a server does that has one world per room: in a group of a few"
                    + " threads, with a thread each, and stepped by hand. Print what each way costs, and how late its"
                    + " ticks begin."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all rows ran", "2:an option is wrong"},
        footer = {"%nExamples:", "  pacing --services 100", "  pacing --services 1000 --rate 20"})
final class ServicesCommand extends AppCommand {
    /** More threads would measure the system's scheduler. */
    private static final int MOST_OWN_THREADS = 200;

    /** The ticks of a round whose lateness is stored; each takes eight bytes, and eight more at the end. */
    private static final long MOST_TICKS = 5_000_000;

    @Parameters(
            paramLabel = "SERVICES",
            arity = "0..1",
            description = "Number of services, 1 to 10000. Default: ${DEFAULT-VALUE}.")
    @Range(max = 10_000)
    private int services = 100;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Threads of the group, 1 to 64. Default: ${DEFAULT-VALUE}.")
    @Range(max = 64)
    private int workers = 2;

    @Mixin
    final InterleavedRounds rounds = new InterleavedRounds();

    private final List<Row> rows = new ArrayList<>();

    /** A way to run rooms, and what its rounds have measured. */
    private record Row(String name, int services, Function<List<RoomWorld>, Rooms> start, List<Rooms.Measured> rounds) {
        Row(String name, int services, Function<List<RoomWorld>, Rooms> start) {
            this(name, services, start, new ArrayList<>());
        }

        private List<Lateness> lateness() {
            return rounds.stream().map(Rooms.Measured::lateness).toList();
        }

        private double median(ToDoubleFunction<Rooms.Measured> figure) {
            return Median.of(rounds.stream().mapToDouble(figure));
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        if ((long) services * rounds.rate * rounds.seconds > MOST_TICKS) {
            throw wrong("--seconds must be at most " + MOST_TICKS / services / rounds.rate + " with " + services
                    + " services at " + rounds.rate + " Hz, was " + rounds.seconds);
        }
        print(
                "%s%n%,d services at %d Hz, %d rounds of %d s%n",
                Machine.here(), services, rounds.rate, rounds.rounds, rounds.seconds);
        rows.add(new Row("own thread", 1, worlds -> Rooms.services(worlds, rounds.rate, 0, builder -> builder)));
        rows.add(new Row("group of one", 1, worlds -> Rooms.services(worlds, rounds.rate, 1, builder -> builder)));
        rows.add(new Row(
                "group of many", services, worlds -> Rooms.services(worlds, rounds.rate, workers, builder -> builder)));
        if (services <= MOST_OWN_THREADS) {
            rows.add(new Row(
                    "own threads", services, worlds -> Rooms.services(worlds, rounds.rate, 0, builder -> builder)));
        }
        rows.add(new Row("by hand", services, worlds -> Rooms.byHand(worlds, rounds.rate)));
        for (Row row : rows) {
            run(row, rounds.secondMillis);
            row.rounds.clear();
        }
        rounds.run(rows, row -> run(row, rounds.millis()));
        report();
        return 0;
    }

    private void run(Row row, long millis) throws InterruptedException {
        row.rounds.add(Rooms.measure(row.services, rounds.rate, rounds.secondMillis / 2, millis, row.start));
    }

    private void report() {
        print("%n%8s %s %8s %10s%n", "services", Lateness.header(), "ticks", "kB/service");
        for (Row row : rows) {
            print(
                    "%8d %s %8s %10s%n",
                    row.services,
                    Lateness.row(row.name, row.lateness()),
                    Units.text("%.1f %%", row.median(Rooms.Measured::ticksPercent)),
                    // One room is less than what else changes in the heap.
                    row.services == 1 ? "-" : Units.text("%.1f", row.median(Rooms.Measured::heapBytes) / 1_024));
        }
        print("%ngroup of many, as a multiple of by hand: CPU %.2f%n", cpu("group of many") / cpu("by hand"));
    }

    private double cpu(String name) {
        return rows.stream()
                .filter(row -> row.name.equals(name))
                .mapToDouble(row -> row.median(each -> each.lateness().cpuPercent()))
                .sum();
    }
}
