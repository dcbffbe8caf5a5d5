package io.github.freestep.benchmarks.internals;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Opens hidden members of the library. Keep each handle in a static final field and call it with {@code invokeExact}:
 * the JIT compiler then inlines it like a direct call. In its signature, {@code Object} replaces types that are not
 * public. Works only on the class path, because the module path hides the members. Stateless.
 */
public final class Internals {
    private static final String LIBRARY = "io.github.freestep.";

    private Internals() {}

    /**
     * Opens a method, of which there must be only one.
     *
     * @param owner its class, such as {@code render.picture.Kernels}
     * @param name its name
     * @param parameters its number of parameters, which selects the overload
     * @return the handle; it takes the receiver first, unless the method is static
     */
    public static MethodHandle method(String owner, String name, int parameters) {
        return open(
                owner,
                (type, lookup) -> lookup.unreflect(only(
                        type.getDeclaredMethods(),
                        method -> method.getName().equals(name) && method.getParameterCount() == parameters)));
    }

    /**
     * Opens the constructor with a given number of parameters, of which there must be only one.
     *
     * @param owner the class, such as {@code render.PoseArrays}
     * @param parameters its number of parameters
     * @return the handle, which makes an instance
     */
    public static MethodHandle constructor(String owner, int parameters) {
        return open(
                owner,
                (type, lookup) -> lookup.unreflectConstructor(only(
                        type.getDeclaredConstructors(), constructor -> constructor.getParameterCount() == parameters)));
    }

    /** Returns the member that fits. Of several, the order would be that of the JVM. */
    private static <T> T only(T[] members, Predicate<T> which) throws NoSuchMethodException {
        List<T> found = Stream.of(members).filter(which).toList();
        if (found.size() != 1) {
            throw new NoSuchMethodException("expected one member but found " + found);
        }
        return found.get(0);
    }

    /**
     * Opens a field for reading.
     *
     * @param owner its class
     * @param field its name
     * @return the handle, which takes the object
     */
    public static MethodHandle getter(String owner, String field) {
        return open(owner, (type, lookup) -> lookup.unreflectGetter(type.getDeclaredField(field)));
    }

    /**
     * Opens a field for writing, also one that is final, which tells no other thread of the new value.
     *
     * @param owner its class
     * @param field its name
     * @return the handle, which takes the object and the value
     */
    public static MethodHandle setter(String owner, String field) {
        return open(owner, (type, lookup) -> {
            Field opened = type.getDeclaredField(field);
            opened.setAccessible(true);
            return lookup.unreflectSetter(opened);
        });
    }

    /**
     * Calls a handle where speed does not matter.
     *
     * @param <T> the type of the result
     * @param handle the handle to call
     * @param arguments its arguments
     * @return its result
     */
    @SuppressWarnings("unchecked")
    public static <T> T call(MethodHandle handle, Object... arguments) {
        try {
            return (T) handle.invokeWithArguments(arguments);
        } catch (Throwable t) {
            throw failed(t);
        }
    }

    /**
     * Makes an unchecked exception of what {@code invokeExact} threw. Throws {@code t} itself if it is an error.
     *
     * @param t the throwable of the call
     * @return the exception, for the caller to throw
     */
    public static RuntimeException failed(Throwable t) {
        if (t instanceof Error error) {
            throw error;
        }
        return t instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(t);
    }

    private static MethodHandle open(String owner, Opening opening) {
        try {
            Class<?> type = Class.forName(LIBRARY + owner);
            MethodHandle handle = opening.open(type, MethodHandles.privateLookupIn(type, MethodHandles.lookup()));
            MethodType hidden = handle.type();
            List<Class<?>> parameters = hidden.parameterList().stream()
                    .<Class<?>>map(Internals::visible)
                    .toList();
            return handle.asType(MethodType.methodType(visible(hidden.returnType()), parameters));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the library has changed: " + owner + " lacks a member, or has two", e);
        }
    }

    private static Class<?> visible(Class<?> type) {
        return type.isPrimitive() || type.isArray() || Modifier.isPublic(type.getModifiers()) ? type : Object.class;
    }

    private interface Opening {
        MethodHandle open(Class<?> type, MethodHandles.Lookup lookup) throws ReflectiveOperationException;
    }
}
