package io.github.freestep.physics;

/**
 * Decides what happens if a step throws, an input source throws, or a state has a NaN or infinite value. An
 * {@link Error}, such as running out of memory, always stops the run. Under every policy, the fault is counted in the
 * metrics and reported to all consumers of events. Immutable.
 *
 * <pre>{@code
 * PhysicsService.builder(world).faultPolicy(FaultPolicy.skip()).start(); // a server that must not end
 * }</pre>
 *
 * <p>Each fault allocates about 3 kB on the physics thread, for an exception with its stack trace. Freestep keeps only
 * the newest one, and those that wait in the queues of events.
 */
public final class FaultPolicy {
    private static final FaultPolicy STOP = new FaultPolicy("stop");
    private static final FaultPolicy SKIP = new FaultPolicy("skip");
    private static final FaultPolicy PAUSE = new FaultPolicy("pause");

    private final String name;

    private FaultPolicy(String name) {
        this.name = name;
    }

    /**
     * Stops the run with the cause. The last good state stays readable. The default.
     *
     * @return always the same object
     */
    public static FaultPolicy stop() {
        return STOP;
    }

    /**
     * Continues with the next tick. The state of a tick whose step failed is not published, and its changes to the
     * world are not undone.
     *
     * @return always the same object
     */
    public static FaultPolicy skip() {
        return SKIP;
    }

    /**
     * Pauses after the failed tick and drops the backlog. The state of a tick whose step failed is not published. To
     * continue, repair the world with a command, wait for its future, then resume.
     *
     * @return always the same object
     */
    public static FaultPolicy pause() {
        return PAUSE;
    }

    boolean stops() {
        return this == STOP;
    }

    boolean pauses() {
        return this == PAUSE;
    }

    @Override
    public String toString() {
        return name;
    }
}
