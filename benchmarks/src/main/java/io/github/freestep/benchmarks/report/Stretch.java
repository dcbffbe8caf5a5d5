package io.github.freestep.benchmarks.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/** A range of an axis. Both ends may be equal. */
record Stretch(String name, double from, double to) {
    Stretch {
        if (!isDrawable(from) || !isDrawable(to) || to < from) {
            throw new IllegalArgumentException(
                    name + " must have finite ends, the lesser first, was from " + from + " to " + to);
        }
    }

    /** Excludes values beyond 1e300: no measurement is that large, and the length of an axis would overflow. */
    static boolean isDrawable(double value) {
        return Math.abs(value) < 1e300;
    }

    static DoubleStream ends(List<Stretch> all) {
        return all.stream().flatMapToDouble(s -> DoubleStream.of(s.from, s.to));
    }

    /** Returns similar stretches as JSON: a column of starts and one of ends. */
    static Map<String, Object> columns(String title, List<Stretch> all) {
        Map<String, Object> columns = new LinkedHashMap<>();
        columns.put("name", title);
        columns.put("from", all.stream().mapToDouble(Stretch::from).toArray());
        columns.put("to", all.stream().mapToDouble(Stretch::to).toArray());
        return columns;
    }
}
