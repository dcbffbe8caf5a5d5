package io.github.freestep.benchmarks.report;

/**
 * A drawing on a {@link Page}. The page draws it twice, for wide and for narrow screens, because text that shrinks with
 * the page is unreadable on a phone. The drawing depends on the values alone. Owned by one thread.
 */
public abstract sealed class Chart permits BarChart, HeatMap, LineChart, TimelineChart {
    static final int WIDE = 900;
    static final int NARROW = 400;

    Chart() {}

    /** Draws the chart as SVG, {@code width} units wide. */
    abstract String svg(int width);

    /** Returns the wide drawing as the text of an SVG file, with a background in the colours of the reader's theme. */
    public final String image() {
        String svg = svg(WIDE);
        int body = svg.indexOf('\n') + 1;
        return svg.substring(0, body) + "<style>\n" + Style.CSS_OF_A_DRAWING + "</style>\n"
                + "<rect width=\"100%\" height=\"100%\" fill=\"var(--page)\"/>\n" + svg.substring(body);
    }

    /** Returns a note on the values that the drawing does not show; empty if it shows all. */
    abstract String note();

    /** Returns the CSS class of the i-th line or lane. If there are more of them than colours, colours repeat. */
    static String colour(int i) {
        return "s" + (i % Style.COLOURS + 1);
    }
}
