package io.github.freestep.benchmarks.app;

import java.util.List;

/** What a run of a {@link Scenario} has found, for the terminal, the page and the JSON. */
public interface Outcome {
    Verdict verdict();

    /** Returns the broken promises, a line each. */
    List<?> violations();

    /** Sums up the run in a few lines. */
    String summary();

    /** Says the verdict and its limits. */
    default String sentence() {
        return verdict().sentence();
    }

    /** Returns the page of {@code --report}. */
    String html();

    /** Returns all figures for {@code --json}. */
    Object json();
}
