package io.github.freestep.benchmarks.report;

import java.util.Map;

/**
 * A chart on a {@link Page}. The page holds its values, and the script {@code charts.js} lets Chart.js draw them. The
 * same values give the same text. Owned by one thread.
 */
public sealed interface Chart permits BarChart, LineChart {
    /** Returns everything that the script draws, as members of a JSON object. */
    Map<String, Object> values();

    /** Returns what the chart shows, for readers who cannot see it. */
    String summary();

    /** Returns a note on the values that the drawing does not show; empty if it shows all. */
    default String note() {
        return "";
    }
}
