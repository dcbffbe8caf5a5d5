package io.github.freestep.tools;

import io.github.freestep.physics.Physics;

/** Ends a program whose simulation has failed, because closing a run does not throw its failure. */
public final class Failures {
    private Failures() {}

    /**
     * Throws the failure of a run, if it has failed.
     *
     * @throws IllegalStateException if the run has failed; the failure is the cause
     */
    public static void requireNone(Physics physics) {
        Throwable failure = physics.failure();
        if (failure != null) {
            throw new IllegalStateException("the run has failed: " + failure.getMessage(), failure);
        }
    }
}
