package io.github.freestep.benchmarks.pacing;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** Writes maps, lists, strings and numbers as JSON. There is no writer in the JDK, and this is no reason for a library. */
final class Json {
    private Json() {}

    static String write(Object value) {
        if (value instanceof Map<?, ?> map) {
            StringJoiner members = new StringJoiner(",\n", "{\n", "\n}");
            map.forEach((name, member) -> members.add(quote(name.toString()) + ": " + write(member)));
            return members.toString();
        }
        if (value instanceof List<?> list) {
            StringJoiner elements = new StringJoiner(",\n", "[", "]");
            list.forEach(element -> elements.add(write(element)));
            return elements.toString();
        }
        return value instanceof Number number ? number(number.doubleValue()) : quote(value.toString());
    }

    /** JSON has no NaN: what is not known is null. */
    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "null";
        }
        return value == Math.rint(value) && Math.abs(value) < 1L << 53
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
