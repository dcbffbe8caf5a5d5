package io.github.freestep.benchmarks.careless;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls by reflection, and closes the result of a call if it can be closed. */
final class Calls {
    private Calls() {}

    /** Returns the exception that the call threw, or null. */
    static Throwable outcome(Executable call, Object instance, Object[] arguments) {
        try {
            call.setAccessible(true);
            Object result = call instanceof Method method
                    ? method.invoke(instance, arguments)
                    : ((Constructor<?>) call).newInstance(arguments);
            if (result instanceof AutoCloseable opened && result != instance) {
                opened.close();
            }
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (Exception e) {
            return new AssertionError("the test could not make the call", e);
        }
    }
}
