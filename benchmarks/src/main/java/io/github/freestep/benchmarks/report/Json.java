package io.github.freestep.benchmarks.report;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/**
 * Writes maps, lists, strings, numbers and booleans as JSON. There is no writer in the JDK, and this is no reason for a
 * library. Any thread; no state.
 */
public final class Json {
    private Json() {}

    /**
     * The text of a value. Members come in the map's own order. Everything has a line of its own but the numbers of an array.
     *
     * @param value a map, a record, a list, an array of doubles, a number, a boolean or null; of anything else its {@code toString}, as
     *     a string
     * @return the JSON; a number that is not finite is {@code null}
     */
    public static String write(Object value) {
        if (value instanceof Map<?, ?> map) {
            StringJoiner members = new StringJoiner(",\n", "{\n", "\n}").setEmptyValue("{}");
            map.forEach((name, member) -> members.add(quote(name.toString()) + ": " + write(member)));
            return members.toString();
        }
        if (value instanceof Record members) {
            return write(members(members));
        }
        if (value instanceof List<?> list) {
            StringJoiner elements = new StringJoiner(",\n", "[", "]");
            list.forEach(element -> elements.add(write(element)));
            return elements.toString();
        }
        if (value instanceof double[] numbers) {
            return Arrays.stream(numbers).mapToObj(Json::number).collect(Collectors.joining(",", "[", "]"));
        }
        if (value instanceof Double || value instanceof Float) {
            return number(((Number) value).doubleValue());
        }
        // Whole numbers as they are: a seed has more digits than a double.
        return value == null || value instanceof Number || value instanceof Boolean
                ? String.valueOf(value)
                : quote(value.toString());
    }

    /**
     * Names the components of a record.
     *
     * @param record read by reflection, so it need not be public
     * @return its values by their names, in order
     */
    public static Map<String, Object> members(Record record) {
        Map<String, Object> members = new LinkedHashMap<>();
        try {
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                component.getAccessor().setAccessible(true);
                members.put(component.getName(), component.getAccessor().invoke(record));
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        return members;
    }

    /** JSON has no NaN: what is not known is null, and so is what has no bound. */
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
