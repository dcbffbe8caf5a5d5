package io.github.freestep.benchmarks.stress;

import java.util.Locale;

/** How a run has ended. */
enum Verdict {
    PASSED(0, "every promise was kept"),
    FAILED(1, "a promise was broken"),
    INTERRUPTED(Interrupt.EXIT_CODE, "the report is of what was run until then");

    private final int exitCode;
    private final String sentence;

    Verdict(int exitCode, String sentence) {
        this.exitCode = exitCode;
        this.sentence = sentence;
    }

    static Verdict of(StressRun run, boolean interrupted) {
        if (interrupted) {
            return INTERRUPTED;
        }
        return run.violations.total() == 0 ? PASSED : FAILED;
    }

    int exitCode() {
        return exitCode;
    }

    String sentence() {
        return this + ": " + sentence;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
