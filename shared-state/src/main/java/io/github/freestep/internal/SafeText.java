package io.github.freestep.internal;

/**
 * Gets the text of the user's objects, even if their {@code toString()} throws. Stateless, so safe for any number of
 * threads. Internal: not part of the API.
 */
public final class SafeText {
    private SafeText() {}

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
