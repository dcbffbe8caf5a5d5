package io.github.freestep.benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Writes maps, lists, strings, numbers and booleans as JSON, for programs. The JDK has no JSON writer, and
 * one class does not justify a library. Stateless.
 */
final class Json {
    private Json() {}

    /**
     * Writes a value. Members keep the order of the map. Each has its own line.
     *
     * @param value a map, list, number, boolean or null; anything else becomes a string by
     *     its {@code toString}
     * @return the JSON text; a NaN or infinite number is {@code null}
     */
    static String write(Object value) {
        if (value instanceof Map<?, ?> map) {
            StringJoiner members = new StringJoiner(",\n", "{\n", "\n}").setEmptyValue("{}");
            map.forEach((name, member) -> members.add(quote(name.toString()) + ": " + write(member)));
            return members.toString();
        }
        if (value instanceof List<?> list) {
            StringJoiner elements = new StringJoiner(",\n", "[", "]");
            list.forEach(element -> elements.add(write(element)));
            return elements.toString();
        }
        if (value instanceof Double || value instanceof Float) {
            return number(((Number) value).doubleValue());
        }
        // Integers are not converted to double, which has fewer digits than a seed.
        return value == null || value instanceof Number || value instanceof Boolean
                ? String.valueOf(value)
                : quote(value.toString());
    }

    /** JSON has no NaN and no infinity: both become null. */
    private static String number(double value) {
        if (!Double.isFinite(value)) {
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
