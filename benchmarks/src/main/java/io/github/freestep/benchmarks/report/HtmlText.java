package io.github.freestep.benchmarks.report;

import java.util.List;
import java.util.stream.Collectors;

/** Escapes and formats the text of a page. Stateless. */
final class HtmlText {
    private HtmlText() {}

    /** Escapes text for an element or attribute of HTML and XML. Characters that XML forbids become U+FFFD. */
    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(inXml(c) ? c : 0xfffd);
            }
        });
        return escaped.toString();
    }

    private static boolean inXml(int c) {
        boolean control = c < ' ' && c != '\t' && c != '\n' && c != '\r' || c >= 0x7f && c < 0xa0;
        boolean halfOfPair = c >= 0xd800 && c < 0xe000;
        return !control && !halfOfPair && c != 0xfffe && c != 0xffff;
    }

    /** Formats a value for a table: no decimals for whole numbers, no brackets for lists. */
    static String value(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(HtmlText::value).collect(Collectors.joining(", "));
        }
        return value instanceof Number ? Json.write(value) : String.valueOf(value);
    }
}
