package io.github.freestep.physics;

/**
 * Decides what happens if a step throws, an input source throws, or a state has a NaN or infinite value. An
 * {@link Error}, such as running out of memory, always stops the service. Under every policy, the fault is counted in
 * the metrics and sent to all event handlers.
 */
public enum FaultPolicy {
    /** Stops the service, with the cause. The last good state stays readable. The default. */
    STOP,

    /**
     * Continues with the next tick. The state of the failed tick is not published, and changes that it has made to the
     * world are not undone.
     */
    SKIP,

    /**
     * Pauses after the failed tick and drops the backlog. The state of the failed tick is not published. To continue,
     * repair the world with a command, wait for its future, then resume.
     */
    PAUSE
}
