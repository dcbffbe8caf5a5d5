package io.github.freestep.benchmarks.report;

import java.util.Arrays;
import java.util.List;

/**
 * Shows values of many rows over time as colours. Each cell has the colour of its worst value. Cells without a
 * value are grey. If there are more rows or columns than the picture can show, neighbours share a cell. The page
 * stretches the picture to its width, and needs no script for it. Owned by one thread.
 */
public final class HeatMap {
    private static final int MOST_ROWS = 100;
    private static final int MOST_COLUMNS = 150;

    /** The level of a cell without a value. */
    private static final int NONE = -1;

    private final String xTitle;
    private final String yTitle;
    private final double seconds;
    private final double[] limits;
    private final List<String> levels;
    private final String none;
    private final double[][] values;

    /**
     * Creates a map of values from time 0 on.
     *
     * @param xTitle names the time and its unit
     * @param yTitle names the rows
     * @param seconds the time at the right end
     * @param limits where the levels of colour begin, ascending; at most four
     * @param levels the names of the levels; one more than there are limits
     * @param none names what cells without a value mean
     * @param values by row and column; NaN for none
     */
    public HeatMap(
            String xTitle,
            String yTitle,
            double seconds,
            double[] limits,
            List<String> levels,
            String none,
            double[][] values) {
        if (limits.length > 4 || levels.size() != limits.length + 1) {
            throw new IllegalArgumentException("there must be at most 4 limits and a level more than limits, were "
                    + limits.length + " limits and " + levels.size() + " levels");
        }
        this.xTitle = xTitle;
        this.yTitle = yTitle;
        this.seconds = seconds;
        this.limits = limits.clone();
        this.levels = List.copyOf(levels);
        this.none = none;
        this.values = values;
    }

    String html() {
        double[][] cells = cells();
        StringBuilder html = new StringBuilder("<p class=\"legend\">");
        for (int level = 0; level < levels.size(); level++) {
            sample(html, "heat" + level, levels.get(level));
        }
        sample(html, "none", none);
        html.append("</p>\n<p class=\"axis\">").append(HtmlText.escape(yTitle)).append("</p>\n");
        html.append("<svg class=\"cells\" preserveAspectRatio=\"none\" viewBox=\"0 0 "
                + Math.max(1, cells.length == 0 ? 0 : cells[0].length) + " " + Math.max(1, cells.length)
                + "\" role=\"img\" aria-label=\"" + HtmlText.escape(summary()) + "\">\n");
        html.append("<path class=\"none\" d=\"" + path(cells, NONE) + "\"/>\n");
        for (int level = 0; level < levels.size(); level++) {
            html.append("<path class=\"heat" + level + "\" d=\"" + path(cells, level) + "\"/>\n");
        }
        return html.append("</svg>\n<p class=\"axis\"><span>0</span><span>" + HtmlText.escape(xTitle) + "</span><span>"
                        + HtmlText.number(seconds) + "</span></p>\n")
                .toString();
    }

    private static void sample(StringBuilder html, String css, String name) {
        html.append("<svg viewBox=\"0 0 3 2\"><path class=\"" + css + "\" d=\"M0,0h3v2h-3z\"/></svg> "
                + HtmlText.escape(name) + " ");
    }

    /** Returns the worst value of each cell. */
    private double[][] cells() {
        int columns = values.length == 0 ? 0 : Math.min(values[0].length, MOST_COLUMNS);
        double[][] cells = new double[Math.min(values.length, MOST_ROWS)][columns];
        for (double[] row : cells) {
            Arrays.fill(row, Double.NaN);
        }
        for (int i = 0; i < values.length; i++) {
            double[] row = cells[i * cells.length / values.length];
            for (int j = 0; j < values[i].length; j++) {
                int column = j * columns / values[i].length;
                row[column] = worse(row[column], values[i][j]);
            }
        }
        return cells;
    }

    private static double worse(double one, double other) {
        return Double.isNaN(one) || other > one ? other : one;
    }

    /** Returns the boxes of one level. Neighbours in a row share a box. */
    private String path(double[][] cells, int level) {
        StringBuilder path = new StringBuilder();
        for (int row = 0; row < cells.length; row++) {
            int columns = cells[row].length;
            for (int from = 0; from < columns; from++) {
                int to = from;
                while (to < columns && level(cells[row][to]) == level) {
                    to++;
                }
                if (to > from) {
                    path.append("M" + from + "," + row + "h" + (to - from) + "v1h" + (from - to) + "z");
                    from = to;
                }
            }
        }
        return path.toString();
    }

    /** Returns the level of a value. */
    private int level(double value) {
        return Double.isNaN(value)
                ? NONE
                : (int) Arrays.stream(limits).filter(limit -> value >= limit).count();
    }

    private String summary() {
        long[] counts = new long[levels.size()];
        Arrays.stream(values)
                .flatMapToDouble(Arrays::stream)
                .mapToInt(this::level)
                .filter(level -> level >= 0)
                .forEach(level -> counts[level]++);
        StringBuilder text = new StringBuilder("Heat map of " + yTitle + " over " + xTitle + ". Cells:");
        for (int level = 0; level < counts.length; level++) {
            text.append((level == 0 ? " " : ", ") + counts[level] + " " + levels.get(level));
        }
        return text.append('.').toString();
    }

    String note() {
        return values.length > MOST_ROWS ? " Neighbouring rows share a row, which shows the worst of them." : "";
    }
}
