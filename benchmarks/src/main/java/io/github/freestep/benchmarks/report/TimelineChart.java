package io.github.freestep.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Shows when things happened, in lanes below each other: stretches of time and instants. Named stretches are shaded
 * across all lanes. Owned by one thread.
 */
public final class TimelineChart implements Chart {
    private final Map<String, List<Stretch>> lanes = new LinkedHashMap<>();
    private final String xTitle;

    private TimelineChart(String xTitle) {
        this.xTitle = xTitle;
    }

    /** Creates a chart without lanes. The title names what the axis shows, with its unit. */
    public static TimelineChart of(String xTitle) {
        return new TimelineChart(xTitle);
    }

    /**
     * Adds stretches of time to a lane, which is created if needed.
     *
     * @param from the starts, finite
     * @param to the ends, one for each start and not before it
     */
    public TimelineChart spans(String lane, double[] from, double[] to) {
        if (from.length != to.length) {
            throw new IllegalArgumentException(lane + " must have one end for each start, was " + from.length
                    + " starts and " + to.length + " ends");
        }
        for (int i = 0; i < from.length; i++) {
            span(lane, "", from[i], to[i]);
        }
        lane(lane);
        return this;
    }

    /** Adds instants to a lane, which is created if needed. All must be finite. */
    public TimelineChart points(String lane, double[] at) {
        return spans(lane, at, at);
    }

    /**
     * Adds a named stretch to a lane, which is created if needed.
     *
     * @param from the start, finite
     * @param to the end, not before the start
     */
    public TimelineChart span(String lane, String name, double from, double to) {
        lane(lane).add(new Stretch(name, from, to));
        return this;
    }

    private List<Stretch> lane(String name) {
        return lanes.computeIfAbsent(name, n -> new ArrayList<>());
    }

    @Override
    public Map<String, Object> values() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("x", xTitle);
        values.put(
                "lanes",
                lanes.entrySet().stream()
                        .map(lane -> Stretch.columns(lane.getKey(), lane.getValue()))
                        .toList());
        return values;
    }

    @Override
    public String summary() {
        return lanes.entrySet().stream()
                .map(lane -> lane.getKey() + ": " + lane.getValue().size() + named(lane.getValue()) + ".")
                .collect(Collectors.joining(" ", "Timeline over " + xTitle + ". ", ""));
    }

    private static String named(List<Stretch> lane) {
        String named = lane.stream()
                .filter(s -> !s.name().isEmpty())
                .map(s -> s.name() + " from " + HtmlText.number(s.from()) + " to " + HtmlText.number(s.to()))
                .collect(Collectors.joining(", "));
        return named.isEmpty() ? "" : " (" + named + ")";
    }
}
