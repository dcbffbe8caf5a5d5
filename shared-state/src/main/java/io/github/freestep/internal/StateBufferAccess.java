package io.github.freestep.internal;

import java.util.function.Predicate;

/**
 * Gives the rendering module access to a property of state buffers that is not public. Safe for use by any number of
 * threads; not for users.
 */
public final class StateBufferAccess {
    /** {@code StateBuffer} sets this when the class is initialised, so it is set before the first buffer exists. */
    private static volatile Predicate<Object> inline;

    private StateBufferAccess() {}

    /** Sets the query. Called once, by {@code StateBuffer}. */
    public static void provide(Predicate<Object> isInline) {
        inline = isInline;
    }

    /**
     * Whether a host's frame loop both publishes and shows the states, so that each is published in the frame in which
     * it falls due.
     *
     * @param states a state buffer
     * @return true for the states of a stepper, which runs the simulation inside a host's frame loop; false for those
     *     of a physics thread
     */
    public static boolean isInline(Object states) {
        return inline.test(states);
    }
}
