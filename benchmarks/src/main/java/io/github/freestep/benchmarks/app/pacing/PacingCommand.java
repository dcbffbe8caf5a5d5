package io.github.freestep.benchmarks.app.pacing;

import io.github.freestep.benchmarks.app.AppCommand;
import io.github.freestep.benchmarks.report.Machine;
import io.github.freestep.physics.PhysicsBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Compares in interleaved rounds how late a service begins its ticks with the kernel's own timer. */
@Command(
        name = "pacing",
        subcommands = ServicesCommand.class,
        synopsisSubcommandLabel = "[COMMAND]",
        description = {
            "Measure how late a service of 16 bodies begins its ticks, beside cyclictest of the real-time kernel's"
                    + " developers. A row that the system refuses is skipped, with the reason.",
            "jmh WakeUpBenchmark compares the service's wait with the usual ways to wait."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all rows ran or were skipped", "2:an option is wrong"})
public final class PacingCommand extends AppCommand {
    private static final int PRIORITY = 80;

    /** For a second: long enough for the JIT compilers to finish. */
    private static final int WARM_UP_RATE = 20_000;

    /** A way to wake up at a fixed rate. */
    @FunctionalInterface
    interface Row {
        /** Wakes up that many times. Throws an exception with the reason if the system refuses the row. */
        Lateness run(int ratePerSecond, int ticks) throws IOException, InterruptedException;
    }

    @Mixin
    final InterleavedRounds rounds = new InterleavedRounds();

    @Override
    public Integer call() throws InterruptedException {
        print("%s%n%d Hz, %d rounds of %d s per row%n", Machine.here(), rounds.rate, rounds.rounds, rounds.seconds);
        Map<String, Row> rows = new LinkedHashMap<>();
        rows.put("freestep", service(builder -> builder));
        rows.put("freestep step", row(Rooms::untilTheStep));
        for (int budget : new int[] {0, 20}) {
            rows.put("freestep budget " + budget, service(builder -> builder.spinBudgetPerMille(budget)));
        }
        rows.put(
                "freestep real time",
                service(builder -> builder.spinBudgetPerMille(0).realTime(PRIORITY)));
        rows.put("cyclictest", new Cyclictest(0));
        rows.put("cyclictest real time", new Cyclictest(PRIORITY));
        measure(rows);
        return 0;
    }

    private Row service(UnaryOperator<PhysicsBuilder> options) {
        return row((worlds, rate) -> Rooms.services(worlds, rate, 0, options));
    }

    private Row row(BiFunction<List<RoomWorld>, Integer, Rooms> start) {
        return (rate, ticks) -> Rooms.measure(
                        1, rate, rounds.secondMillis / 2, 1_000L * ticks / rate, worlds -> start.apply(worlds, rate))
                .lateness();
    }

    private void measure(Map<String, Row> rows) throws InterruptedException {
        Map<String, List<Lateness>> measured = new LinkedHashMap<>();
        for (Map.Entry<String, Row> row : rows.entrySet()) {
            try {
                row.getValue().run(WARM_UP_RATE, WARM_UP_RATE * rounds.secondMillis / 1_000);
                measured.put(row.getKey(), new ArrayList<>());
            } catch (IOException | RuntimeException refused) {
                print("%s is skipped: %s%n", row.getKey(), refused.getMessage());
            }
        }
        rounds.run(List.copyOf(measured.keySet()), name -> {
            try {
                measured.get(name).add(rows.get(name).run(rounds.rate, (int) (rounds.rate * rounds.millis() / 1_000)));
            } catch (IOException e) {
                throw new IllegalStateException(name + " failed: " + e.getMessage(), e);
            }
        });
        print("%n%s%n", Lateness.header());
        measured.forEach((name, each) -> print("%s%n", Lateness.row(name, each)));
    }
}
