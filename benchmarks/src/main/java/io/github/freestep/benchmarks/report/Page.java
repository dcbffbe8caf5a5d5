package io.github.freestep.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A page of HTML that needs nothing but itself: no script, no font, no other file. All text given to it is escaped. It is built from
 * top to bottom, in the order of the calls. Owned by one thread.
 */
public final class Page {
    private static final Pattern NUMBER =
            Pattern.compile("[-+\u2212]?\\d[\\d.,]*(e[-+]?\\d+)?( ?(%|[a-zA-Z\u00b5]{1,3}(/s)?))?|[-\u2013]?");

    private final String title;
    private final StringBuilder body = new StringBuilder();
    private String heading;

    /**
     * A page with nothing but its title.
     *
     * @param title in the page, and of its window
     */
    public Page(String title) {
        this.title = title;
        this.heading = title;
        element("h1", title);
    }

    /**
     * Adds a banner that says how it went.
     *
     * @param good whether all is well
     * @param headline the verdict in a few words
     * @param reasons why, a sentence each; none if there is nothing to add
     * @return this
     */
    public Page verdict(boolean good, String headline, List<String> reasons) {
        // Not by the colour alone: a sign as well.
        body.append("<section class=\"verdict ").append(good ? "good" : "bad").append("\">\n");
        element("p", (good ? "\u2713 " : "\u2717 ") + headline);
        if (!reasons.isEmpty()) {
            body.append("<ul>\n");
            reasons.forEach(reason -> element("li", reason));
            body.append("</ul>\n");
        }
        body.append("</section>\n");
        return this;
    }

    /**
     * Begins a section.
     *
     * @param title its heading
     * @return this
     */
    public Page section(String title) {
        heading = title;
        return element("h2", title);
    }

    /**
     * Begins a part of a section.
     *
     * @param title its heading
     * @return this
     */
    public Page part(String title) {
        heading = title;
        return element("h3", title);
    }

    /**
     * Adds a paragraph.
     *
     * @param text its text
     * @return this
     */
    public Page paragraph(String text) {
        return element("p", text);
    }

    /**
     * Adds a table. The first cell of a row names it; columns that have nothing but numbers, with a short unit or without one,
     * or a dash, are aligned on the right.
     *
     * @param header the columns' names
     * @param rows the cells, as many in each row as there are columns
     * @return this
     */
    public Page table(List<String> header, List<List<String>> rows) {
        for (List<String> cells : rows) {
            if (cells.size() != header.size()) {
                throw new IllegalArgumentException("a row has " + cells.size() + " cells and the table " + header.size()
                        + " columns; give one cell for each column: " + cells);
            }
        }
        List<Boolean> numeric = new ArrayList<>();
        for (int i = 0; i < header.size(); i++) {
            int column = i;
            numeric.add(i > 0
                    && rows.stream()
                            .allMatch(row -> NUMBER.matcher(row.get(column)).matches()));
        }
        open();
        body.append("<thead>");
        row(header, numeric, "th scope=\"col\"", "th scope=\"col\"");
        body.append("</thead>\n<tbody>\n");
        rows.forEach(cells -> row(cells, numeric, "th scope=\"row\"", "td"));
        return close();
    }

    /**
     * Adds a table of names and what they stand for. What is written in one word as for a program, {@code stepCost}, becomes as
     * many as it is.
     *
     * @param facts in the map's own order
     * @return this
     */
    public Page facts(Map<String, ?> facts) {
        open();
        body.append("<tbody>\n");
        facts.forEach((name, value) -> row(
                List.of(HtmlText.words(name), HtmlText.value(value)), List.of(false, false), "th scope=\"row\"", "td"));
        return close();
    }

    /** A table that is too wide is scrolled, by the keyboard as well; the page is not. */
    private void open() {
        body.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
                .append(HtmlText.escape(heading))
                .append("\">\n<table>\n");
    }

    private Page close() {
        body.append("</tbody>\n</table>\n</div>\n");
        return this;
    }

    private void row(List<String> cells, List<Boolean> numeric, String first, String others) {
        body.append("<tr>");
        for (int i = 0; i < cells.size(); i++) {
            String tag = i == 0 ? first : others;
            body.append('<').append(tag).append(numeric.get(i) ? " class=\"number\">" : ">");
            body.append(HtmlText.escape(cells.get(i)))
                    .append("</")
                    .append(tag, 0, 2)
                    .append('>');
        }
        body.append("</tr>\n");
    }

    /**
     * Adds a figure. The chart brings its own text for those who can't see it.
     *
     * @param caption what is to be seen in it; what of its values can't be seen is added
     * @param chart the drawing, as it is now
     * @return this
     */
    public Page figure(String caption, Chart chart) {
        body.append("<figure>\n").append(chart.svg(Chart.WIDE)).append(chart.svg(Chart.NARROW));
        element("figcaption", caption + chart.note());
        body.append("</figure>\n");
        return this;
    }

    private Page element(String name, String text) {
        body.append('<').append(name).append('>').append(HtmlText.escape(text));
        body.append("</").append(name).append(">\n");
        return this;
    }

    /**
     * The page as it is now.
     *
     * @return the file's text, for UTF-8
     */
    public String html() {
        return """
                <!DOCTYPE html>
                <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
                <head>
                <meta charset="utf-8"/>
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <title>%s</title>
                <style>
                %s</style>
                </head>
                <body>
                <main>
                %s</main>
                </body>
                </html>
                """.formatted(HtmlText.escape(title), Style.CSS, body);
    }
}
