package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.tools.report.Interrupt;
import java.util.Locale;

/** How a run ended. */
enum Verdict {
    PASSED(0, "every promise was kept"),
    FAILED(1, "a promise was broken"),
    INTERRUPTED(Interrupt.EXIT_CODE, "this is what was found until then");

    private final int exitCode;
    private final String sentence;

    Verdict(int exitCode, String sentence) {
        this.exitCode = exitCode;
        this.sentence = sentence;
    }

    /** Returns the verdict of a run. */
    static Verdict of(boolean kept, boolean interrupted) {
        return interrupted ? INTERRUPTED : kept ? PASSED : FAILED;
    }

    /** Returns the exit code of the command. */
    int exitCode() {
        return exitCode;
    }

    /** Says how the run ended. */
    String sentence() {
        return this + ": " + sentence;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
