package io.github.freestep.benchmarks.careless;

import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.lockstep.MatchException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Pattern;

/** Distinguishes an exception that helps the caller from one that the JVM throws for an unchecked value. */
final class Outcome {
    /** The types of exceptions that may reach a user, besides the library's own. */
    private static final List<Class<?>> OURS = List.of(
            IllegalArgumentException.class,
            NullPointerException.class,
            IllegalStateException.class,
            IndexOutOfBoundsException.class,
            ArithmeticException.class,
            PhysicsException.class,
            MatchException.class,
            RejectedExecutionException.class,
            IOException.class);

    private static final Pattern BARE = Pattern.compile(
            "Cannot |[Ii]ndex -?\\d+ out of bounds|arraycopy|out of bounds for length|overflow|Range \\[|because \"");

    private static final int LONG_TEXT = 100;

    private Outcome() {}

    /**
     * Returns the problem with an exception, or null if the exception helps.
     *
     * @param careless the index of the argument that the exception must be about; -1 if it may be about any, because
     *     the call fails with ordinary arguments too
     */
    static String problem(Throwable thrown, Object[] arguments, int careless) {
        if (thrown == null) {
            return null;
        }
        String text = thrown.getMessage();
        if (OURS.stream().noneMatch(type -> type == thrown.getClass() || type.isInstance(thrown) && isOurs(thrown))) {
            return "throws " + thrown;
        }
        if (text == null || BARE.matcher(text).find()) {
            return "throws " + thrown.getClass().getSimpleName() + " with the JVM's message: " + text;
        }
        boolean aboutValue = thrown instanceof IllegalArgumentException || thrown instanceof ArithmeticException;
        Object[] about = careless < 0 ? arguments : new Object[] {arguments[careless]};
        if (aboutValue && Arrays.stream(about).noneMatch(argument -> names(text, argument))) {
            return "does not name the value " + Arrays.toString(about) + ": " + text;
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
        // An array or a buffer has no text to look for. The length is enough of a text that is long, or has control
        // characters, which could harm a terminal.
        if (!(argument instanceof Number) && !(argument instanceof String)) {
            return true;
        }
        boolean isUnprintable = value.length() > LONG_TEXT || value.chars().anyMatch(Character::isISOControl);
        return hasToken(text, value) || isUnprintable && hasToken(text, Integer.toString(value.length()));
    }

    /** Finds a token as a whole: a value of 1 is not found in a limit of 100. */
    private static boolean hasToken(String text, String token) {
        return Pattern.compile("(?<![\\w.])" + Pattern.quote(token) + "(?!\\d)")
                .matcher(text)
                .find();
    }
}
