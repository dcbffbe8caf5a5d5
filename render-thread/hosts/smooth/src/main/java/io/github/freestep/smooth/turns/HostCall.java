package io.github.freestep.smooth.turns;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Calls what only some backends of a host have, so that an adapter for all of them depends on none. */
public final class HostCall {
    /** Polls the keys of desktop windows of LWJGL 3. */
    public static final String POLL_WINDOW = "org.lwjgl.glfw.GLFW.glfwPollEvents";

    private HostCall() {}

    /**
     * Returns a call of some methods without parameters, one after the other.
     *
     * @param host is called if a method is not static; its loader finds the types
     * @param methods their names, each after that of its type
     * @return null if a method is not there, or if the host is not of its type
     */
    public static @Nullable Runnable of(Object host, String... methods) {
        try {
            MethodHandle all = MethodHandles.empty(MethodType.methodType(void.class));
            for (String each : methods) {
                int dot = each.lastIndexOf('.');
                Class<?> type = Class.forName(
                        each.substring(0, dot), false, host.getClass().getClassLoader());
                Method method = type.getMethod(each.substring(dot + 1));
                MethodHandle call = MethodHandles.publicLookup().unreflect(method);
                boolean isStatic = Modifier.isStatic(method.getModifiers());
                all = MethodHandles.foldArguments(isStatic ? call : call.bindTo(host), all);
            }
            MethodHandle calls = all;
            return () -> call(calls);
        } catch (ReflectiveOperationException | LinkageError | ClassCastException absent) {
            return null;
        }
    }

    private static void call(MethodHandle calls) {
        try {
            calls.invokeExact();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a call of the host has failed", e);
        }
    }
}
