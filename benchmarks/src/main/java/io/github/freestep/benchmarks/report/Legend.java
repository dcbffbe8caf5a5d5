package io.github.freestep.benchmarks.report;

import java.util.List;

/** Explains the colours: samples with a name each, in as many rows as the width requires. */
final class Legend {
    private static final int ROW = 20;
    private static final int SAMPLE = 18;
    private static final int GAP = 6;

    private Legend() {}

    /** Draws the legend at the top and returns its height. */
    static double draw(Svg svg, List<Entry> entries, double right) {
        double x = 0;
        double y = 0;
        for (Entry entry : entries) {
            String name = HtmlText.fit(entry.name, right - SAMPLE - GAP);
            double width = SAMPLE + GAP + HtmlText.width(name);
            if (x > 0 && x + width > right) {
                x = 0;
                y += ROW;
            }
            if (entry.area) {
                svg.box(entry.css, x, y + 3, SAMPLE, 12);
            } else {
                svg.line(entry.css, x + 1, y + 9, x + SAMPLE - 1, y + 9);
            }
            svg.text(Svg.Anchor.START, x + SAMPLE + GAP, y + HtmlText.FONT, name);
            x += width + 3 * GAP;
        }
        return entries.isEmpty() ? 0 : y + ROW;
    }

    /** The sample of a line or, if {@code area}, of a shaded area. */
    record Entry(String css, boolean area, String name) {}
}
