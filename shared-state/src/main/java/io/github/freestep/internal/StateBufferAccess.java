package io.github.freestep.internal;

import java.util.function.Predicate;

/**
 * Gives the rendering module a property of state buffers that their users have no use for. Safe for use by any number
 * of threads; not for users.
 */
public final class StateBufferAccess {
    /** Set by the class of the buffers, and so before there is a buffer to ask about. */
    private static volatile Predicate<Object> inline;

    private StateBufferAccess() {}

    /** Called once, by the class of the buffers. */
    public static void provide(Predicate<Object> isInline) {
        inline = isInline;
    }

    /**
     * Whether the frames that show the states also publish them, each in the frame in which it falls due.
     *
     * @param states a state buffer
     * @return true over a stepper that a host's frame loop drives, and false over a thread
     */
    public static boolean isInline(Object states) {
        return inline.test(states);
    }
}
