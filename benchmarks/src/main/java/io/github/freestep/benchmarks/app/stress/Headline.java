package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Machine;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is about to be run. */
record Headline(StressSettings settings) {
    private static final String MEANT = System.lineSeparator()
            + "They are meant to show in the figures below, judder above all: that of the worst reader, in its newest quarter"
            + System.lineSeparator()
            + "of a second. Whether every promise was kept all the same, and how even the motion was apart from them, is at the"
            + " end.";

    @Override
    public String toString() {
        String faults = settings.faults().stream().map(PlannedFault::toString).collect(Collectors.joining(" "));
        return Machine.here()
                + System.lineSeparator()
                + String.format(
                        Locale.ROOT,
                        "%s of %,d bodies at %s Hz, readers at %s fps, %d s, seed %d%nfaults: %s",
                        settings.simulation(),
                        settings.bodies(),
                        settings.rate(),
                        settings.frameRates().text(" and "),
                        settings.seconds(),
                        settings.seed(),
                        faults.isEmpty() ? "none" : faults + MEANT);
    }
}
