package io.github.freestep.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Shows one value per row as a bar, in the order of the calls, with a text behind each bar. The bars begin at zero. A
 * row without a finite value has no bar. Owned by one thread.
 */
public final class BarChart implements Chart {
    private final String title;
    private final List<Bar> bars = new ArrayList<>();

    /** Creates an empty chart. The title names what the bars show, with its unit. */
    public BarChart(String title) {
        this.title = title;
    }

    /**
     * Adds a row.
     *
     * @param value zero or more; NaN for none
     * @param text what to write behind the bar, such as the value with its unit
     * @param marked whether the bar has another colour
     * @throws IllegalArgumentException if the value is less than zero or infinite
     */
    public BarChart bar(String name, double value, String text, boolean marked) {
        if (value < 0 || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " must be zero or more, or NaN, was " + value);
        }
        bars.add(new Bar(name, value, text, marked));
        return this;
    }

    @Override
    public Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("x", title);
        values.put("bars", List.copyOf(bars));
        return values;
    }

    @Override
    public String summary() {
        return "Bars of " + title
                + bars.stream().map(bar -> bar.name + ": " + bar.text).collect(Collectors.joining("; ", ". ", "."));
    }

    private record Bar(String name, double value, String text, boolean marked) {}
}
