package io.github.freestep.physics;

/** What a physics service failed of: in which tick, and of which body. The cause is what was thrown, if anything was. */
public final class PhysicsException extends RuntimeException {
    /** The body of a failure that is about no body in particular. */
    public static final int NO_SLOT = -1;

    private static final long serialVersionUID = 1;

    /** As {@link #tick()} tells. */
    private long tick;

    /** As {@link #slot()} tells. */
    private int slot;

    /** What the message of a filled reserve is made of, when it is read; null in any other exception. */
    private Fault fault;

    /** The cause of a filled reserve; null in any other exception. */
    private Throwable lateCause;

    /** Whether a reserve says what failed. */
    private boolean filled;

    PhysicsException(String message, long tick, int body, Throwable cause) {
        super(message, cause);
        this.tick = tick;
        this.slot = body;
    }

    private PhysicsException() {
        super(null, null, true, false);
        // Loads the class, which a full heap could not.
        fault = Fault.THREAD;
    }

    /** Makes one that can be filled later without memory. It has no stack trace of its own, but its cause has. */
    static PhysicsException reserve() {
        return new PhysicsException();
    }

    /** Keeps what it was filled with first. To be called before another thread sees it. */
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
        return fault == null ? super.getMessage() : fault.text(tick, slot, lateCause);
    }

    @Override
    public synchronized Throwable getCause() {
        return lateCause == null ? super.getCause() : lateCause;
    }

    /**
     * The number of the tick that failed.
     *
     * @return its number; zero if the world could not even be set up
     */
    public long tick() {
        return tick;
    }

    /**
     * The number of the body that had a NaN or infinite value.
     *
     * @return its number, or {@link #NO_SLOT}
     */
    public int slot() {
        return slot;
    }
}
