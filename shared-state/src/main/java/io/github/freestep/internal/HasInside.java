package io.github.freestep.internal;

/**
 * The superclass of a public type that has a part for Freestep's other packages. Users cannot reach that part, because
 * they cannot name {@link Inside}, which returns it.
 *
 * <p>The alternatives are a public method that every user would see, or functions of type {@code Object} that the
 * public types register here: this package cannot name them, because they depend on it. A static method of this class
 * would be inherited by the public types, so users could call it.
 *
 * @param <T> the type of the part
 */
public abstract class HasInside<T> {
    final T inside;

    /**
     * Creates the public type.
     *
     * @param inside its part for other packages
     */
    protected HasInside(T inside) {
        this.inside = inside;
    }
}
