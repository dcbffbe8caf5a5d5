package io.github.freestep.benchmarks.report;

import java.util.Locale;

/** Writes one drawing, element by element. Owned by one thread. */
final class Svg {
    private final StringBuilder body = new StringBuilder();

    void line(String css, double fromX, double fromY, double toX, double toY) {
        path(css, "M" + number(fromX) + "," + number(fromY) + "L" + number(toX) + "," + number(toY));
    }

    void box(String css, double x, double y, double width, double height) {
        path(css, box(x, y, width, height));
    }

    /** Returns the part of a path that draws a box. Thousands of boxes share one path element. */
    static String box(double x, double y, double width, double height) {
        return "M" + number(x) + "," + number(y) + "h" + number(width) + "v" + number(height) + "h" + number(-width)
                + "z";
    }

    void path(String css, String path) {
        if (!path.isEmpty()) {
            body.append("<path class=\"")
                    .append(css)
                    .append("\" d=\"")
                    .append(path)
                    .append("\"/>\n");
        }
    }

    void text(Anchor anchor, double x, double y, String text) {
        body.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y));
        body.append("\" text-anchor=\"")
                .append(anchor.name().toLowerCase(Locale.ROOT))
                .append("\">");
        body.append(HtmlText.escape(text)).append("</text>\n");
    }

    /** Returns the whole drawing. */
    String close(int width, double height, String alternative) {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"" + (width == Chart.WIDE ? "wide" : "narrow")
                + "\" viewBox=\"0 0 " + width + " " + number(height) + "\" role=\"img\" aria-label=\""
                + HtmlText.escape(alternative) + "\">\n" + body + "</svg>\n";
    }

    /** Rounds to tenths of a unit, because finer differences are invisible. */
    static String number(double value) {
        long tenths = Math.round(value * 10);
        String whole = (tenths < 0 ? "-" : "") + Math.abs(tenths) / 10;
        return tenths % 10 == 0 ? whole : whole + "." + Math.abs(tenths) % 10;
    }

    /** Which part of a text lies at the position of the text. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }
}
