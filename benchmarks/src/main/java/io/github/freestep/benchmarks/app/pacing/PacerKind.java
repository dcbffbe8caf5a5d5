package io.github.freestep.benchmarks.app.pacing;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The ways to compare, by the names that the table has for them. */
enum PacerKind {
    FREESTEP("freestep", () -> new ServicePacer(false)),
    FREESTEP_STEP("freestep step", () -> new ServicePacer(true)),
    FREESTEP_INPUT("freestep input", () -> new LoadedPacer(false)),
    FREESTEP_RECORDED("freestep recorded", () -> new LoadedPacer(true)),
    FREESTEP_WAIT("freestep wait", WaitPacer::new),
    BUDGET_0("freestep budget 0", () -> new ServicePacer(0)),
    BUDGET_5("freestep budget 5", () -> new ServicePacer(5)),
    BUDGET_20("freestep budget 20", () -> new ServicePacer(20)),
    SLEEP("sleep", SleepPacer::new),
    PARK("parkNanos", ParkPacer::new),
    EXECUTOR("scheduled executor", ExecutorPacer::new),
    SPIN("spin", SpinPacer::new),
    CYCLICTEST("cyclictest", () -> new CyclictestPacer(0)),
    CYCLICTEST_FIFO("cyclictest fifo", () -> new CyclictestPacer(80));

    private final String label;
    private final Supplier<Pacer> opening;

    PacerKind(String label, Supplier<Pacer> opening) {
        this.label = label;
        this.opening = opening;
    }

    Pacer open() {
        return opening.get();
    }

    static PacerKind of(String label) {
        return Arrays.stream(values())
                .filter(row -> row.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no row \"" + label + "\"; those there are: " + labels()));
    }

    static String labels() {
        return Arrays.stream(values()).map(PacerKind::toString).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return label;
    }
}
