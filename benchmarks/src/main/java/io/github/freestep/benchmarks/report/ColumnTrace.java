package io.github.freestep.benchmarks.report;

/**
 * A line through points that come from left to right. Of each column of pixels it keeps the lowest and the highest one, so a
 * spike of a single sample is seen however many there are, and the text's length depends on the columns alone. Where the
 * next column is empty it keeps the last one too, and where that before was, the first: there a line of some length begins.
 */
final class ColumnTrace {
    private static final int NONE = Integer.MIN_VALUE;

    private final boolean steps;
    private final StringBuilder line = new StringBuilder();
    private final StringBuilder dots = new StringBuilder();
    private int column = NONE;
    private boolean gap;
    private double firstX;
    private double firstY;
    private double lowX;
    private double lowY;
    private double highX;
    private double highY;
    private double lastX;
    private double lastY;
    /** Points of this line that are written, and the last of them. */
    private int written;

    private double writtenX;
    private double writtenY;

    ColumnTrace(boolean steps) {
        this.steps = steps;
    }

    void point(double x, double y) {
        int of = (int) Math.floor(x);
        if (of != column) {
            leave(gap ? NONE : of);
            column = of;
            firstX = lowX = highX = x;
            firstY = lowY = highY = y;
        } else if (y < lowY) {
            lowX = x;
            lowY = y;
        } else if (y > highY) {
            highX = x;
            highY = y;
        }
        gap = false;
        lastX = x;
        lastY = y;
    }

    /** There is a point that can't be drawn. The line ends, unless it goes on in the same column, where nobody would see it. */
    void gap() {
        gap = true;
    }

    /** After the last point: the path of the line. */
    String line() {
        leave(NONE);
        column = NONE;
        return line.toString();
    }

    /** After {@link #line}: the path of what is a line of one point, which has no length and would not be seen. */
    String dots() {
        return dots.toString();
    }

    private void leave(int next) {
        if (column == NONE) {
            return;
        }
        if (written == 0 || Math.floor(writtenX) < column - 1) {
            write(firstX, firstY);
        }
        boolean lowFirst = lowX < highX;
        write(lowFirst ? lowX : highX, lowFirst ? lowY : highY);
        write(lowFirst ? highX : lowX, lowFirst ? highY : lowY);
        if (next != column + 1) {
            write(lastX, lastY);
        }
        if (next == NONE) {
            if (written == 1) {
                dots.append(point('M', writtenX, writtenY)).append("h0");
            }
            written = 0;
        }
    }

    private void write(double x, double y) {
        if (written == 0) {
            line.append(point('M', x, y));
        } else if (x == writtenX && y == writtenY) {
            return;
        } else if (steps) {
            line.append('H').append(Svg.number(x)).append('V').append(Svg.number(y));
        } else {
            line.append(point('L', x, y));
        }
        written++;
        writtenX = x;
        writtenY = y;
    }

    private static String point(char command, double x, double y) {
        return command + Svg.number(x) + "," + Svg.number(y);
    }
}
