package io.github.freestep.physics;

/**
 * What the service does about a step, an input source or a state that fails. An {@link Error}, such as running out of
 * memory, always stops it. Under every policy the fault is counted, and sent to all consumers of events.
 */
public enum FaultPolicy {
    /** Stops, with the cause; the last good state stays readable. The default. */
    STOP,

    /**
     * Goes on with the next tick. The state of the one that failed is not published; whatever of it has happened to the
     * world has happened.
     */
    SKIP,

    /**
     * Pauses after the tick, whose state is not published, and drops what is owed by then. To go on, mend the world with a
     * command, wait for its future, then resume.
     */
    PAUSE
}
