package io.github.freestep.physics.journal;

/**
 * The superclass of a public type that has a part for other packages of this module. Users cannot reach that part,
 * because they cannot name this class.
 *
 * <p>The alternatives are a public method that every user would see, or functions of type {@code Object} that the
 * public types register here: this package cannot name them, because they depend on it.
 *
 * @param <T> the type of the part
 */
public abstract class Inside<T> {
    private final T part;

    /**
     * Creates the public type.
     *
     * @param part its part for other packages
     */
    protected Inside(T part) {
        this.part = part;
    }

    /**
     * Returns the part for other packages.
     *
     * @param <T> its type
     * @param outside the public type
     * @return always the same for the same object
     */
    public static <T> T of(Inside<T> outside) {
        return outside.part;
    }
}
