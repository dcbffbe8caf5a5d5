package io.github.freestep.state;

import io.github.freestep.state.handoff.Padding;
import io.github.freestep.state.handoff.Windows;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The fields of a {@link Handle} that its thread writes all the time. The superclass is the padding before them. */
abstract class HandleFields extends Padding {
    static final VarHandle OWNER = access(MethodHandles.lookup(), "owner", Thread.class);

    /** Accesses {@link #window}. */
    static final VarHandle WINDOW = access(MethodHandles.lookup(), "window", long.class);

    /** Read without ordering, because a thread can find itself here only if it stored itself here. */
    @Nullable Thread owner;

    boolean closed;
    long window = Windows.EMPTY;
}
