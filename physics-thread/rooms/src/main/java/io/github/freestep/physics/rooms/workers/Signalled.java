package io.github.freestep.physics.rooms.workers;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A node of a list of signals.
 *
 * @param <R> the type of the nodes
 */
abstract class Signalled<R> {
    /** The next node in the list, which writes it. */
    @Nullable R nextSignal;

    final AtomicBoolean signalled = new AtomicBoolean();

    /** Clears the signal. Returns the next node in the list. */
    final @Nullable R takeSignal() {
        R next = nextSignal;
        nextSignal = null;
        signalled.set(false);
        return next;
    }
}
