package io.github.freestep.internal;

import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Gives other packages access to properties of state buffers that are not public. Safe for use by any number of
 * threads; not for users.
 */
public final class StateBufferAccess {
    /** {@code StateBuffer} sets this when the class is initialised, so it is set before the first buffer exists. */
    private static volatile Predicate<Object> inline;

    private static volatile Predicate<Object> remote;
    private static volatile Consumer<Object> marker;

    private StateBufferAccess() {}

    /** Sets the queries. Called once, by {@code StateBuffer}. */
    public static void provide(Predicate<Object> isInline, Predicate<Object> isRemote, Consumer<Object> markRemote) {
        remote = isRemote;
        marker = markRemote;
        inline = isInline;
    }

    /**
     * Notes that the states of a buffer come over a network.
     *
     * @param states a state buffer
     */
    public static void markRemote(Object states) {
        marker.accept(states);
    }

    /**
     * Whether the states of a buffer come over a network.
     *
     * @param states a state buffer
     * @return true for the buffer of a receiver
     */
    public static boolean isRemote(Object states) {
        return remote.test(states);
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
