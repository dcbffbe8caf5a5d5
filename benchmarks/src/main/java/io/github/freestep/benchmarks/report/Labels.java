package io.github.freestep.benchmarks.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Places names beside positions on an axis, in rows in which no two names touch. Counts the names for which there is
 * no room. The leftmost name goes into the top row, so that the line down from a name passes to the left of the
 * names below.
 */
final class Labels {
    static final int ROW = 17;
    private static final int ROWS = 4;
    static final int GAP = 4;

    private final List<Label> labels = new ArrayList<>();
    private final double[] taken = new double[ROWS];
    private final double left;
    private final double right;
    private int rows;
    private int omitted;

    private Labels(double left, double right) {
        this.left = left;
        this.right = right;
        Arrays.fill(taken, left);
    }

    /** Arranges names; their positions are in units of the view box, in any order. */
    static Labels of(List<Place> places, double left, double right) {
        Labels labels = new Labels(left, right);
        places.stream().sorted(Comparator.comparingDouble(Place::x)).forEach(labels::add);
        return labels;
    }

    private void add(Place place) {
        if (labels.stream().anyMatch(l -> l.place.name.equals(place.name) && place.x < l.to)) {
            return; // The equal name to its left stands for both.
        }
        boolean leftwards = place.x + GAP + HtmlText.width(place.name) > right && place.x - left > right - place.x;
        String text = HtmlText.fit(place.name, (leftwards ? place.x - left : right - place.x) - GAP);
        double from = leftwards ? place.x - GAP - HtmlText.width(text) : place.x;
        double to = leftwards ? place.x : place.x + GAP + HtmlText.width(text);
        int row = row(from, true);
        row = row < ROWS ? row : row(from, false);
        if (row == ROWS) {
            omitted++;
            return;
        }
        taken[row] = to + GAP;
        rows = Math.max(rows, row + 1);
        labels.add(new Label(place, text, leftwards, to, row));
    }

    /**
     * Returns the first row with room to the right of {@code from}. If {@code clear}, the line down from the name must
     * cross no other name.
     */
    private int row(double from, boolean clear) {
        int first = ROWS;
        for (int row = ROWS - 1; row >= 0; row--) {
            if (taken[row] <= from) {
                first = row;
            } else if (clear) {
                break;
            }
        }
        return first;
    }

    double height() {
        return rows * ROW;
    }

    /** Writes the names into the rows below {@code top}. */
    void draw(Svg svg, double top) {
        for (Label label : labels) {
            Svg.Anchor anchor = label.leftwards ? Svg.Anchor.END : Svg.Anchor.START;
            double x = label.place.x + (label.leftwards ? -GAP : GAP);
            svg.text(anchor, x, top + label.row * ROW + HtmlText.FONT, label.text);
        }
    }

    /** Draws a line from each name down to {@code bottom}. */
    void lines(Svg svg, String css, double top, double bottom) {
        for (Label label : labels) {
            svg.line(css, label.place.x, top + label.row * ROW + 2, label.place.x, bottom);
        }
    }

    int omitted() {
        return omitted;
    }

    /** A name and its position on the axis. */
    record Place(double x, String name) {}

    private record Label(Place place, String text, boolean leftwards, double to, int row) {}
}
