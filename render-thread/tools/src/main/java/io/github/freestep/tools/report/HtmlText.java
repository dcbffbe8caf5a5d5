package io.github.freestep.tools.report;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Escapes and formats the text of a page. Stateless. */
final class HtmlText {
    /** Includes unpaired surrogates, and the controls that XML allows but HTML does not. */
    private static final Pattern FORBIDDEN =
            Pattern.compile("[^\\t\\n\\r -~\\x{a0}-\\x{d7ff}\\x{e000}-\\x{fffd}\\x{10000}-\\x{10ffff}]");

    private HtmlText() {}

    /** Escapes text for an element or attribute of HTML and XML. Characters that XML forbids become U+FFFD. */
    static String escape(String text) {
        return FORBIDDEN
                .matcher(text)
                .replaceAll("\ufffd")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** Formats a value for a table: no decimals for whole numbers, no brackets for lists. */
    static String value(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(HtmlText::value).collect(Collectors.joining(", "));
        }
        if (value instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1L << 53) {
            return Long.toString(number.longValue());
        }
        return String.valueOf(value);
    }
}
