package io.github.freestep.tools.pacing;

import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.tools.AppCommand;
import io.github.freestep.tools.Options.Range;
import io.github.freestep.tools.report.Machine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Compares in interleaved rounds how late a service begins its ticks with loops that people write by hand. Each round
 * begins with another row, so that a machine that becomes slower or faster meanwhile changes all rows alike.
 */
@Command(
        name = "pacing",
        sortOptions = false,
        description = {
            "Measure how late a service of 16 bodies begins its ticks, beside loops by hand. A row that the system"
                    + " refuses is skipped, with the reason."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all rows ran or were skipped", "2:an option is wrong"})
public final class PacingCommand extends AppCommand {
    private static final int PRIORITY = 80;
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Ticks per second. */
    private static final int RATE = 100;

    /** What loops by hand usually spin, because nearly all wake-ups are less late than that. */
    private static final long SPIN_NANOS = 1_000_000;

    /** For a second: long enough for the JIT compilers to finish. */
    private static final int WARM_UP_RATE = 20_000;

    /** A way to wake up at a fixed rate. */
    @FunctionalInterface
    interface Row {
        /** Wakes up that many times. Throws an exception with the reason if the system refuses, or is too busy. */
        Lateness run(int ratePerSecond, int ticks) throws IOException, InterruptedException;
    }

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "Seconds that a row runs in a round, 1 to 60. Default: ${DEFAULT-VALUE}.")
    @Range(max = 60)
    private int seconds = 5;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Rounds of each row, 1 to 1000. Default: ${DEFAULT-VALUE}.")
    @Range(max = 1_000)
    private int rounds = 5;

    /** Shorter in tests, with all that lasts as long as it or a part of it. */
    int secondMillis = 1_000;

    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final Map<String, List<Lateness>> measured = new LinkedHashMap<>();

    @Override
    public Integer call() throws InterruptedException {
        print("%s%n%d Hz, %d rounds of %d s per row%n", Machine.here(), RATE, rounds, seconds);
        rows.put("freestep", service(false, builder -> builder));
        rows.put("freestep step", service(true, builder -> builder));
        rows.put("freestep budget 0", service(false, builder -> builder.spinBudgetPerMille(0)));
        rows.put(
                "freestep real time",
                service(false, builder -> builder.spinBudgetPerMille(0).realTime(PRIORITY)));
        rows.put("park", (hertz, ticks) -> byHand(hertz, ticks, 0));
        rows.put("park and spin", (hertz, ticks) -> byHand(hertz, ticks, SPIN_NANOS));
        measure();
        return 0;
    }

    private Row service(boolean untilTheStep, UnaryOperator<PhysicsBuilder> options) {
        return (hertz, ticks) ->
                ServiceRun.measure(hertz, secondMillis / 2, 1_000L * ticks / hertz, untilTheStep, options);
    }

    /** Waits for a grid of times in a loop of the usual kind, which spins for a last part of the wait. */
    private static Lateness byHand(int rate, int ticks, long spinNanos) throws IOException {
        long[] lateness = new long[ticks];
        long startNanos = System.nanoTime();
        long cpuNanos = -THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < ticks; i++) {
            long dueNanos = startNanos + (i + 1) * SECOND_NANOS / rate;
            for (long left = dueNanos - System.nanoTime(); left > spinNanos; left = dueNanos - System.nanoTime()) {
                LockSupport.parkNanos(left - spinNanos);
            }
            while (System.nanoTime() - dueNanos < 0) {
                Thread.onSpinWait();
            }
            lateness[i] = System.nanoTime() - dueNanos;
        }
        cpuNanos += THREADS.getCurrentThreadCpuTime();
        return Lateness.of(lateness, 100.0 * cpuNanos / (System.nanoTime() - startNanos));
    }

    private void measure() throws InterruptedException {
        for (Map.Entry<String, Row> row : rows.entrySet()) {
            try {
                row.getValue().run(WARM_UP_RATE, WARM_UP_RATE * secondMillis / 1_000);
                measured.put(row.getKey(), new ArrayList<>());
            } catch (IOException | RuntimeException refused) {
                print("%s is skipped: %s%n", row.getKey(), refused.getMessage());
            }
        }
        List<String> order = new ArrayList<>(measured.keySet());
        for (int round = 0; round < rounds; round++) {
            for (String name : order) {
                try {
                    int ticks = (int) ((long) RATE * seconds * secondMillis / 1_000);
                    measured.get(name).add(rows.get(name).run(RATE, ticks));
                } catch (IOException skipped) {
                    print("%s is skipped in round %d: %s%n", name, round + 1, skipped.getMessage());
                }
            }
            Collections.rotate(order, -1);
        }
        measured.values().removeIf(List::isEmpty);
        print("%n%s%n", Lateness.header());
        measured.forEach((name, each) -> print("%s%n", Lateness.row(name, each)));
    }
}
