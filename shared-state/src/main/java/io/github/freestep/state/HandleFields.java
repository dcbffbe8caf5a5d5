package io.github.freestep.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The fields of a {@link Handle} that its thread writes all the time. The superclass is the padding before them. */
abstract class HandleFields extends Padding {
    static final VarHandle OWNER;

    /** Accesses {@link #window}. */
    static final VarHandle HELD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OWNER = lookup.findVarHandle(HandleFields.class, "owner", Thread.class);
            HELD = lookup.findVarHandle(HandleFields.class, "window", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Read without ordering, because a thread can find itself here only if it stored itself here. */
    Thread owner;

    boolean closed;
    long window = Windows.EMPTY;
}
