package io.github.freestep.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Shows one value per row as a bar, in the order of the calls, with a text behind each bar. The bars begin at zero. A
 * row without a finite value has no bar. Owned by one thread.
 */
public final class BarChart extends Chart {
    private static final int ROW = 22;
    private static final int BAR = 14;
    /** The share of the width that names may take. */
    private static final double NAMES = 0.4;

    private static final double TEXTS = 0.3;

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
    String svg(int width) {
        Svg svg = new Svg();
        double left =
                Math.min(NAMES * width, longest(bars.stream().map(Bar::name).toList()));
        double right = width
                - Math.min(TEXTS * width, longest(bars.stream().map(Bar::text).toList()));
        double greatest =
                bars.stream().mapToDouble(Bar::value).filter(v -> v > 0).max().orElse(1);
        svg.text(Svg.Anchor.START, 0, HtmlText.FONT, HtmlText.fit(title, width));
        double y = ROW;
        for (Bar bar : bars) {
            svg.text(Svg.Anchor.START, 0, y + HtmlText.FONT, HtmlText.fit(bar.name, left - Axes.GAP));
            double length = Double.isNaN(bar.value) ? 0 : (right - left) * bar.value / greatest;
            if (length > 0) {
                svg.box("bar " + colour(bar.marked ? 1 : 0), left, y + 1, Math.max(1, length), BAR);
            }
            svg.text(
                    Svg.Anchor.START,
                    left + length + Axes.GAP,
                    y + HtmlText.FONT,
                    HtmlText.fit(bar.text, width - right - Axes.GAP));
            y += ROW;
        }
        return svg.close(width, y, summary());
    }

    private static double longest(List<String> texts) {
        return 2 * Axes.GAP + texts.stream().mapToDouble(HtmlText::width).max().orElse(0);
    }

    private String summary() {
        return "Bars of " + title
                + bars.stream().map(bar -> bar.name + ": " + bar.text).collect(Collectors.joining("; ", ". ", "."));
    }

    @Override
    String note() {
        return "";
    }

    private record Bar(String name, double value, String text, boolean marked) {}
}
