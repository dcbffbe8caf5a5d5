package io.github.freestep.testing;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The numeric and boolean fields of an object, with those of its superclasses, for tests that no new field must escape.
 */
public final class Fields {
    private Fields() {}

    /** Gives each one another value: true, or a number from 999 downwards. */
    public static void fill(Object of) throws IllegalAccessException {
        int value = 1_000;
        for (Field field : all(of)) {
            value--;
            if (field.getType() == boolean.class) {
                field.setBoolean(of, true);
            } else {
                field.setInt(of, value);
            }
        }
    }

    /** Returns the values by the names of the fields. */
    public static Map<String, Object> of(Object of) throws IllegalAccessException {
        Map<String, Object> values = new TreeMap<>();
        for (Field field : all(of)) {
            values.put(field.getName(), field.get(of));
        }
        return values;
    }

    private static List<Field> all(Object of) {
        List<Field> all = new ArrayList<>();
        for (Class<?> type = of.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getType().isPrimitive() && !Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    all.add(field);
                }
            }
        }
        return all;
    }
}
