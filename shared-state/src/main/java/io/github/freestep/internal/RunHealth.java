package io.github.freestep.internal;

import org.jspecify.annotations.Nullable;

/**
 * Whether a run still makes states, for code that passes its states on, such as a sender. Readers of a buffer cannot
 * see this, because the states of a run that has failed look like those of a run that rests.
 *
 * @param stage what the run does
 * @param text the stage in words that a stranger may read, because they contain no secrets; empty while all is well
 * @param failure why the run has ended; may contain secrets
 */
public record RunHealth(Stage stage, String text, @Nullable Throwable failure) {
    /** The health of a run that makes states or is paused, and of a publisher that is not a run. */
    public static final RunHealth GOOD = new RunHealth(Stage.RUNS, "", null);

    /** The health of a service that was built, but not started. */
    public static final RunHealth NEW = new RunHealth(Stage.STALLED, "the physics service was not started", null);

    /** The stages of a run, as those who pass its states on see them. */
    public enum Stage {
        /** It makes states, or is paused. */
        RUNS,
        /** It makes no states at present, because a call hangs, or because the states that it passes on do not come. */
        STALLED,
        /** It was ended by a failure. */
        FAILED,
        /** It was ended on purpose. */
        CLOSED
    }

    /**
     * Returns the health of a run that has failed.
     *
     * @param what a service or a stepper
     * @param tick its newest tick
     * @param failure the cause, which the text does not name
     */
    public static RunHealth failed(String what, long tick, Throwable failure) {
        return new RunHealth(Stage.FAILED, what + " has failed after tick " + tick, failure);
    }
}
