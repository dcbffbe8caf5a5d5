package io.github.freestep.physics;

import io.github.freestep.physics.report.Fault;
import io.github.freestep.state.State;

/**
 * The failure of a service or stepper, with the tick and the body that failed. The cause is the exception, if any. For
 * any thread, once it is reported.
 */
public final class PhysicsException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The value of {@link #tick()}. */
    private long tick;

    /** The value of {@link #slot()}. */
    private int slot;

    /**
     * The source of the message if this is a {@link #reserve}, otherwise null. The message is formatted
     * when it is read.
     */
    private Fault fault;

    /** The beginning of the message of a {@link #reserve}; otherwise null. */
    private String prefix;

    /** The cause if this is a {@link #reserve}; otherwise null. */
    private Throwable lateCause;

    /** Whether {@link #fillOnce} was called. */
    private boolean filled;

    PhysicsException(String message, long tick, int body, Throwable cause) {
        super(message, cause);
        this.tick = tick;
        this.slot = body;
    }

    private PhysicsException(String prefix) {
        super(null, null, true, false);
        this.prefix = prefix;
        // Loads the class now, because with a full heap it could not be loaded.
        fault = Fault.THREAD;
    }

    /**
     * Returns an exception that can be filled later without memory. It has no stack trace, but its cause has one.
     *
     * @param prefix the name of the service, as the beginning of the message
     */
    static PhysicsException reserve(String prefix) {
        return new PhysicsException(prefix);
    }

    /** Fills a {@link #reserve}. Later calls do nothing. Call it before another thread sees the exception. */
    void fillOnce(Fault newFault, long newTick, int newBody, Throwable newCause) {
        if (filled) {
            return;
        }
        filled = true;
        fault = newFault;
        tick = newTick;
        slot = newBody;
        lateCause = newCause;
    }

    @Override
    public String getMessage() {
        return fault == null ? super.getMessage() : prefix + fault.text(tick, slot, lateCause);
    }

    @Override
    public synchronized Throwable getCause() {
        return lateCause == null ? super.getCause() : lateCause;
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
