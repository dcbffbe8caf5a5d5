package io.github.freestep.benchmarks.app.stress;

/** What the command runs and judges: a service under faults, or many rooms. For one run. */
interface Scenario {
    /** Describes the run that is about to begin. */
    String headline();

    /** Runs until the planned end, and prints figures meanwhile. */
    void run() throws Exception;

    /** Ends the run early, and in order. Any thread. */
    void stop();

    /** Returns what the run has found. Call it when the run has ended. */
    Findings outcome(boolean interrupted);
}
