package io.github.freestep.internal;

/**
 * Gets the text of the user's objects, even if it fails. Stateless, so safe for any number of threads; not for users.
 */
public final class SafeText {
    private SafeText() {}

    /**
     * Returns an object's {@code toString()}, or the name of its class if that throws.
     *
     * @param named an object of any class, such as an exception that a command threw
     * @return what {@code toString()} returned, or the class's name with a note that it failed
     */
    public static String of(Object named) {
        try {
            return named.toString();
        } catch (Throwable noText) {
            return named.getClass().getName() + " (whose toString() failed)";
        }
    }
}
