package io.github.freestep.physics.lockstep;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;

/** Compares two objects of Freestep by all their fields, down to the last one. */
final class Fields {
    private final Set<String> ignored;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<String> differing = new TreeSet<>();

    private Fields(Set<String> ignored) {
        this.ignored = ignored;
    }

    /**
     * Returns which fields differ, as {@code Class.field}. Bytes are not compared, because buffers keep old ones.
     *
     * @param ignored fields that are not followed
     */
    static Set<String> differing(Object one, Object other, Set<String> ignored) throws IllegalAccessException {
        Fields fields = new Fields(ignored);
        fields.compare("", one, other);
        return fields.differing;
    }

    private void compare(String name, Object one, Object other) throws IllegalAccessException {
        if (one == null || other == null) {
            note(name, one == other);
            return;
        }
        Class<?> type = one.getClass();
        if (type == byte[].class || one instanceof ByteBuffer || type.isHidden() || !seen.add(one)) {
            return;
        }
        if (type.isArray()) {
            note(name, Array.getLength(one) == Array.getLength(other));
            for (int i = 0; i < Math.min(Array.getLength(one), Array.getLength(other)); i++) {
                compareValues(name, type.getComponentType(), Array.get(one, i), Array.get(other, i));
            }
        } else if (one instanceof Collection<?> all) {
            Iterator<?> others = ((Collection<?>) other).iterator();
            for (Object each : all) {
                note(name, others.hasNext());
                if (others.hasNext()) {
                    compare(name, each, others.next());
                }
            }
            note(name, !others.hasNext());
        } else if (type.isEnum() || !type.getName().startsWith("io.github.freestep.physics.lockstep")) {
            note(name, one.equals(other));
        } else {
            note(name, type == other.getClass());
            compareFields(type, one, other);
        }
    }

    private void compareFields(Class<?> type, Object one, Object other) throws IllegalAccessException {
        for (Field field : type.getDeclaredFields()) {
            String name = type.getSimpleName() + "." + field.getName();
            if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic() && !ignored.contains(name)) {
                field.setAccessible(true);
                compareValues(name, field.getType(), field.get(one), field.get(other));
            }
        }
    }

    private void compareValues(String name, Class<?> type, Object one, Object other) throws IllegalAccessException {
        if (type.isPrimitive()) {
            note(name, one.equals(other));
        } else {
            compare(name, one, other);
        }
    }

    private void note(String name, boolean same) {
        if (!same) {
            differing.add(name);
        }
    }
}
