package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.app.Options;
import io.github.freestep.benchmarks.app.Options.Range;
import io.github.freestep.benchmarks.app.Progress;
import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.benchmarks.report.Units;
import io.github.freestep.benchmarks.scenes.StepCost;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures in interleaved rounds what many services cost, and how late their ticks begin. */
@Command(
        name = "services",
        // The alias makes it read as an option of pacing: pacing of many services.
        aliases = "--services",
        sortOptions = false,
        description = {
            "Run many services at the same time, as a server does that has one world per room: in a group of a few"
                    + " threads, with a thread each, and stepped by hand. Print what each way costs, and how late its"
                    + " ticks begin, beside one service with its own thread.",
            "",
            "own thread      one service with a thread of its own",
            "group of one    one service in a group of one thread",
            "1 worker, ...   all services in a group of that many threads",
            "own threads     all services, each with its own thread; if there are more than 200 only on request, by"
                    + " --rows",
            "by hand         all worlds stepped by one thread that waits for the due time of the next tick",
            "",
            "The verdicts below the table depend on the machine, so they do not change the exit code."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all rows ran", "1:a row could not run", "2:an option is wrong"},
        footer = {
            "%nExamples:",
            "  pacing --services 100",
            "  pacing --services 1000 --rate 20",
            "  pacing --services 100 --heavy 5ms --workers 1,2 --rows '1 worker,2 workers'"
        })
final class ServicesCommand extends AppCommand {
    /** The ticks of a round whose lateness is stored; each takes four bytes, and eight more at the end. */
    private static final long MOST_TICKS = 10_000_000;

    @Parameters(
            paramLabel = "SERVICES",
            arity = "0..1",
            description = "Number of services, 1 to 10000. Default: ${DEFAULT-VALUE}.")
    @Range(max = 10_000)
    private int services = 100;

    @Option(
            names = "--workers",
            paramLabel = "N",
            split = ",",
            description = "Threads of the group, 1 to 64; a list gives a row for each. Default: 2, and 1,2 with"
                    + " --heavy.")
    @Range(max = 64)
    private List<Integer> workers;

    @Option(
            names = "--heavy",
            paramLabel = "COST",
            description = "Make each step of the first service take this time, such as 5ms or 50%% of a tick. The"
                    + " figures of ticks are then those of the other services. Default: no cost.")
    private StepCost heavy = StepCost.NONE;

    @Option(
            names = "--bodies",
            paramLabel = "N",
            description = "Bodies of a service, 1 to 10000. Default: ${DEFAULT-VALUE}.")
    @Range(max = 10_000)
    private int bodies = 16;

    @Mixin
    private RoundOptions options;

    private final Map<ServicesPlan.Row, List<ServicesRound>> measured = new LinkedHashMap<>();
    private final Machine machine = Machine.here();
    private ServicesPlan plan;
    private Progress progress;
    private boolean failed;

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<ServicesPlan.Row> rows = checked(this::rows);
        print(
                "%s%n%,d services of %d bodies at %d Hz, %d rounds of %d s per row%s%n",
                machine,
                services,
                bodies,
                options.rate,
                options.rounds,
                options.seconds,
                plan.hasHeavy() ? "; each step of one service takes " + Units.time(plan.heavyNanos()) : "");
        warmUp(rows);
        progress = new Progress(out(), "run", (long) options.rounds * measured.size());
        long runs = 0;
        for (int round = 0; round < options.rounds; round++) {
            List<ServicesPlan.Row> order = new ArrayList<>(measured.keySet());
            Collections.rotate(order, -round);
            for (ServicesPlan.Row row : order) {
                measure(row);
                progress.at(++runs);
            }
            progress.clear();
            print("round %d of %d: p99 of %s%n", round + 1, options.rounds, newestTails());
        }
        report();
        return failed ? 1 : 0;
    }

    private List<ServicesPlan.Row> rows() {
        List<Integer> threads = workers != null ? workers : heavy == StepCost.NONE ? List.of(2) : List.of(1, 2);
        plan = new ServicesPlan(services, threads, options.rate, bodies, heavy);
        if (heavy.usualNanos(1.0 / options.rate) > StepCost.MOST_NANOS) {
            throw Options.wrong("--heavy", "at most " + Units.time(StepCost.MOST_NANOS) + " a step", heavy);
        }
        if (plan.hasHeavy() && services == 1) {
            throw Options.wrong("SERVICES", "at least 2 with --heavy, which makes one of them heavy", services);
        }
        if ((long) services * options.rate * options.seconds > MOST_TICKS) {
            throw Options.wrong(
                    "--seconds",
                    "at most " + MOST_TICKS / services / options.rate + " with " + services + " services at "
                            + options.rate + " Hz, because each tick of a round is stored",
                    options.seconds);
        }
        return plan.rows(options.labels);
    }

    private void warmUp(List<ServicesPlan.Row> rows) throws InterruptedException {
        for (ServicesPlan.Row row : rows) {
            measured.put(row, new ArrayList<>());
            tried(row, () -> ServicesRun.warmUp(plan, row, options.warmUpMillis));
        }
        if (options.labels == null) {
            plan.rows().stream()
                    .filter(plan::isTooMuch)
                    .forEach(row -> print("%s is skipped: these would be %,d threads%n", row, services));
        }
    }

    private void measure(ServicesPlan.Row row) throws InterruptedException {
        tried(row, () -> measured.get(row).add(ServicesRun.of(plan, row, options.seconds * 1_000L)));
    }

    private interface Part {
        void run() throws InterruptedException;
    }

    /** Runs a part of a row. If it fails, the row does not run again. */
    private void tried(ServicesPlan.Row row, Part part) throws InterruptedException {
        try {
            part.run();
        } catch (RuntimeException | OutOfMemoryError e) {
            if (progress != null) {
                progress.clear();
            }
            print("%s failed: %s%n", row, e.getMessage());
            measured.remove(row);
            failed = true;
        }
    }

    private String newestTails() {
        StringJoiner tails = new StringJoiner(", ");
        measured.forEach((row, figures) ->
                tails.add(row + " " + Units.time(figures.get(figures.size() - 1).p99Nanos())));
        return tails.toString();
    }

    private void report() throws IOException {
        List<ServicesSummary> rows = new ArrayList<>();
        measured.forEach((row, figures) -> rows.add(new ServicesSummary(row, figures)));
        print("%n%s%n", ServicesTable.of(rows));
        List<String> verdicts = ServicesVerdicts.of(plan, rows);
        verdicts.forEach(line -> print("%s%n", line));
        options.write(figures(rows, verdicts));
    }

    private record Settings(int services, int rate, int bodies, String heavy, int seconds, int rounds) {}

    private record Figures(Settings settings, Machine machine, Map<String, Object> rows, List<String> verdicts) {}

    private Figures figures(List<ServicesSummary> rows, List<String> verdicts) {
        Map<String, Object> byName = new LinkedHashMap<>();
        rows.forEach(row -> byName.put(row.row().name(), row.json()));
        Settings settings =
                new Settings(services, options.rate, bodies, heavy.toString(), options.seconds, options.rounds);
        return new Figures(settings, machine, byName, verdicts);
    }
}
