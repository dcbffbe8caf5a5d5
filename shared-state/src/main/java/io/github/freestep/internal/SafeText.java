package io.github.freestep.internal;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Gets the text of the user's objects, even if their {@code toString()} throws. Stateless, so safe for any number of
 * threads. Internal: not part of the API.
 */
public final class SafeText {
    private static final int MOST_BYTES = 200;
    private static final Pattern HARMFUL = Pattern.compile("[\\p{Cc}\\u2028\\u2029]+");

    private SafeText() {}

    /**
     * Requires a text that a simulation, a peer or a file may name its engine by: others store, compare and print it.
     *
     * @param text what {@code Simulation.computedBy()} has returned, perhaps on another machine
     * @return the text
     * @throws IllegalArgumentException if it is too long, or has characters that could harm a terminal
     */
    public static String requireComputedBy(String text) {
        Objects.requireNonNull(text, "computedBy of a simulation must not return null; return \"\" for plain Java");
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_BYTES
                || text.chars().anyMatch(Character::isISOControl)
                || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException("computedBy of a simulation must return at most " + MOST_BYTES
                    + " bytes of UTF-8 without control characters, returned " + bytes + " bytes; shorten it");
        }
        return text;
    }

    /**
     * Replaces all characters that could harm a terminal, or begin another line of a log.
     *
     * @param text a text that may come from a peer or a file
     * @return the text, with spaces in their place
     */
    public static String line(String text) {
        return HARMFUL.matcher(text).replaceAll(" ");
    }

    /**
     * Returns an object's {@code toString()}, or if it throws, the name of the object's class.
     *
     * @param named an object of any class, such as an exception that a command threw
     * @return what {@code toString()} returned, or the name of the class with a note that {@code toString()} failed
     */
    public static String of(Object named) {
        try {
            return named.toString();
        } catch (Throwable noText) {
            return named.getClass().getName() + " (whose toString() failed)";
        }
    }
}
