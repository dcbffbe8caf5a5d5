package io.github.freestep.benchmarks.internals;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Opens members that the library hides. Keep each handle in a static final field and call it with {@code invokeExact}:
 * the JIT compiler then inlines it like a direct call. Types that are not public are {@code Object} in its signature.
 * Needs the class path, where no module shuts others out. Stateless.
 */
public final class Internals {
    private static final String LIBRARY = "io.github.freestep.";

    private Internals() {}

    /**
     * Opens a method.
     *
     * @param owner its class, such as {@code render.Kernels}
     * @param name its name
     * @param parameters how many parameters it has, which tells its overloads apart
     * @return takes the receiver first, unless the method is static
     */
    public static MethodHandle method(String owner, String name, int parameters) {
        return method(owner, name, method -> method.getParameterCount() == parameters);
    }

    /**
     * Opens a method with other overloads of as many parameters.
     *
     * @param owner its class
     * @param name its name
     * @param first the type of its first parameter
     * @return takes the receiver first, unless the method is static
     */
    public static MethodHandle method(String owner, String name, Class<?> first) {
        return method(
                owner, name, method -> method.getParameterCount() > 0 && method.getParameterTypes()[0].equals(first));
    }

    private static MethodHandle method(String owner, String name, Predicate<Method> which) {
        return open(
                owner,
                (type, lookup) -> lookup.unreflect(Stream.of(type.getDeclaredMethods())
                        .filter(method -> method.getName().equals(name) && which.test(method))
                        .findFirst()
                        .orElseThrow(NoSuchMethodException::new)));
    }

    /**
     * Opens the constructor of a class that has only one with so many parameters.
     *
     * @param owner the class, such as {@code render.Poses}
     * @param parameters how many parameters it has
     * @return makes an instance
     */
    public static MethodHandle constructor(String owner, int parameters) {
        return open(
                owner,
                (type, lookup) -> lookup.unreflectConstructor(Stream.of(type.getDeclaredConstructors())
                        .filter(constructor -> constructor.getParameterCount() == parameters)
                        .findFirst()
                        .orElseThrow(NoSuchMethodException::new)));
    }

    /**
     * Opens a field for reading.
     *
     * @param owner its class
     * @param field its name
     * @return takes the object
     */
    public static MethodHandle getter(String owner, String field) {
        return open(owner, (type, lookup) -> lookup.unreflectGetter(type.getDeclaredField(field)));
    }

    /**
     * Opens a field for writing.
     *
     * @param owner its class
     * @param field its name
     * @return takes the object and the value
     */
    public static MethodHandle setter(String owner, String field) {
        return open(owner, (type, lookup) -> lookup.unreflectSetter(type.getDeclaredField(field)));
    }

    /**
     * Calls a handle where speed does not matter.
     *
     * @param <T> what the caller knows the result to be
     * @param handle what to call
     * @param arguments for it
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
     * Lets a caller of {@code invokeExact} rethrow what can't be caught by its type.
     *
     * @param t from the call
     * @return to be thrown, if it is not an error, which this throws
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
            throw new IllegalStateException("the library has changed: " + owner + " lacks a member", e);
        }
    }

    private static Class<?> visible(Class<?> type) {
        return type.isPrimitive() || type.isArray() || Modifier.isPublic(type.getModifiers()) ? type : Object.class;
    }

    private interface Opening {
        MethodHandle open(Class<?> type, MethodHandles.Lookup lookup) throws ReflectiveOperationException;
    }
}
