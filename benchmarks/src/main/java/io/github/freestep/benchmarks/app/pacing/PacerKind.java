package io.github.freestep.benchmarks.app.pacing;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The ways to wake up at a fixed rate; each prints as its name in the table. */
enum PacerKind {
    FREESTEP("freestep", () -> new ServicePacer(false)),
    FREESTEP_STEP("freestep step", () -> new ServicePacer(true)),
    FREESTEP_INPUT("freestep input", () -> new LoadedPacer(false)),
    FREESTEP_RECORDED("freestep recorded", () -> new LoadedPacer(true)),
    FREESTEP_WAIT("freestep wait", LoopPacer::preciseWait),
    BUDGET_0("freestep budget 0", () -> new ServicePacer(0)),
    BUDGET_5("freestep budget 5", () -> new ServicePacer(5)),
    BUDGET_20("freestep budget 20", () -> new ServicePacer(20)),
    REAL_TIME("freestep real time", RealTimePacer::new),
    SLEEP("sleep", LoopPacer::sleep),
    PARK("parkNanos", LoopPacer::park),
    EXECUTOR("scheduled executor", ExecutorPacer::new),
    SPIN("spin", LoopPacer::spin),
    CYCLICTEST("cyclictest", () -> new CyclictestPacer(0)),
    CYCLICTEST_FIFO("cyclictest fifo", () -> new CyclictestPacer(RealTimePacer.PRIORITY));

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
                .orElseThrow(() ->
                        new IllegalArgumentException("--rows must be some of " + labels() + ", was \"" + label + "\""));
    }

    static String labels() {
        return Arrays.stream(values()).map(PacerKind::toString).collect(Collectors.joining(", "));
    }

    @Override
    public String toString() {
        return label;
    }
}
