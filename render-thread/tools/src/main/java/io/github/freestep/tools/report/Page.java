package io.github.freestep.tools.report;

import java.util.List;
import java.util.Map;

/**
 * Builds a self-contained page of HTML: no font, no script, no other file, no network access. Its parts appear in the
 * order of the calls, and it escapes all text. Owned by one thread.
 */
public final class Page {

    private final String title;
    private final StringBuilder body = new StringBuilder();
    private final StringBuilder tests = new StringBuilder();
    private String heading;

    /** Creates a page that has only a title, which is also that of the browser's window. */
    public Page(String title) {
        this.title = title;
        this.heading = title;
        element("h1", title);
    }

    /**
     * Adds a banner with the verdict in a few words, and a sentence for each reason. The list of reasons may be empty.
     */
    public Page verdict(boolean good, String headline, List<String> reasons) {
        body.append("<section class=\"verdict ").append(good ? "good" : "bad").append("\">\n");
        // The banner has a sign as well, for readers who cannot see its colour.
        element("p", (good ? "\u2713 " : "\u2717 ") + headline);
        if (!reasons.isEmpty()) {
            body.append("<ul>\n");
            reasons.forEach(reason -> element("li", reason));
            body.append("</ul>\n");
        }
        body.append("</section>\n");
        return this;
    }

    /** Begins a section. */
    public Page section(String title) {
        heading = title;
        return element("h2", title);
    }

    /** Adds a paragraph. */
    public Page paragraph(String text) {
        return element("p", text);
    }

    /**
     * Adds a table. The first cell of each row names the row.
     *
     * @throws IllegalArgumentException if a row does not have one cell for each column
     */
    public Page table(List<String> header, List<? extends List<?>> rows) {
        for (List<?> cells : rows) {
            if (cells.size() != header.size()) {
                throw new IllegalArgumentException(
                        "a row must have a cell for each of the " + header.size() + " columns, was " + cells);
            }
        }
        open();
        body.append("<thead>");
        row(header, "th scope=\"col\"", "th scope=\"col\"");
        body.append("</thead>\n<tbody>\n");
        rows.forEach(cells -> row(cells, "th scope=\"row\"", "td"));
        return close();
    }

    /** Adds a table of names and values, in order. */
    public Page facts(Map<String, ?> facts) {
        open();
        body.append("<tbody>\n");
        facts.forEach((name, value) -> row(List.of(name, HtmlText.value(value)), "th scope=\"row\"", "td"));
        return close();
    }

    /** Opens a table. If the table is too wide, it scrolls sideways, also by the keyboard. The page never does. */
    private void open() {
        body.append("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
                .append(HtmlText.escape(heading))
                .append("\">\n<table>\n");
    }

    private Page close() {
        body.append("</tbody>\n</table>\n</div>\n");
        return this;
    }

    private void row(List<?> cells, String first, String others) {
        body.append("<tr>");
        for (int i = 0; i < cells.size(); i++) {
            String tag = i == 0 ? first : others;
            String cell = HtmlText.escape(HtmlText.value(cells.get(i)));
            body.append("<" + tag + ">" + cell + "</" + tag.substring(0, 2) + ">");
        }
        body.append("</tr>\n");
    }

    /** Adds a drawing of ours: an element of SVG. */
    public Page drawing(String svg) {
        body.append(svg);
        return this;
    }

    private Page element(String name, String text) {
        body.append('<').append(name).append('>').append(HtmlText.escape(text));
        body.append("</").append(name).append(">\n");
        return this;
    }

    /**
     * Adds a test to the report of JUnit.
     *
     * @param group what was tested, such as a class
     * @param failures what was found; the first is the message, and all are lines of the text
     * @param skipped why it was not tested; empty if it was
     */
    public void test(String group, String name, List<String> failures, String skipped) {
        tests.append("<testcase classname=\"" + HtmlText.escape(group) + "\" name=\"" + HtmlText.escape(name) + "\">");
        if (!failures.isEmpty()) {
            tests.append("<failure message=\"" + HtmlText.escape(failures.get(0)) + "\">"
                    + HtmlText.escape(String.join("\n", failures)) + "</failure>");
        } else if (!skipped.isEmpty()) {
            tests.append("<skipped message=\"" + HtmlText.escape(skipped) + "\"/>");
        }
        tests.append("</testcase>\n");
    }

    /** Returns the tests that were added, as a file that readers of JUnit's reports take. */
    public String junit() {
        return "<testsuite name=\"" + HtmlText.escape(title) + "\">\n" + tests + "</testsuite>\n";
    }

    /** Returns the whole page, to be stored as UTF-8. */
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
                """.formatted(HtmlText.escape(title), Resource.text(Page.class, "style.css"), body);
    }
}
