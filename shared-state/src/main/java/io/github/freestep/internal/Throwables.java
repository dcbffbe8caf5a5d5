package io.github.freestep.internal;

import org.jspecify.annotations.Nullable;

/** Joins failures. */
public final class Throwables {
    private Throwables() {}

    /** Returns the first failure, to which the next one is added. Allocates only if there is memory for it. */
    public static <T extends Throwable> @Nullable T firstOf(@Nullable T first, @Nullable T next) {
        if (first == null) {
            return next;
        }
        try {
            if (next != null) {
                first.addSuppressed(next);
            }
        } catch (Throwable refused) {
            // There is no memory for it, or both are the same exception, as the virtual machine's errors can be.
        }
        return first;
    }
}
