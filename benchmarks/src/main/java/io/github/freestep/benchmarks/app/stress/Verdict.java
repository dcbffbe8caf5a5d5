package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.benchmarks.report.Interrupt;
import java.util.List;
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

    static Verdict of(Violations violations, boolean interrupted) {
        if (interrupted) {
            return INTERRUPTED;
        }
        return violations.total() == 0 ? PASSED : FAILED;
    }

    int exitCode() {
        return exitCode;
    }

    /** With what it does not cover, so that nobody takes for kept what was not looked at, nor for held what was too heavy. */
    String sentence(RunResult run) {
        List<String> unseen = run.notLookedAt();
        List<String> excused = run.notJudged();
        boolean whole = this != PASSED || unseen.isEmpty() && excused.isEmpty();
        return this + ": " + (whole ? sentence : "every promise that was looked at was kept")
                + without("looked at, since it was hardly ever quiet", unseen)
                + without("judged, since its engine allocates", excused)
                + pace(run.service().undisturbedPace());
    }

    private static String without(String what, List<String> threads) {
        return threads.isEmpty() ? "" : "; not " + what + ": allocation by " + String.join(", ", threads);
    }

    /** Empty if simulation time kept up. */
    static String pace(double pace) {
        return UndisturbedSpeed.isSlow(pace)
                ? String.format(
                        Locale.ROOT,
                        "; apart from faults, simulation time ran at %.0f %% of its speed: too much for this machine",
                        100 * pace)
                : "";
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
