package io.github.freestep.benchmarks.app;

/** What a {@link ScenarioCommand} runs and judges: for example, a service under faults, or a match. For one run. */
public interface Scenario {
    /** Describes the run that is about to begin. */
    String headline();

    /** Runs until the planned end, and prints figures meanwhile. */
    void run() throws Exception;

    /** Ends the run early, and in order. Any thread. */
    void stop();

    /** Returns what the run has found. Call it when the run has ended. */
    Findings outcome(boolean interrupted);
}
