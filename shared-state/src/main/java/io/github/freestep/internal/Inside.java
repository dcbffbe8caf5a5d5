package io.github.freestep.internal;

/** Returns the parts of public types that only Freestep's own packages may use. */
public final class Inside {
    private Inside() {}

    /**
     * Returns the part of a public type for other packages.
     *
     * @param <T> the type of the part
     * @param outside the public type
     * @return always the same for the same object
     */
    public static <T> T of(HasInside<T> outside) {
        return outside.inside;
    }
}
