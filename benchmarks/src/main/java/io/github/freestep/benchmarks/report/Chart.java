package io.github.freestep.benchmarks.report;

/**
 * A drawing on a {@link Page}. It is drawn twice, for a wide page and for a narrow one, since text that shrinks with the page can't
 * be read on a telephone. What is drawn depends on the values alone. Owned by one thread.
 */
public abstract sealed class Chart permits LineChart, PercentileChart, TimelineChart {
    static final int WIDE = 900;
    static final int NARROW = 400;

    Chart() {}

    /** The drawing as SVG, that many units wide. */
    abstract String svg(int width);

    /** What of the values can't be seen in it; empty if all can. */
    abstract String note();
}
