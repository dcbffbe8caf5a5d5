package io.github.freestep.benchmarks.report;

import java.util.List;
import java.util.stream.DoubleStream;

/** From one place on an axis to another, which may be the same. The name is empty where many are alike. */
record Stretch(String name, double from, double to) {
    Stretch {
        if (!ChartSeries.drawn(from) || !ChartSeries.drawn(to) || to < from) {
            throw new IllegalArgumentException((name.isEmpty() ? "a stretch" : name) + " is from " + from + " to " + to
                    + "; give finite ends, the lesser first");
        }
    }

    static DoubleStream ends(List<Stretch> all) {
        return all.stream().flatMapToDouble(s -> DoubleStream.of(s.from, s.to));
    }
}
