package io.github.freestep.benchmarks.report;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Builds a self-contained page of HTML: no font, no other file, no network access. Its parts appear in the order of the
 * calls, and it escapes all text. The only scripts that may run are those that draw its charts. Without scripts the
 * page says in words what its charts show. Owned by one thread.
 */
public final class Page {

    private final String title;
    private final StringBuilder body = new StringBuilder();
    private final Set<String> scriptHashes = new LinkedHashSet<>();
    private boolean hasChart;
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
    public Page table(List<String> header, List<List<String>> rows) {
        for (List<String> cells : rows) {
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

    private void row(List<String> cells, String first, String others) {
        body.append("<tr>");
        for (int i = 0; i < cells.size(); i++) {
            String tag = i == 0 ? first : others;
            String cell = HtmlText.escape(cells.get(i));
            body.append("<" + tag + ">" + cell + "</" + tag.substring(0, 2) + ">");
        }
        body.append("</tr>\n");
    }

    /**
     * Adds a figure that shows the current values of the chart. It includes the chart's text for readers who cannot see
     * it, and a note on values that the chart cannot draw.
     */
    public Page figure(String caption, LineChart chart) {
        hasChart = true;
        String summary = HtmlText.escape(chart.summary());
        body.append(
                "<figure>\n<div class=\"plot\"><canvas role=\"img\" aria-label=\"" + summary + "\"></canvas></div>\n");
        body.append("<noscript>" + summary + "</noscript>\n");
        body.append("<script type=\"application/json\" class=\"chart\">"
                + HtmlText.escapeJson(Json.write(chart.values())) + "</script>\n");
        return caption(caption + chart.note());
    }

    private Page caption(String text) {
        element("figcaption", text);
        body.append("</figure>\n");
        return this;
    }

    private String element(String code) {
        // The section makes the page XML as well, where "<" and "&" would not be allowed.
        String text = "//<![CDATA[\n" + code.strip() + "\n//]]>";
        scriptHashes.add(" 'sha256-" + sha256(text) + "'");
        return "<script>" + text + "</script>\n";
    }

    private static String sha256(String text) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return Base64.getEncoder().encodeToString(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    private Page element(String name, String text) {
        body.append('<').append(name).append('>').append(HtmlText.escape(text));
        body.append("</").append(name).append(">\n");
        return this;
    }

    /** Returns the whole page, to be stored as UTF-8. */
    public String html() {
        String charts = hasChart ? element(ChartJs.code()) + element(Resource.text(Page.class, "charts.js")) : "";
        return """
                <!DOCTYPE html>
                <html lang="en" xmlns="http://www.w3.org/1999/xhtml">
                <head>
                <meta charset="utf-8"/>
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'%s"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <title>%s</title>
                <style>
                %s</style>
                </head>
                <body>
                <main>
                %s%s</main>
                </body>
                </html>
                """.formatted(
                        scriptHashes.isEmpty() ? "" : "; script-src" + String.join("", scriptHashes),
                        HtmlText.escape(title),
                        Resource.text(Page.class, "style.css"),
                        body,
                        charts);
    }
}
