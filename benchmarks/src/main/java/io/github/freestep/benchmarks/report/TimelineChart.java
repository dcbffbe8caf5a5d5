package io.github.freestep.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Shows when things happened, in lanes below each other: stretches of time and instants. If a lane has more of them
 * than the picture can show one by one, the height of each column shows the share of the time that the stretches cover,
 * or the number of instants. Named stretches are shaded across all lanes. Owned by one thread.
 */
public final class TimelineChart extends Chart {
    private static final int GAP = 8;

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
     * Adds a named stretch to a lane, which is created if needed. If there is no room for the name, the lane counts it.
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
    String svg(int width) {
        Svg svg = new Svg();
        Axes axes = new Axes(svg, width, Axes.GAP);
        double[] ends =
                lanes.values().stream().flatMapToDouble(Stretch::ends).sorted().toArray();
        boolean none = ends.length == 0;
        Scale x = Scale.exact(none ? Double.NaN : ends[0], none ? Double.NaN : ends[ends.length - 1], Axes.most(width));
        List<Lane> drawn = new ArrayList<>();
        double bottom = GAP;
        for (Map.Entry<String, List<Stretch>> lane : lanes.entrySet()) {
            drawn.add(new Lane(lane.getKey(), lane.getValue(), axes, x, bottom));
            bottom = drawn.get(drawn.size() - 1).bottom() + GAP;
        }
        axes.place(0, bottom);
        for (int i = 0; i < drawn.size(); i++) {
            drawn.get(i).drawShade(svg, "shade " + colour(i), bottom);
        }
        axes.horizontal(x, xTitle);
        for (int i = 0; i < drawn.size(); i++) {
            drawn.get(i).draw(svg, "bar " + colour(i));
        }
        return svg.close(width, axes.height(), summary());
    }

    private String summary() {
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

    @Override
    String note() {
        return "";
    }
}
