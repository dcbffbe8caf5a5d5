package io.github.freestep.physics.realtime;

import org.jspecify.annotations.Nullable;

/** Finds the classes that make native calls, which only the part of the jar for JDK 22 and newer has. Stateless. */
final class NativeCalls {
    private NativeCalls() {}

    /** Returns a new instance of a class of this package; null if this jar has none for this JDK. */
    static <T> @Nullable T find(String name, Class<T> as) {
        try {
            Class<?> found = Class.forName(NativeCalls.class.getPackageName() + "." + name);
            return as.cast(found.getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException | LinkageError notInThisJar) {
            return null;
        }
    }
}
