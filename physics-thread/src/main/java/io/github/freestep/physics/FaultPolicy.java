package io.github.freestep.physics;

/**
 * Decides what happens if a step, an input source or a state fails. An {@link Error}, such as running out of memory,
 * always stops the run. Under every policy the fault is counted, and reported to all consumers of events. Immutable.
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
     * Stops with the cause; the last good state stays readable. The default.
     *
     * @return always the same object
     */
    public static FaultPolicy stop() {
        return STOP;
    }

    /**
     * Goes on with the next tick. The state of the tick that failed is not published; what it has done to the world is
     * not undone.
     *
     * @return always the same object
     */
    public static FaultPolicy skip() {
        return SKIP;
    }

    /**
     * Pauses after the tick, whose state is not published, and drops the backlog. To go on, repair the world with a
     * command, wait for its future, then resume.
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
