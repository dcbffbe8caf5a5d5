package io.github.freestep.benchmarks.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Shows values of many rows over time as colours. Each cell has the colour of its worst value. Cells without a
 * value stay empty. If there are more rows or columns than the picture can show, neighbours share a cell. Owned by
 * one thread.
 */
public final class HeatMap extends Chart {
    private static final int MOST_ROWS = 100;
    private static final int PIXELS_A_COLUMN = 6;
    private static final int HEIGHT = 300;
    private static final int LEAST_ROW = 3;

    private final String xTitle;
    private final String yTitle;
    private final double seconds;
    private final double[] limits;
    private final List<String> levels;
    private final double[][] values;

    /**
     * Creates a map of values from time 0 on.
     *
     * @param xTitle names the time and its unit
     * @param yTitle names the rows
     * @param seconds the time at the right end
     * @param limits where the levels of colour begin, ascending; at most four
     * @param levels the names of the levels; one more than there are limits
     * @param values by row and column; NaN for none
     */
    public HeatMap(
            String xTitle, String yTitle, double seconds, double[] limits, List<String> levels, double[][] values) {
        if (limits.length > 4 || levels.size() != limits.length + 1) {
            throw new IllegalArgumentException("there must be at most 4 limits and a level more than limits, were "
                    + limits.length + " limits and " + levels.size() + " levels");
        }
        this.xTitle = xTitle;
        this.yTitle = yTitle;
        this.seconds = seconds;
        this.limits = limits.clone();
        this.levels = List.copyOf(levels);
        this.values = values;
    }

    @Override
    String svg(int width) {
        Scale x = Scale.exact(0, seconds, Axes.most(width));
        Svg svg = new Svg();
        Axes axes = new Axes(svg, width, Axes.GAP);
        double legend = Legend.draw(svg, legend(), width);
        svg.text(Svg.Anchor.START, 0, legend + HtmlText.FONT, HtmlText.fit(yTitle, width));
        double top = legend + Axes.ROW;
        double[][] cells = cells((int) (axes.right - axes.left) / PIXELS_A_COLUMN);
        double rowHeight = Math.max(LEAST_ROW, (double) HEIGHT / Math.max(1, cells.length));
        axes.place(top, top + rowHeight * cells.length);
        axes.horizontal(x, xTitle);
        for (int level = 0; level < levels.size(); level++) {
            svg.path("heat" + level, path(cells, level, axes, top, rowHeight));
        }
        return svg.close(width, axes.height(), summary());
    }

    private List<Legend.Entry> legend() {
        List<Legend.Entry> entries = new ArrayList<>();
        for (int level = 0; level < levels.size(); level++) {
            entries.add(new Legend.Entry("heat" + level, true, levels.get(level)));
        }
        return entries;
    }

    /** Returns the worst value of each cell. */
    private double[][] cells(int mostColumns) {
        int columns = values.length == 0 ? 0 : Math.min(values[0].length, mostColumns);
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
    private String path(double[][] cells, int level, Axes axes, double top, double rowHeight) {
        StringBuilder path = new StringBuilder();
        for (int row = 0; row < cells.length; row++) {
            int columns = cells[row].length;
            double cellWidth = (axes.right - axes.left) / columns;
            for (int from = 0; from < columns; from++) {
                int to = from;
                while (to < columns && level(cells[row][to]) == level) {
                    to++;
                }
                if (to > from) {
                    double x = axes.left + from * cellWidth;
                    path.append(Svg.box(x, top + row * rowHeight, (to - from) * cellWidth, rowHeight));
                    from = to;
                }
            }
        }
        return path.toString();
    }

    /** Returns the level of a value; -1 for none. */
    private int level(double value) {
        return Double.isNaN(value)
                ? -1
                : (int) Arrays.stream(limits).filter(limit -> value >= limit).count();
    }

    private String summary() {
        long[] counts = new long[levels.size()];
        Arrays.stream(values)
                .flatMapToDouble(Arrays::stream)
                .mapToInt(this::level)
                .forEach(level -> {
                    if (level >= 0) {
                        counts[level]++;
                    }
                });
        StringBuilder text = new StringBuilder("Heat map of " + yTitle + " over " + xTitle + ". Cells:");
        for (int level = 0; level < counts.length; level++) {
            text.append(level == 0 ? " " : ", ")
                    .append(counts[level])
                    .append(" ")
                    .append(levels.get(level));
        }
        return text.append('.').toString();
    }

    @Override
    String note() {
        return values.length > MOST_ROWS ? " Neighbouring rows share a row, which shows the worst of them." : "";
    }
}
