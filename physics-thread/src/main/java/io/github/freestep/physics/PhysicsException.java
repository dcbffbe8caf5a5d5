package io.github.freestep.physics;

import io.github.freestep.state.State;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a service or stepper, with the tick and the body that failed. The cause is the exception, if any. For
 * any thread, once it is reported.
 *
 * <pre>{@code
 * if (physics.failure() instanceof PhysicsException failure) {
 *     alarm("tick " + failure.tick() + ", body " + failure.slot() + ": " + failure.getMessage());
 * }
 * }</pre>
 */
public final class PhysicsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The value of {@link #tick()}. */
    private final long tick;

    /** The value of {@link #slot()}. */
    private final int slot;

    PhysicsException(String message, long tick, int body, @Nullable Throwable cause) {
        super(message, cause);
        this.tick = tick;
        this.slot = body;
    }

    /**
     * Returns the number of the tick that failed.
     *
     * @return the number; if the set-up failed, the tick at which the run begins, which is 0 for a new world
     */
    public long tick() {
        return tick;
    }

    /**
     * Returns the slot of the body that had a NaN or infinite value.
     *
     * @return the slot, or {@link State#NO_SLOT} if the failure does not concern a particular body
     */
    public int slot() {
        return slot;
    }
}
