package io.github.freestep.benchmarks.report;

/**
 * Builds the path of a line through points that come from left to right. It keeps only the lowest and the highest point
 * of each column of pixels. So a spike of a single sample stays visible, and the length of the path depends on the
 * number of columns alone. Beside an empty column it also keeps the nearest point (the first or the last), so that the
 * line across the gap starts and ends at the right place.
 */
final class ColumnTrace {
    private static final int NONE = Integer.MIN_VALUE;

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
    /** The number of points written since the last gap. The fields that follow have the newest of them. */
    private int written;

    private double writtenX;
    private double writtenY;

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

    /**
     * Interrupts the line at a point that cannot be drawn. A gap within one column is ignored, because it is invisible.
     */
    void gap() {
        gap = true;
    }

    /** Ends the line and returns its path. */
    String line() {
        leave(NONE);
        column = NONE;
        return line.toString();
    }

    /**
     * Returns the path of the dots for single points, because a line of one point has no length. Call
     * after {@link #line}.
     */
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
