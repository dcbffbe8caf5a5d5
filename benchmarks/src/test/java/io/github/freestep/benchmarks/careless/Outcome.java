package io.github.freestep.benchmarks.careless;

import io.github.freestep.physics.PhysicsException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Pattern;

/** Distinguishes an exception that helps the caller from one that the JVM made of an unchecked value. */
final class Outcome {
    /** The types of exceptions that may reach a user, besides the library's own. */
    private static final List<Class<?>> OURS = List.of(
            IllegalArgumentException.class,
            NullPointerException.class,
            IllegalStateException.class,
            IndexOutOfBoundsException.class,
            ArithmeticException.class,
            PhysicsException.class,
            RejectedExecutionException.class,
            IOException.class);

    private static final Pattern BARE = Pattern.compile(
            "Cannot |[Ii]ndex -?\\d+ out of bounds|arraycopy|out of bounds for length|overflow|Range \\[|because \"");

    private Outcome() {}

    /** What is wrong with an exception, or null if it helps. */
    static String problem(Throwable thrown, Object[] arguments, int careless) {
        if (thrown == null) {
            return null;
        }
        String text = thrown.getMessage();
        if (OURS.stream().noneMatch(type -> type == thrown.getClass() || type.isInstance(thrown) && isOurs(thrown))) {
            return "throws " + thrown;
        }
        if (text == null || BARE.matcher(text).find()) {
            return "throws " + thrown.getClass().getSimpleName() + " with the JVM's words: " + text;
        }
        boolean aboutValue = thrown instanceof IllegalArgumentException || thrown instanceof ArithmeticException;
        if (aboutValue && Arrays.stream(arguments).noneMatch(argument -> names(text, argument))) {
            return "does not name the value " + arguments[careless] + ": " + text;
        }
        boolean names = text.startsWith("the ") || text.contains(" must not be null");
        return thrown instanceof NullPointerException && !names ? "names no parameter: " + text : null;
    }

    private static boolean isOurs(Throwable thrown) {
        return thrown.getClass().getName().startsWith("io.github.freestep.")
                || thrown instanceof IOException
                || thrown instanceof RejectedExecutionException;
    }

    private static boolean names(String text, Object argument) {
        if (argument instanceof Object[] several) {
            return several.length == 0 || Arrays.stream(several).anyMatch(one -> names(text, one));
        }
        String value = String.valueOf(argument);
        // An array or a buffer has no text of its own, and a long one is cut.
        return !(argument instanceof Number) && !(argument instanceof String)
                || text.contains(value.substring(0, Math.min(40, value.length())));
    }
}
