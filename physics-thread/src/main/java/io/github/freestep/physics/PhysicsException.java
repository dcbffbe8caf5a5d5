package io.github.freestep.physics;

/** What a physics service failed of: in which tick, and of which body. The cause is what was thrown, if anything was. */
public final class PhysicsException extends RuntimeException {
    /** The body of a failure that is about no body in particular. */
    public static final int NO_BODY = -1;

    private static final long serialVersionUID = 1;

    /** As {@link #tick()} tells. */
    private final long tick;

    /** As {@link #body()} tells. */
    private final int body;

    PhysicsException(String message, long tick, int body, Throwable cause) {
        super(message, cause);
        this.tick = tick;
        this.body = body;
    }

    /**
     * The tick that failed.
     *
     * @return its number; zero if the world could not even be set up
     */
    public long tick() {
        return tick;
    }

    /**
     * The body whose state was no longer finite.
     *
     * @return its number, or {@link #NO_BODY}
     */
    public int body() {
        return body;
    }
}
